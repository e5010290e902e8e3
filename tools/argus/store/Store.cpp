//===- Store.cpp - what was made stays, and is made once ------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "store/Store.h"

#include "support/Digest.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace argus {

namespace {

constexpr const char IndexName[] = "index.sqlite";
constexpr const char ElsewhereRemedy[] = "choose another directory with --store DIR";

/// What a store has at its top, those of versions without an index included.
bool isOurs(const std::string &Name) {
  for (const char *Known : {"blobs", "runs", "tmp", "variants"})
    if (Name == Known)
      return true;
  return Name.rfind("index.", 0) == 0 || Name.front() == '.';
}

/// Nobody wants blobs among the files of a project that --store named by mistake.
void requireOnlyOurs(const fs::path &Root) {
  std::error_code Error;
  fs::directory_iterator At(Root, Error), End;
  for (; !Error && At != End; At.increment(Error))
    if (const std::string Name = At->path().filename().string(); !isOurs(Name))
      throw badUsage(Root.string() + " is no store: it has no " + IndexName +
                         ", but other files: " + Name,
                     "choose a new or empty directory with --store DIR");
  if (Error)
    throw badUsage("cannot read directory " + Root.string() + ": " + Error.message(),
                   ElsewhereRemedy);
}

/// The store's directory, which is one, or is made.
fs::path rootOf(const fs::path &Directory, Store::Access How) {
  const fs::path Root = fs::absolute(Directory).lexically_normal();
  std::error_code Error;
  const fs::file_status Is = fs::status(Root, Error);
  if (fs::exists(Is) && !fs::is_directory(Is))
    throw badUsage(Root.string() + " is no store: it is no directory", ElsewhereRemedy);
  if (!fs::exists(Is) && How != Store::Access::Create)
    throw badUsage("there is no store at " + Root.string(),
                   "argus run makes one; --store DIR names the one that is meant");
  if (How != Store::Access::Read)
    requireWritable(Root, "the store");
  if (!fs::exists(Root / IndexName, Error))
    requireOnlyOurs(Root);
  return Root;
}

/// A lock of the store's first moment, until its end.
class CreationLock {
public:
  explicit CreationLock(const fs::path &File)
      : Fd(open(File.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    if (Fd < 0 || flock(Fd, LOCK_EX) != 0)
      throw badUsage("cannot lock " + errnoText(File), ElsewhereRemedy);
  }
  CreationLock(const CreationLock &) = delete;
  CreationLock &operator=(const CreationLock &) = delete;
  ~CreationLock() { close(Fd); }

private:
  int Fd;
};

/// Made elsewhere and moved here, so that nobody ever sees a part of it.
void makeIndex(const fs::path &File, const fs::path &Scratch) {
  const CreationLock Alone(File.parent_path() / "index.lock");
  std::error_code Error;
  if (fs::exists(File, Error))
    return;
  // SQLite would take these, of an index that somebody removed, for the new one's.
  for (const char *Suffix : {"-wal", "-shm"})
    fs::remove(File.string() + Suffix, Error);
  const fs::path New = Scratch / IndexName;
  Index::create(New);
  if (rename(New.c_str(), File.c_str()) != 0)
    throw badUsage("cannot create " + errnoText(File), ElsewhereRemedy);
}

std::string hostName() {
  char Name[256] = "";
  gethostname(Name, sizeof Name - 1);
  return Name;
}

std::vector<StoredFile> filesBelow(const fs::path &Made) {
  std::vector<StoredFile> Files;
  std::error_code Error;
  fs::recursive_directory_iterator At(Made, Error), End;
  for (; !Error && At != End; At.increment(Error)) {
    const fs::file_status Is = At->symlink_status();
    if (fs::is_directory(Is))
      continue;
    if (!fs::is_regular_file(Is))
      throw badUsage(At->path().string() + " is no regular file: it cannot be stored");
    FileDigest Of = digestOfFile(At->path());
    Files.push_back(
        {At->path().lexically_relative(Made).string(), std::move(Of.Digest), Of.Bytes});
  }
  if (Error)
    throw badUsage("cannot read directory " + Made.string() + ": " + Error.message());
  std::sort(Files.begin(), Files.end(),
            [](const StoredFile &A, const StoredFile &B) { return A.Name < B.Name; });
  return Files;
}

/// Of an index that somebody else may have written.
bool staysInside(const fs::path &Name) {
  return !Name.empty() && Name.is_relative() &&
         std::find(Name.begin(), Name.end(), "..") == Name.end();
}

void makeLink(const fs::path &Target, const fs::path &Link) {
  createDirectories(Link.parent_path());
  std::error_code Error;
  if (fs::is_symlink(Link, Error)) // of an earlier time
    fs::remove(Link, Error);
  fs::create_symlink(Target, Link, Error);
  if (Error)
    throw badUsage("cannot create link " + Link.string() + ": " + Error.message());
}

} // namespace

Store::Store(const fs::path &Directory, Access How)
    : Root(rootOf(Directory, How)),
      Own(How == Access::Read ? nullptr : std::make_unique<ScratchSpace>(tmp())),
      Rows(openIndex(How)) {}

Index Store::openIndex(Access How) const {
  const fs::path File = Root / IndexName;
  std::error_code Error;
  if (!fs::exists(File, Error)) {
    if (How == Access::Read) // one of a version without an index
      return Index();
    makeIndex(File, Own->path());
  }
  return Index(File, How);
}

//===- Tasks ------------------------------------------------------------------===//

/// Small files are read: that costs less than what a damaged one would. Of large ones,
/// which only traces are, the size has to do; `verify` reads them.
bool Store::isComplete(const Artifact &A) const {
  constexpr uint64_t Small = uint64_t{4} << 20;
  return std::all_of(A.Files.begin(), A.Files.end(), [&](const StoredFile &File) {
    if (File.Bytes <= Small)
      return problemOf(File).empty();
    std::error_code Error;
    const uintmax_t Bytes = fs::file_size(blob(File), Error);
    return !Error && Bytes == File.Bytes;
  });
}

/// Within a transaction. What is there and not complete is forgotten.
std::optional<Artifact> Store::findComplete(const std::string &Key) {
  std::optional<Artifact> Found = Rows.read(Key);
  if (!Found || isComplete(*Found))
    return Found;
  Rows.remove(Key);
  return std::nullopt;
}

/// Within a transaction. What the run is called in the index.
std::string Store::claimed(const std::string &Run) {
  if (!Own)
    throw Failure(ExitCode::Internal, "a store that is only read was to be changed");
  const std::string Name = Run.empty() ? "tmp/" + Own->name() : Run;
  Rows.claim(Name, Own->name());
  return Name;
}

void Store::claim(const std::string &Run) {
  const std::lock_guard<std::mutex> Guard(Busy);
  Transaction Change(Rows.database());
  claimed(Run);
  Change.commit();
}

std::optional<Artifact> Store::find(const std::string &Key, const std::string &Run) {
  const std::lock_guard<std::mutex> Guard(Busy);
  if (!Rows.has(Key)) // the usual case of something new, without waiting for others
    return std::nullopt;
  Transaction Change(Rows.database());
  std::optional<Artifact> Found = findComplete(Key);
  if (Found)
    Rows.link(Key, claimed(Run));
  Change.commit();
  return Found;
}

Artifact Store::add(Artifact What, const fs::path &Made, const std::string &Run,
                    bool *Faster) {
  What.Files = filesBelow(Made);
  std::string Listed;
  for (const StoredFile &File : What.Files)
    Listed += File.Name + '\0' + File.Digest + '\n';
  What.Digest = digestOf(Listed);
  if (What.Time == 0)
    What.Time = std::time(nullptr);
  if (What.Host.empty())
    What.Host = hostName();
  {
    const std::lock_guard<std::mutex> Guard(Busy);
    // Blobs move within it, so that gc never sees one whose row is still to come.
    Transaction Change(Rows.database());
    if (std::optional<Artifact> Other = findComplete(What.Key)) {
      What = std::move(*Other);
      if (Faster)
        *Faster = true;
    } else {
      take(What, Made);
      Rows.insert(What);
    }
    Rows.link(What.Key, claimed(Run));
    Change.commit();
  }
  std::error_code Ignored; // it goes with the scratch space
  fs::remove_all(Made, Ignored);
  return What;
}

void Store::take(const Artifact &A, const fs::path &Made) const {
  for (const StoredFile &File : A.Files) {
    const fs::path From = Made / File.Name, To = blob(File);
    struct stat Is;
    if (stat(From.c_str(), &Is) == 0)
      chmod(From.c_str(), Is.st_mode & 0555);
    createDirectories(To.parent_path());
    // Over one of this content that may be there, and may be damaged.
    if (rename(From.c_str(), To.c_str()) != 0)
      throw badUsage("cannot move " + From.string() + " to " + errnoText(To));
  }
}

//===- Files ------------------------------------------------------------------===//

fs::path Store::blob(const StoredFile &File) const {
  const size_t Head = std::min<size_t>(2, File.Digest.size());
  return blobs() / File.Digest.substr(0, Head) / File.Digest.substr(Head);
}

void Store::show(const Artifact &A, const fs::path &Directory) const {
  createDirectories(Directory);
  // A link counts from where it really is.
  const fs::path Base = fs::weakly_canonical(Directory);
  const fs::path Blobs = fs::weakly_canonical(blobs());
  for (const StoredFile &File : A.Files) {
    if (!staysInside(File.Name))
      throw badUsage("the store at " + Root.string() + " has a file of the name '" +
                         File.Name + "', which leads out of its directory",
                     "'argus store verify' checks the store");
    const fs::path Link = Base / File.Name;
    const fs::path Blob = Blobs / blob(File).lexically_relative(blobs());
    makeLink(Blob.lexically_relative(Link.parent_path()), Link);
  }
}

fs::path Store::scratch(std::string_view Prefix) {
  if (!Own)
    throw Failure(ExitCode::Internal, "a store that is only read was to be changed");
  return makeUniqueDirectory(Own->path(), Prefix);
}

//===- Lists ------------------------------------------------------------------===//

std::vector<Artifact> Store::all() {
  const std::lock_guard<std::mutex> Guard(Busy);
  const Transaction Snapshot(Rows.database(), Transaction::For::Reading);
  return Rows.readAll();
}

std::vector<Artifact> Store::withPrefix(const std::string &Prefix) {
  const std::lock_guard<std::mutex> Guard(Busy);
  const Transaction Snapshot(Rows.database(), Transaction::For::Reading);
  return Rows.readPrefix(Prefix);
}

std::vector<Artifact> Store::ofTask(const std::string &Task) {
  const std::lock_guard<std::mutex> Guard(Busy);
  const Transaction Snapshot(Rows.database(), Transaction::For::Reading);
  return Rows.readTask(Task);
}

bool Store::contains(const std::string &Key) {
  const std::lock_guard<std::mutex> Guard(Busy);
  const std::optional<Artifact> Found = Rows.read(Key);
  return Found && isComplete(*Found);
}

std::map<std::string, std::vector<std::string>> Store::keepers() {
  const std::lock_guard<std::mutex> Guard(Busy);
  const Transaction Snapshot(Rows.database(), Transaction::For::Reading);
  std::set<std::string> Kept;
  for (const RunRow &Run : Rows.runs())
    if (isKept(Run))
      Kept.insert(Run.Name);
  std::map<std::string, std::vector<std::string>> All = Rows.keepers();
  for (auto &[Key, Runs] : All)
    Runs.erase(std::remove_if(Runs.begin(), Runs.end(),
                              [&](const std::string &Run) { return !Kept.count(Run); }),
               Runs.end());
  return All;
}

bool Store::isAtWork(const RunRow &Run) const {
  return std::any_of(Run.Owners.begin(), Run.Owners.end(),
                     [&](const std::string &Owner) { return isInUse(tmp(), Owner); });
}

bool Store::isKept(const RunRow &Run) const {
  std::error_code Error;
  return fs::is_directory(runs() / Run.Name, Error) || isAtWork(Run);
}

} // namespace argus
