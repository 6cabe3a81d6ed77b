#include "tests/support/golden_text.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace locklab::test {
namespace {

constexpr std::array languages{"en", "zh"};
using Entries = std::map<std::string, std::string, std::less<>>;

std::string path_of(std::string_view language) {
  return fmt::format(LOCKLAB_SOURCE_DIR "/tests/golden/sentences_{}", language);
}

/// Reads a language's entries: a name on a line, then its lines, indented by two spaces.
Entries read(std::string_view language) {
  Entries entries;
  std::ifstream file(path_of(language));
  std::string line;
  std::string* entry = nullptr;
  while (std::getline(file, line)) {
    if (!line.starts_with("  ")) {
      entry = &entries[line];
    } else if (entry) {
      *entry += (entry->empty() ? "" : "\n") + line.substr(2);
    }
  }
  return entries;
}

void write(std::string_view language, const Entries& entries) {
  std::ofstream file(path_of(language));
  for (const auto& [name, text] : entries) {
    file << name << '\n';
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) file << "  " << line << '\n';
  }
}

std::string name_of_present_test() {
  const testing::TestInfo* const test = testing::UnitTest::GetInstance()->current_test_info();
  if (!test) throw std::logic_error("golden texts are of tests, and none runs");
  return fmt::format("{}.{}", test->test_suite_name(), test->name());
}

/// The golden texts of this process: the entries of the files and, with LOCKLAB_REWRITE, the texts
/// that tests produce.
class Golden : public testing::EmptyTestEventListener {
 public:
  static Golden& instance() {
    static Golden* const golden = [] {
      auto* made = new Golden;  // the listeners own it
      testing::UnitTest::GetInstance()->listeners().Append(made);
      return made;
    }();
    return *golden;
  }

  std::string next_name(std::string_view name) {
    const std::string test = name_of_present_test();
    if (!name.empty()) return fmt::format("{} {}", test, name);
    return ++asked_ == 1 ? test : fmt::format("{} {}", test, asked_);
  }

  /// An empty text matches no entry; a test that expects one asserts that itself.
  bool matches(const std::string& entry, const GoldenText& text, std::ostream* why) {
    bool same = !text.english.empty() || !text.chinese.empty();
    if (!same && why) *why << "\n  it says nothing";
    for (std::size_t i = 0; i < languages.size(); ++i) {
      const std::string& here = i == 0 ? text.english : text.chinese;
      if (rewrites_ && !here.empty()) found_[i][entry] = here;
      if (rewrites_) continue;
      const auto known = known_[i].find(entry);
      const std::string& there = known == known_[i].end() ? none_ : known->second;
      if (here == there) continue;
      same = false;
      if (why)
        *why << "\n  it was: " << there << "\n  it is:  " << here << "\n  (tests/run --rewrite)";
    }
    return same;
  }

  void OnTestStart(const testing::TestInfo& /*test*/) override { asked_ = 0; }

  /// Entries that a passed test no longer asks for are dropped; a failed test may have ended before
  /// it asked.
  void OnTestEnd(const testing::TestInfo& test) override {
    if (test.result()->Passed())
      ended_.insert(fmt::format("{}.{}", test.test_suite_name(), test.name()));
  }

  /// Tests that did not run keep their entries. The file lock lets several programs write one after
  /// the other.
  void OnTestProgramEnd(const testing::UnitTest& /*all*/) override {
    if (!rewrites_) return;
    const int lock = ::open(path_of(languages[0]).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    ::flock(lock, LOCK_EX);
    for (std::size_t i = 0; i < languages.size(); ++i) {
      Entries entries = read(languages[i]);
      std::erase_if(entries, [&](const auto& entry) {
        return ended_.contains(entry.first.substr(0, entry.first.find(' ')));
      });
      for (const auto& [name, text] : found_[i]) entries.insert_or_assign(name, text);
      write(languages[i], entries);
    }
    ::close(lock);
  }

 private:
  const bool rewrites_ = std::getenv("LOCKLAB_REWRITE") != nullptr;
  std::array<Entries, 2> known_{read(languages[0]), read(languages[1])};
  std::array<Entries, 2> found_;
  std::set<std::string> ended_;  ///< tests that have passed
  std::size_t asked_ = 0;        ///< by the current test, without a name
  const std::string none_;
};

/// Installs the listener even if no test asks.
[[maybe_unused]] const Golden& listening = Golden::instance();

/// The text without parts that differ between machines: the source folder, temporary folders and
/// ports; and without line ends at its end.
std::string without_places(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  const auto replace = [&](std::string_view start, auto is_part, std::string_view by) {
    for (std::size_t at = text.find(start); at != text.npos;
         at = text.find(start, at + by.size())) {
      const auto end = std::find_if_not(
          text.begin() + static_cast<std::ptrdiff_t>(at + start.size()), text.end(), is_part);
      text.replace(text.begin() + static_cast<std::ptrdiff_t>(at), end, by);
    }
  };
  replace(
      LOCKLAB_SOURCE_DIR, [](char) { return false; }, "<lab>");
  replace(
      "/tmp/",
      [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '-';
      },
      "<folder>");
  replace(
      "127.0.0.1:", [](char c) { return c >= '0' && c <= '9'; }, "<server>");
  return text;
}

bool has_chinese(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](unsigned char byte) {
    return byte >= 0xE4 && byte <= 0xE9;  // leads U+4000 ... U+9FFF in UTF-8
  });
}

const Catalogue& chinese() {
  static const auto* const catalogue = [] {
    auto* all = new Catalogue;
    for (const char* part : {"sentences", "terms", "scenarios", "outlines"}) {
      std::ifstream file(fmt::format(LOCKLAB_SOURCE_DIR "/assets/i18n/zh_{}.json", part));
      all->merge(nlohmann::json::parse(file).get<Catalogue>());
    }
    return all;
  }();
  return *catalogue;
}

}  // namespace

void GoldenText::add_line(const GoldenText& line) {
  for (auto [all, one] : {std::pair(&english, &line.english), {&chinese, &line.chinese}})
    if (!one->empty()) *all += (all->empty() ? "" : "\n") + *one;
}

GoldenText golden_text(const Sentence& sentence) {
  return {without_places(sentence.english()), without_places(sentence.in(chinese()))};
}

GoldenText golden_text(std::string_view text) {
  std::string stable = without_places(std::string(text));
  return has_chinese(text) ? GoldenText{"", std::move(stable)} : GoldenText{std::move(stable), ""};
}

std::string next_golden_name(std::string_view name) { return Golden::instance().next_name(name); }

bool reads_as_golden(const std::string& entry, const GoldenText& text, std::ostream* why) {
  return Golden::instance().matches(entry, text, why);
}

}  // namespace locklab::test
