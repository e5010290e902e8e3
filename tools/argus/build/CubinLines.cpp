//===- CubinLines.cpp - the line table of a cubin -------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/CubinLines.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/DebugInfo/DWARF/DWARFDebugLine.h"

namespace argus {

std::vector<LineRange> readLineTable(const std::string &Section) {
  std::vector<LineRange> Ranges;
  const auto Ignore = [](llvm::Error Error) { llvm::consumeError(std::move(Error)); };
  // The parser asks a context for other sections, of which a cubin has none.
  const auto Context = llvm::DWARFContext::create(
      llvm::StringMap<std::unique_ptr<llvm::MemoryBuffer>>(), /*AddrSize=*/8);
  llvm::DWARFDataExtractor Data(llvm::StringRef(Section), /*IsLittleEndian=*/true,
                                /*AddressSize=*/8);
  uint64_t Offset = 0;
  while (Data.isValidOffset(Offset)) {
    const uint64_t Before = Offset;
    llvm::DWARFDebugLine::LineTable Table;
    if (llvm::Error Error = Table.parse(Data, &Offset, *Context, nullptr, Ignore))
      Ignore(std::move(Error));
    for (size_t I = 0; I + 1 < Table.Rows.size(); ++I) {
      const auto &Row = Table.Rows[I], &Next = Table.Rows[I + 1];
      if (!Row.EndSequence && Next.Address.Address > Row.Address.Address)
        Ranges.push_back({Row.Address.Address, Next.Address.Address, Row.Line});
    }
    if (Offset <= Before)
      break;
  }
  return Ranges;
}

} // namespace argus
