// A report as JSON, of which a test wants some fields.
#pragma once

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <string>

namespace locklab::test {

/// Matches an object with at least these fields, also inside its fields: HasFields(R"({"a": 1})").
MATCHER_P(HasFields, fields, std::string(negation ? "lacks " : "has ") + fields) {
  auto changed = arg;
  changed.merge_patch(nlohmann::json::parse(fields));
  return changed == arg;
}

}  // namespace locklab::test
