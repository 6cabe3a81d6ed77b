// Watches over the names of types: two definitions of one qualified name in two files are one type
// to the linker, which keeps the destructor of either.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "tests/tidy_sources.h"

namespace tidy {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// The definitions of each type by its qualified name. Types in unnamed namespaces, and in types,
/// are left out: each file has its own.
std::map<std::string, std::vector<std::string>> definitions(const std::vector<Source>& all) {
  static const std::regex opened(R"(^(?:inline )?namespace ?([\w:]*) \{$)");
  static const std::regex closed(R"(^\}  // namespace)");
  static const std::regex defined(
      R"(^(?:struct|class|enum class|union) (\w+(?:::\w+)*)(?: final)? [:{])");
  std::map<std::string, std::vector<std::string>> found;
  for (const Source& source : all) {
    std::vector<std::string> spaces;
    for (std::size_t i = 0; i < source.lines.size(); ++i) {
      const std::string& line = source.lines[i];
      std::smatch match;
      if (std::regex_search(line, match, opened)) spaces.push_back(match[1]);
      if (std::regex_search(line, closed) && !spaces.empty()) spaces.pop_back();
      const bool ours = std::find(spaces.begin(), spaces.end(), "") != spaces.end();
      if (ours || !std::regex_search(line, match, defined)) continue;
      std::string name;
      for (const std::string& space : spaces) name += space + "::";
      found[name + match[1].str()].push_back(where(source, i));
    }
  }
  return found;
}

std::vector<std::string> defined_twice(const std::vector<Source>& all) {
  std::vector<std::string> twice;
  for (const auto& [name, places] : definitions(all))
    if (places.size() > 1)
      for (const std::string& place : places) twice.push_back(name + " at " + place);
  return twice;
}

TEST(Types, AQualifiedNameHasOneDefinition) {
  EXPECT_GT(definitions(sources()).size(), 500u);
  EXPECT_THAT(defined_twice(sources()), IsEmpty());
}

TEST(Types, TwinsAreFound) {
  const Source one{"a.h", {"namespace x {", "struct Twin {", "}  // namespace x"}};
  const Source other{"b.h", {"namespace x {", "class Twin final : Base {", "}  // namespace x"}};
  const Source hidden{
      "c.cpp",
      {"namespace x {", "namespace {", "struct Twin {", "}  // namespace", "struct Twin;"}};
  EXPECT_THAT(defined_twice({one, other, hidden}),
              ElementsAre("x::Twin at a.h:2: struct Twin {",
                          "x::Twin at b.h:2: class Twin final : Base {"));
}

}  // namespace
}  // namespace tidy
