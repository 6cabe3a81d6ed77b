// A matcher for some fields of a JSON report.
#pragma once

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <string>

namespace locklab::test {

/// Matches an object with at least these fields, at any depth: HasFields(R"({"a": 1})").
MATCHER_P(HasFields, fields, std::string(negation ? "lacks " : "has ") + fields) {
  auto changed = arg;
  changed.merge_patch(nlohmann::json::parse(fields));
  return changed == arg;
}

}  // namespace locklab::test
