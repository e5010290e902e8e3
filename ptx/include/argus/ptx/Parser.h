//===- Parser.h - reads PTX ---------------------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTX_PARSER_H
#define ARGUS_PTX_PARSER_H

#include "argus/ptx/Module.h"

#include <stdexcept>
#include <string_view>

namespace argus::ptx {

/// what(): "NAME:LINE:COLUMN: expected ';' after the instruction, found '}'".
class ParseError : public std::runtime_error {
public:
  ParseError(const std::string &Name, Location At, const std::string &Message);
  Location At;
  std::string Message; ///< without the place
};

/// Parses a whole PTX file. `Name` stands for it in errors. Instructions that the table
/// of Isa.h does not know are an error that names the nearest known one.
/// Throws ParseError.
Module parse(std::string_view Text, const std::string &Name);

} // namespace argus::ptx

#endif // ARGUS_PTX_PARSER_H
