//===- Elf.h - sections of an ELF file in memory ------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No LLVM: this library is a guest in the user's program.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_CUDA_ELF_H
#define ARGUS_VIRTUAL_CUDA_ELF_H

#include <cstring>
#include <elf.h>
#include <optional>
#include <string_view>

namespace argus::vcuda {

/// Of a 64-bit ELF file, while its bytes live. A damaged one has fewer sections.
class ElfSections {
public:
  explicit ElfSections(std::string_view Bytes) : Bytes(Bytes) {
    const auto Read = at<Elf64_Ehdr>(Bytes, 0);
    if (!Read || std::memcmp(Read->e_ident, ELFMAG, SELFMAG) != 0)
      return;
    Header = *Read;
    Names = contents(Header.e_shstrndx);
  }

  unsigned count() const { return Header.e_shnum; }
  Elf64_Shdr header(unsigned Index) const {
    return at<Elf64_Shdr>(Bytes, Header.e_shoff + uint64_t(Index) * sizeof(Elf64_Shdr))
        .value_or(Elf64_Shdr());
  }
  std::string_view name(unsigned Index) const {
    return textAt(Names, header(Index).sh_name);
  }
  std::string_view contents(unsigned Index) const {
    const Elf64_Shdr S = header(Index);
    if (S.sh_type == SHT_NOBITS || S.sh_offset > Bytes.size())
      return {};
    return Bytes.substr(S.sh_offset, S.sh_size);
  }
  /// The first with this name.
  std::optional<unsigned> find(std::string_view Name) const {
    for (unsigned I = 0; I < count(); ++I)
      if (name(I) == Name)
        return I;
    return std::nullopt;
  }

  template <typename T>
  static std::optional<T> at(std::string_view Bytes, uint64_t Offset) {
    if (Offset > Bytes.size() || sizeof(T) > Bytes.size() - Offset)
      return std::nullopt;
    T Value;
    std::memcpy(&Value, Bytes.data() + Offset, sizeof(T));
    return Value;
  }
  static std::string_view textAt(std::string_view Strings, uint64_t Offset) {
    if (Offset >= Strings.size())
      return {};
    const std::string_view Rest = Strings.substr(Offset);
    return Rest.substr(0, Rest.find('\0'));
  }

private:
  std::string_view Bytes, Names;
  Elf64_Ehdr Header = {};
};

} // namespace argus::vcuda

#endif // ARGUS_VIRTUAL_CUDA_ELF_H
