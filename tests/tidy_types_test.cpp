// Checks the names of types: two definitions of one qualified name in two files are one type to the
// linker, which keeps the destructor of either.
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

/// Which types: those that the whole program shares, or those in unnamed namespaces, which belong
/// to one file.
enum class Of { all, one_file };

/// The definitions of each type by its qualified name, without nested types.
std::map<std::string, std::vector<std::string>> definitions(const std::vector<Source>& all,
                                                            Of wanted = Of::all) {
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
      const bool unnamed = std::find(spaces.begin(), spaces.end(), "") != spaces.end();
      if (unnamed != (wanted == Of::one_file)) continue;
      if (!std::regex_search(line, match, defined)) continue;
      std::string name;
      for (const std::string& space : spaces)
        if (!space.empty()) name += space + "::";
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

/// A file's own types that hide a shared one of the same name, in this file and in files compiled
/// together with it.
std::vector<std::string> hidden(const std::vector<Source>& all) {
  const auto shared = definitions(all);
  std::vector<std::string> found;
  for (const auto& [name, places] : definitions(all, Of::one_file))
    if (shared.count(name) > 0)
      for (const std::string& place : places) found.push_back(name + " at " + place);
  return found;
}

/// Constants with one name in two sources of one folder, which may or may not be compiled as one
/// file.
std::vector<std::string> constants_met_twice(const std::vector<Source>& all) {
  static const std::regex defined(
      R"(^(?:static )?constexpr [\w:<>, *&]+? (\w+)(?:\[\])? ?(?:=|\{))");
  std::map<std::string, std::vector<std::string>> places;
  for (const Source& source : all) {
    if (!source.path.ends_with(".cpp") || source.path.starts_with("tests/")) continue;
    for (std::size_t i = 0; i < source.lines.size(); ++i) {
      std::smatch match;
      if (!std::regex_search(source.lines[i], match, defined)) continue;
      const std::string folder = source.path.substr(0, source.path.rfind('/'));
      places[folder + "/" + match[1].str()].push_back(where(source, i));
    }
  }
  std::vector<std::string> twice;
  for (const auto& [name, found] : places)
    if (found.size() > 1) twice.insert(twice.end(), found.begin(), found.end());
  return twice;
}

TEST(Types, FilesOfOneFolderHaveConstantsOfTheirOwn) {
  EXPECT_THAT(constants_met_twice(sources()), IsEmpty());
  const Source one{"app/x/a.cpp", {"constexpr int least = 3;"}};
  const Source other{"app/x/b.cpp", {"constexpr std::array<int, 2> least{1, 2};"}};
  EXPECT_THAT(constants_met_twice({one, other}),
              ElementsAre("app/x/a.cpp:1: constexpr int least = 3;",
                          "app/x/b.cpp:1: constexpr std::array<int, 2> least{1, 2};"));
}

TEST(Types, AFilesOwnTypeHasNoNameOfASharedOne) {
  EXPECT_GT(definitions(sources(), Of::one_file).size(), 200u);
  EXPECT_THAT(hidden(sources()), IsEmpty());
}

TEST(Types, AQualifiedNameHasOneDefinition) {
  EXPECT_GT(definitions(sources()).size(), 500u);
  EXPECT_THAT(defined_twice(sources()), IsEmpty());
}

TEST(Types, TwinsAreFound) {
  const Source one{"a.h", {"namespace x {", "struct Twin {", "}  // namespace x"}};
  const Source other{"b.h", {"namespace x {", "class Twin final : Base {", "}  // namespace x"}};
  const Source hidden_one{
      "c.cpp",
      {"namespace x {", "namespace {", "struct Twin {", "}  // namespace", "struct Twin;"}};
  EXPECT_THAT(defined_twice({one, other, hidden_one}),
              ElementsAre("x::Twin at a.h:2: struct Twin {",
                          "x::Twin at b.h:2: class Twin final : Base {"));
  EXPECT_THAT(hidden({one, hidden_one}), ElementsAre("x::Twin at c.cpp:3: struct Twin {"));
}

}  // namespace
}  // namespace tidy
