//===- Sqlite.cpp - SQLite's interface in C++ -----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "store/Sqlite.h"

#include <cctype>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <sqlite3.h>

namespace argus {

const char DamagedIndexRemedy[] =
    "remove the store's index.sqlite, index.sqlite-wal and index.sqlite-shm: what it "
    "held is made again, and runs/ stays; or choose another directory with --store DIR";

namespace {

/// Garbage collection of a large store is the longest that a process keeps the lock.
constexpr int BusyTimeout = 60000; // ms

/// For SQLite's "file:" names.
std::string uriOf(const fs::path &File) {
  std::string Uri = "file:";
  for (const char C : fs::absolute(File).string())
    if (std::isalnum(static_cast<unsigned char>(C)) || std::strchr("/._-", C))
      Uri += C;
    else
      Uri += fmt::format("%{:02X}", static_cast<unsigned char>(C));
  return Uri;
}

/// SQLite takes a quota for a defect of the disk.
bool isFull(int Error, int System) {
  return Error == SQLITE_FULL ||
         (Error == SQLITE_IOERR &&
          (System == ENOSPC || System == EDQUOT || System == EFBIG));
}

std::string remedyFor(int Error) {
  switch (Error) {
  case SQLITE_FULL:
    return "make some room on the disk, and then 'argus store gc' removes what no kept "
           "run needs; or choose another directory with --store DIR";
  case SQLITE_CORRUPT:
  case SQLITE_NOTADB:
    return DamagedIndexRemedy;
  case SQLITE_BUSY:
  case SQLITE_PROTOCOL:
    return "wait for the other process that uses the store, or choose another "
           "directory with --store DIR";
  default:
    return "choose another directory with --store DIR";
  }
}

/// Defects of Argus; all else is about the file or the disk.
bool isMisuse(int Error) {
  return Error == SQLITE_ERROR || Error == SQLITE_CONSTRAINT ||
         Error == SQLITE_MISUSE || Error == SQLITE_RANGE || Error == SQLITE_MISMATCH ||
         Error == SQLITE_TOOBIG;
}

} // namespace

//===- Statement --------------------------------------------------------------===//

void Statement::Finalize::operator()(sqlite3_stmt *Handle) const {
  sqlite3_finalize(Handle);
}

Statement::Statement(Database &Of, const char *Sql) : Of(Of) {
  sqlite3_stmt *Made = nullptr;
  Of.check(sqlite3_prepare_v2(Of.Handle.get(), Sql, -1, &Made, nullptr));
  Handle.reset(Made);
}

void Statement::bind(int Place, std::string_view Value) {
  // A null pointer would be NULL and not the empty text.
  const char *Text = Value.data() ? Value.data() : "";
  Of.check(sqlite3_bind_text64(Handle.get(), Place, Text, Value.size(),
                               SQLITE_TRANSIENT, SQLITE_UTF8));
}

void Statement::bind(int Place, int64_t Value) {
  Of.check(sqlite3_bind_int64(Handle.get(), Place, Value));
}

void Statement::bind(int Place, double Value) {
  Of.check(sqlite3_bind_double(Handle.get(), Place, Value));
}

bool Statement::step() {
  errno = 0; // of use where it fails
  const int Result = sqlite3_step(Handle.get());
  if (Result != SQLITE_ROW)
    Of.check(Result);
  return Result == SQLITE_ROW;
}

std::string Statement::text(int Column) const {
  const unsigned char *Text = sqlite3_column_text(Handle.get(), Column);
  const int Size = sqlite3_column_bytes(Handle.get(), Column);
  return Text ? std::string(reinterpret_cast<const char *>(Text), size_t(Size)) : "";
}

int64_t Statement::number(int Column) const {
  return sqlite3_column_int64(Handle.get(), Column);
}

double Statement::real(int Column) const {
  return sqlite3_column_double(Handle.get(), Column);
}

//===- Database ---------------------------------------------------------------===//

void Database::Close::operator()(sqlite3 *Handle) const { sqlite3_close_v2(Handle); }

Database::Database(const fs::path &File, Access How) : File(File) {
  if (How != Access::Read) {
    const int Creating = How == Access::Create ? SQLITE_OPEN_CREATE : 0;
    open(File.string(), SQLITE_OPEN_READWRITE | Creating);
    return;
  }
  open(File.string(), SQLITE_OPEN_READONLY);
  // To read beside a writer, SQLite makes files beside the database. Where it may not
  // and there are none, nobody writes.
  if (!canBeRead())
    open(uriOf(File) + "?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
}

void Database::open(const std::string &Name, int Flags) {
  sqlite3 *Made = nullptr;
  const int Result = sqlite3_open_v2(Name.c_str(), &Made, Flags, nullptr);
  Handle.reset(Made); // there is one after errors, too
  if (!Made)
    throw Failure(ExitCode::Internal, "no memory to open " + File.string());
  check(Result);
  sqlite3_extended_result_codes(Made, 1);
  sqlite3_busy_timeout(Made, BusyTimeout);
}

bool Database::canBeRead() {
  const int Result = sqlite3_exec(Handle.get(), "SELECT count(*) FROM sqlite_master",
                                  nullptr, nullptr, nullptr);
  return (Result & 0xff) != SQLITE_CANTOPEN && (Result & 0xff) != SQLITE_READONLY;
}

void Database::execute(const char *Sql) {
  errno = 0; // of use where it fails
  check(sqlite3_exec(Handle.get(), Sql, nullptr, nullptr, nullptr));
}

int64_t Database::lastRow() const { return sqlite3_last_insert_rowid(Handle.get()); }

int64_t Database::changes() const { return sqlite3_changes(Handle.get()); }

void Database::check(int Result) const {
  if (Result != SQLITE_OK && Result != SQLITE_DONE && Result != SQLITE_ROW)
    throw failure();
}

Failure Database::failure() const {
  const int Last = errno; // SQLite notes it only where opening fails
  const int Noted = sqlite3_system_errno(Handle.get());
  const int System = Noted != 0 ? Noted : Last;
  const int Error = sqlite3_errcode(Handle.get()) & 0xff;
  std::string Reason = sqlite3_errmsg(Handle.get());
  if (System != 0 && (Error == SQLITE_IOERR || Error == SQLITE_CANTOPEN))
    Reason += std::string(": ") + std::strerror(System);
  const std::string Message =
      fmt::format("the store's index {}: {}", File.string(), Reason);
  if (isMisuse(Error))
    return Failure(ExitCode::Internal, Message);
  return badUsage(Message, remedyFor(isFull(Error, System) ? SQLITE_FULL : Error));
}

//===- Transaction ------------------------------------------------------------===//

Transaction::Transaction(Database &Of, For What) : Of(Of) {
  Of.execute(What == For::Changing ? "BEGIN IMMEDIATE" : "BEGIN");
}

Transaction::~Transaction() {
  // Some errors have ended it, as a commit has.
  if (!sqlite3_get_autocommit(Of.Handle.get()))
    sqlite3_exec(Of.Handle.get(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() { Of.execute("COMMIT"); }

} // namespace argus
