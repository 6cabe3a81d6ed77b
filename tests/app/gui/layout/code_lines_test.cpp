#include "app/gui/layout/code_lines.h"
#include "tests/support/golden_text.h"

#include <gtest/gtest.h>

#include "app/lessons/lesson_list.h"

namespace locklab::app {
namespace {

TEST(CodeLines, ALineThatFitsIsLeftAlone) {
  EXPECT_EQ(code_in_columns("if (a) {\n  b;\n}\n", 20), "if (a) {\n  b;\n}");
}

TEST(CodeLines, ACommentThatDoesNotFitStandsWholeAboveItsStatement) {
  EXPECT_THAT(code_in_columns("  return 1;   /* it is mine */", 24), test::IsGolden());
  EXPECT_THAT(code_in_columns("x = 1;  /* 归我了 */", 14), test::IsGolden());
}

TEST(CodeLines, AnAddressInAStringIsNoComment) {
  const std::string code = code_in_columns("client = connect(\"redis://n1\", \"redis://n2\")", 30);
  EXPECT_TRUE(code.starts_with("client = connect(")) << code;
}

TEST(CodeLines, ALongStatementGoesOnDeeperInTheNextLine) {
  EXPECT_THAT(code_in_columns("  redis.call(\"SET\", KEYS[1], left)", 26), test::IsGolden());
}

TEST(CodeLines, TheCodeOfTheLessonsIsNarrowEnoughForItsPanel) {
  constexpr std::size_t columns = 40;  // columns of a panel 360 units wide
  for (const Language language : {Language::english, Language::chinese})
    for (const Lesson& lesson : lessons(language))
      for (const LessonStep& step : lesson.steps)
        for (const Block& block : step.text) {
          if (block.kind != BlockKind::code) continue;
          std::string code = block.cells[0][0].text;
          code.pop_back();
          EXPECT_EQ(code_in_columns(code, columns), code) << lesson.id << ": " << step.title;
        }
}

}  // namespace
}  // namespace locklab::app
