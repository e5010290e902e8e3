//===- Digest.cpp - what tells contents apart -----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/Digest.h"

#include "support/Files.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

namespace argus {

static void update(llvm::SHA256 &Hash, std::string_view Bytes) {
  Hash.update(llvm::StringRef(Bytes.data(), Bytes.size()));
}

std::string digestOf(std::string_view Bytes) {
  llvm::SHA256 Hash;
  update(Hash, Bytes);
  return llvm::toHex(Hash.final(), /*LowerCase=*/true);
}

FileDigest digestOfFile(const std::filesystem::path &Path) {
  llvm::SHA256 Hash;
  FileDigest Of;
  readPieces(Path, [&](std::string_view Piece) {
    update(Hash, Piece);
    Of.Bytes += Piece.size();
  });
  Of.Digest = llvm::toHex(Hash.final(), /*LowerCase=*/true);
  return Of;
}

} // namespace argus
