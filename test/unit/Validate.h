//===- Validate.h - documents against their schemas ---------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TEST_UNIT_REPORT_VALIDATE_H
#define ARGUS_TEST_UNIT_REPORT_VALIDATE_H

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

/// Empty where the document validates against docs/schema/`File`, else the errors.
inline std::string validate(const nlohmann::json &Document, const char *File) {
  const auto Text = nlohmann::json::parse(
      std::ifstream(std::string(ARGUS_TEST_SCHEMAS) + "/" + File));
  valijson::Schema Schema;
  valijson::SchemaParser Parser;
  Parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(Text), Schema);
  valijson::Validator Validator;
  valijson::ValidationResults Results;
  const valijson::adapters::NlohmannJsonAdapter Target(Document);
  if (Validator.validate(Schema, Target, &Results))
    return {};
  std::string Errors;
  valijson::ValidationResults::Error Error;
  while (Results.popError(Error)) {
    for (const std::string &Part : Error.context)
      Errors += Part;
    Errors += ": " + Error.description + "\n";
  }
  return Errors.empty() ? "invalid" : Errors;
}

#endif // ARGUS_TEST_UNIT_REPORT_VALIDATE_H
