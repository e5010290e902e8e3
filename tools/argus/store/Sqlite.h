//===- Sqlite.h - SQLite's interface in C++ -----------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_STORE_SQLITE_H
#define ARGUS_TOOL_STORE_SQLITE_H

#include "support/Failure.h"
#include "support/Files.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace argus {

/// The way out for a damaged index.
extern const char DamagedIndexRemedy[];

class Database;

/// A statement with its values, on its way through the rows.
class Statement {
public:
  /// To the next row; false where there is none.
  bool step();
  std::string text(int Column) const;
  int64_t number(int Column) const;
  double real(int Column) const;

private:
  friend class Database;
  Statement(Database &Of, const char *Sql);
  void bind(int Place, std::string_view Value);
  void bind(int Place, int64_t Value);
  void bind(int Place, double Value);

  struct Finalize {
    void operator()(sqlite3_stmt *Handle) const;
  };
  Database &Of;
  std::unique_ptr<sqlite3_stmt, Finalize> Handle;
};

/// A connection. What fails throws Failure with the file, SQLite's or the system's
/// reason and the way out. For one thread at a time, and not for forked children.
class Database {
public:
  enum class Access {
    Read,   ///< also where the directory cannot be written
    Change, ///< the file must exist
    Create, ///< or is made
  };
  /// ":memory:" has no file.
  Database(const fs::path &File, Access How);

  /// Several statements without values and rows.
  void execute(const char *Sql);
  template <typename... Values> Statement query(const char *Sql, const Values &...Of) {
    Statement Made(*this, Sql);
    int Place = 0;
    (Made.bind(++Place, Of), ...);
    return Made;
  }
  /// How many rows it has changed.
  template <typename... Values> int64_t change(const char *Sql, const Values &...Of) {
    query(Sql, Of...).step();
    return changes();
  }
  int64_t lastRow() const;

private:
  friend class Statement;
  friend class Transaction;
  struct Close {
    void operator()(sqlite3 *Handle) const;
  };
  void open(const std::string &Name, int Flags);
  bool canBeRead();
  void check(int Result) const;
  Failure failure() const;
  int64_t changes() const;

  fs::path File;
  std::unique_ptr<sqlite3, Close> Handle;
};

/// What is not committed at its end is undone.
class Transaction {
public:
  enum class For {
    Changing, ///< nobody else changes the database until its end
    Reading,  ///< all is read as it is now
  };
  explicit Transaction(Database &Of, For What = For::Changing);
  Transaction(const Transaction &) = delete;
  Transaction &operator=(const Transaction &) = delete;
  ~Transaction();
  void commit();

private:
  Database &Of;
};

} // namespace argus

#endif // ARGUS_TOOL_STORE_SQLITE_H
