//===- Index.cpp - the store's tables -------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "store/Index.h"

#include <fmt/format.h>
#include <unordered_map>

namespace argus {

namespace {

/// Of the tables below: changes with them.
constexpr int64_t Format = 1;
constexpr int64_t ApplicationId = 0x41524753; // "ARGS": tells our files from others'

constexpr const char Tables[] = R"sql(
CREATE TABLE artifact(
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  digest TEXT NOT NULL,
  kind TEXT NOT NULL,
  task TEXT NOT NULL,
  program TEXT NOT NULL,
  host TEXT NOT NULL,
  gpu TEXT NOT NULL,
  time INTEGER NOT NULL,
  seconds REAL NOT NULL);
CREATE INDEX artifact_task ON artifact(task);
CREATE TABLE file(
  artifact INTEGER NOT NULL REFERENCES artifact ON DELETE CASCADE,
  name TEXT NOT NULL,
  digest TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY(artifact, name)) WITHOUT ROWID;
CREATE INDEX file_digest ON file(digest);
CREATE TABLE detail(
  artifact INTEGER NOT NULL REFERENCES artifact ON DELETE CASCADE,
  what TEXT NOT NULL,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY(artifact, what, position)) WITHOUT ROWID;
CREATE TABLE run(
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE);
CREATE TABLE claim(
  run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  owner TEXT NOT NULL,
  PRIMARY KEY(run, owner)) WITHOUT ROWID;
CREATE TABLE use(
  artifact INTEGER NOT NULL REFERENCES artifact ON DELETE CASCADE,
  run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  PRIMARY KEY(artifact, run)) WITHOUT ROWID;
CREATE INDEX use_run ON use(run);
)sql";

Artifact artifactOf(const Statement &Row) {
  Artifact A;
  A.Key = Row.text(1);
  A.Digest = Row.text(2);
  A.Kind = Row.text(3);
  A.Task = Row.text(4);
  A.Program = Row.text(5);
  A.Host = Row.text(6);
  A.Gpu = Row.text(7);
  A.Time = static_cast<std::time_t>(Row.number(8));
  A.Seconds = Row.real(9);
  return A;
}

void addDetail(Artifact &To, const std::string &What, std::string Name,
               std::string Value) {
  if (What == "input")
    To.Inputs.push_back(std::move(Value));
  else if (What == "argument")
    To.Arguments.push_back(std::move(Value));
  else if (What == "tool")
    To.Tools.emplace(std::move(Name), std::move(Value));
  else if (What == "binary")
    To.Binaries.emplace(std::move(Name), std::move(Value));
  else if (What == "environment")
    To.Environment.emplace(std::move(Name), std::move(Value));
}

} // namespace

//===- The file ---------------------------------------------------------------===//

Index::Index(const fs::path &File, Database::Access How)
    : Db(File, How), Name(File.string()) {
  requireFormat();
  Db.execute("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON");
}

Index::Index() : Db(":memory:", Database::Access::Create), Name("(empty)") {
  Db.execute(Tables);
}

void Index::create(const fs::path &File) {
  {
    Database Db(File, Database::Access::Create);
    Transaction Whole(Db);
    Db.execute(Tables);
    Db.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}",
                           ApplicationId, Format)
                   .c_str());
    Whole.commit();
    // Only now, so that all is in the file itself: a full disk is told when a log
    // beside it is merged, by nobody.
    Db.execute("PRAGMA journal_mode = WAL");
  }
  Index(File, Database::Access::Change).requireWhole();
}

void Index::requireFormat() {
  Statement Id = Db.query("PRAGMA application_id");
  Statement Version = Db.query("PRAGMA user_version");
  if (!Id.step() || !Version.step() || Id.number(0) != ApplicationId)
    throw badUsage(Name + " is not the index of a store of Argus",
                   "choose another directory with --store DIR");
  if (Version.number(0) > Format)
    throw badUsage(
        fmt::format("the store's index {} has format {}, which a newer version of "
                    "Argus made; this one knows format {}",
                    Name, Version.number(0), Format),
        "use that version, or choose another directory with --store DIR");
}

void Index::requireWhole() {
  std::string Problem;
  if (Statement Row = Db.query("PRAGMA integrity_check"); Row.step())
    if (Row.text(0) != "ok")
      Problem = Row.text(0);
  if (Statement Row = Db.query("PRAGMA foreign_key_check"); Row.step())
    Problem = "table " + Row.text(0) + " has a row of an artifact or run that is gone";
  if (!Problem.empty())
    throw badUsage("the store's index " + Name + " is damaged: " + Problem,
                   DamagedIndexRemedy);
}

//===- Artifacts --------------------------------------------------------------===//

bool Index::has(const std::string &Key) {
  return Db.query("SELECT 1 FROM artifact WHERE key = ?", Key).step();
}

bool Index::hasBlob(const std::string &Digest) {
  return Db.query("SELECT 1 FROM file WHERE digest = ? LIMIT 1", Digest).step();
}

std::optional<Artifact> Index::read(const std::string &Key) {
  std::vector<Artifact> Found = select("key BETWEEN ? AND ?", Key, Key);
  if (Found.empty())
    return std::nullopt;
  return std::move(Found.front());
}

std::vector<Artifact> Index::readAll() { return select("?1 = ?2", "", ""); }

std::vector<Artifact> Index::readPrefix(const std::string &Prefix) {
  // Keys are digests: no byte of them is greater.
  return select("key BETWEEN ? AND ?", Prefix, Prefix + "\x7f");
}

std::vector<Artifact> Index::readTask(const std::string &Task) {
  return select("task BETWEEN ? AND ?", Task, Task);
}

std::vector<Artifact> Index::select(const std::string &Where, const std::string &Low,
                                    const std::string &High) {
  std::vector<Artifact> Found;
  std::unordered_map<int64_t, size_t> Places;
  const std::string Artifacts =
      "SELECT id, key, digest, kind, task, program, host, gpu, time, seconds "
      "FROM artifact WHERE " +
      Where + " ORDER BY id";
  for (Statement Row = Db.query(Artifacts.c_str(), Low, High); Row.step();) {
    Places.emplace(Row.number(0), Found.size());
    Found.push_back(artifactOf(Row));
  }
  const std::string These =
      " WHERE artifact IN (SELECT id FROM artifact WHERE " + Where + ")";
  // What another process adds meanwhile has no place.
  const std::string Files = "SELECT artifact, name, digest, bytes FROM file" + These +
                            " ORDER BY artifact, name";
  for (Statement Row = Db.query(Files.c_str(), Low, High); Row.step();)
    if (const auto At = Places.find(Row.number(0)); At != Places.end())
      Found[At->second].Files.push_back(
          {Row.text(1), Row.text(2), static_cast<uint64_t>(Row.number(3))});
  const std::string Details = "SELECT artifact, what, name, value FROM detail" + These +
                              " ORDER BY artifact, what, position";
  for (Statement Row = Db.query(Details.c_str(), Low, High); Row.step();)
    if (const auto At = Places.find(Row.number(0)); At != Places.end())
      addDetail(Found[At->second], Row.text(1), Row.text(2), Row.text(3));
  return Found;
}

void Index::insert(const Artifact &What) {
  Db.change("INSERT INTO artifact(key, digest, kind, task, program, host, gpu, time, "
            "seconds) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
            What.Key, What.Digest, What.Kind, What.Task, What.Program, What.Host,
            What.Gpu, static_cast<int64_t>(What.Time), What.Seconds);
  const int64_t Id = Db.lastRow();
  for (const StoredFile &File : What.Files)
    Db.change("INSERT INTO file VALUES(?, ?, ?, ?)", Id, File.Name, File.Digest,
              static_cast<int64_t>(File.Bytes));
  insertDetails(Id, What);
}

void Index::insertDetails(int64_t Id, const Artifact &What) {
  int64_t Position = 0;
  const auto Add = [&](const char *Kind, const std::string &Name,
                       const std::string &Value) {
    Db.change("INSERT INTO detail VALUES(?, ?, ?, ?, ?)", Id, Kind, Position++, Name,
              Value);
  };
  for (const std::string &Key : What.Inputs)
    Add("input", "", Key);
  for (const std::string &Word : What.Arguments)
    Add("argument", "", Word);
  for (const auto &[Tool, Version] : What.Tools)
    Add("tool", Tool, Version);
  for (const auto &[Path, Digest] : What.Binaries)
    Add("binary", Path, Digest);
  for (const auto &[Variable, Value] : What.Environment)
    Add("environment", Variable, Value);
}

void Index::remove(const std::string &Key) {
  Db.change("DELETE FROM artifact WHERE key = ?", Key);
}

//===- Runs -------------------------------------------------------------------===//

void Index::claim(const std::string &Run, const std::string &Owner) {
  Db.change("INSERT OR IGNORE INTO run(name) VALUES(?)", Run);
  Db.change("INSERT OR IGNORE INTO claim SELECT id, ? FROM run WHERE name = ?", Owner,
            Run);
}

void Index::link(const std::string &Key, const std::string &Run) {
  Db.change("INSERT OR IGNORE INTO use SELECT artifact.id, run.id FROM artifact, run "
            "WHERE artifact.key = ? AND run.name = ?",
            Key, Run);
}

std::vector<RunRow> Index::runs() {
  std::vector<RunRow> All;
  Statement Row = Db.query("SELECT run.name, claim.owner FROM run LEFT JOIN claim "
                           "ON claim.run = run.id ORDER BY run.name");
  while (Row.step()) {
    if (All.empty() || All.back().Name != Row.text(0))
      All.push_back({Row.text(0), {}});
    All.back().Owners.push_back(Row.text(1));
  }
  return All;
}

std::map<std::string, std::vector<std::string>> Index::keepers() {
  std::map<std::string, std::vector<std::string>> All;
  Statement Row = Db.query("SELECT artifact.key, run.name FROM use "
                           "JOIN artifact ON artifact.id = use.artifact "
                           "JOIN run ON run.id = use.run ORDER BY run.name");
  while (Row.step())
    All[Row.text(0)].push_back(Row.text(1));
  return All;
}

void Index::removeRun(const std::string &Run) {
  Db.change("DELETE FROM run WHERE name = ?", Run);
}

size_t Index::removeUnneeded() {
  return static_cast<size_t>(Db.change(
      "WITH RECURSIVE needed(id) AS ("
      "  SELECT artifact FROM use "
      "  UNION "
      "  SELECT artifact.id FROM needed "
      "  JOIN detail ON detail.artifact = needed.id AND detail.what = 'input' "
      "  JOIN artifact ON artifact.key = detail.value) "
      "DELETE FROM artifact WHERE id NOT IN (SELECT id FROM needed)"));
}

} // namespace argus
