// Checks the Chinese texts: one word for one thing, as the table in assets/i18n/README.md says, and
// full-width punctuation.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <string>
#include <vector>

#include "tests/tidy_sources.h"

namespace tidy {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> parts(const std::string& text, const std::string& between) {
  std::vector<std::string> all;
  for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + between.size()) {
    end = text.find(between, begin);
    all.push_back(text.substr(begin, end == std::string::npos ? end : end - begin));
  }
  return all;
}

/// The words that the glossary bans, each with the right one.
std::map<std::string, std::string> banned_words() {
  std::map<std::string, std::string> banned;
  for (const Source& file : read_sources({"assets/i18n"}, {".md"}))
    for (const std::string& line : file.lines) {
      const std::vector<std::string> cells = parts(line, " | ");
      if (cells.size() != 3 || !cells[2].ends_with(" |")) continue;
      for (const std::string& word : parts(cells[2].substr(0, cells[2].size() - 2), "、"))
        if (static_cast<unsigned char>(word.front()) >= 0x80) banned[word] = cells[1];
    }
  return banned;
}

std::vector<Source> chinese_texts() {
  std::vector<Source> texts = read_sources({"assets/lessons/zh", "assets/docs"}, {".md"});
  for (Source& file : read_sources({"assets/i18n"}, {".json"}))
    if (file.path.find("/zh") != std::string::npos) texts.push_back(std::move(file));
  for (Source& file : read_sources({"assets/page", "assets/challenges"}, {".html", ".js", ".toml"}))
    texts.push_back(std::move(file));
  return texts;
}

/// Lines that contain a banned word outside the right one.
std::vector<std::string> wrong_words(const std::vector<Source>& texts) {
  const auto banned = banned_words();
  std::vector<std::string> found;
  for (const Source& file : texts)
    for (std::size_t i = 0; i < file.lines.size(); ++i)
      for (const auto& [word, right] : banned) {
        if (file.lines[i].find(word) == std::string::npos) continue;
        const std::string rest =
            std::regex_replace(file.lines[i], std::regex("被" + right + "|" + right), "");
        if (rest.find(word) != std::string::npos)
          found.push_back(word + ", not " + right + ": " + where(file, i));
      }
  return found;
}

TEST(Chinese, OneThingHasOneWord) { EXPECT_THAT(wrong_words(chinese_texts()), IsEmpty()); }

TEST(Chinese, ABannedWordIsFoundAndTheRightOneIsNot) {
  EXPECT_GT(banned_words().size(), 40u);
  EXPECT_THAT(wrong_words({{"x.md", {"n1 的进程被杀死", "主从切换", "令牌检查拒绝迟到的写"}}}),
              IsEmpty());
  EXPECT_THAT(wrong_words({{"x.md", {"一次故障转移", "拒绝过期的写"}}}),
              ElementsAre("故障转移, not 主从切换: x.md:1: 一次故障转移",
                          "过期的写, not 过时: x.md:2: 拒绝过期的写"));
  EXPECT_THAT(wrong_words({{"x.md", {"n1 的进程被杀，不再回来"}}}), testing::SizeIs(1));
}

/// Lines with an English comma, semicolon, colon, question mark or parenthesis next to a Chinese
/// character, outside code and link targets. A colon counts only after the character.
std::vector<std::string> narrow_marks(const std::vector<Source>& texts) {
  // Three bytes from U+4E00 to U+9FFF.
  const std::string character = "[\xe4-\xe9][\x80-\xbf][\x80-\xbf]";
  const std::regex narrow(character + "[,;:?()]|[,;?()]" + character);
  const std::regex code("`[^`]*`|\\]\\([^)]*\\)");
  std::vector<std::string> found;
  for (const Source& file : texts)
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const std::string line = std::regex_replace(file.lines[i], code, "");
      if (std::regex_search(line, narrow)) found.push_back(where(file, i));
    }
  return found;
}

TEST(Chinese, PunctuationIsFullWidth) {
  std::vector<Source> texts = read_sources({"assets/lessons/zh"}, {".md"});
  for (Source& file : read_sources({"assets/i18n"}, {".json"}))
    if (file.path.find("/zh") != std::string::npos) texts.push_back(std::move(file));
  EXPECT_THAT(narrow_marks(texts), IsEmpty());
  EXPECT_THAT(
      narrow_marks({{"x.md", {"租约,到期", "对不对?", "租约，到期", "`键,值`", "看[看](F06)吧"}}}),
      ElementsAre("x.md:1: 租约,到期", "x.md:2: 对不对?"));
}

/// Lines that join texts in the user's language with an English colon or bracket.
std::vector<std::string> glued_marks(const std::vector<Source>& texts) {
  const std::regex glue(R"re("[^"]*(\{\}: \{\}| \(\{\}\)|\(\{\}\) )[^"]*"|" \(" \+|"(: |\) )")re");
  const std::regex names(R"re(name_last|(^|[^.>\w])say\(|named\.push_back|Problem\{|why = )re");
  std::vector<std::string> found;
  for (const Source& file : texts)
    for (std::size_t i = 0; i < file.lines.size(); ++i)
      if (std::regex_search(file.lines[i], glue) && !std::regex_search(file.lines[i], names))
        found.push_back(where(file, i));
  return found;
}

TEST(Chinese, NoEnglishColonOrBracketIsGluedToWhatTheWindowTells) {
  EXPECT_THAT(glued_marks(read_sources({"app/gui", "app/changes", "app/challenges"}, {".cpp"})),
              IsEmpty());
  const std::vector<std::string> lines{R"-(fmt::format("{}: {}", view.tell(a), b);)-",
                                       R"-(words += fmt::format(" ({})", view.say("partial"));)-",
                                       R"-(view.name_last(fmt::format("{}: {}", kind, id));)-",
                                       R"-(line += first ? ": " : ", ";)-",
                                       R"-(view.say.fill("list.brackets", view.say("partial"));)-"};
  EXPECT_THAT(glued_marks({{"x.cpp", lines}}), testing::SizeIs(3));
}

}  // namespace
}  // namespace tidy
