// A sentence is told in English by its pattern and in another language by a catalogue.
#include "sim/trace/sentence.h"
#include "tests/support/golden_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace locklab::sim {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const Catalogue chinese{{"{} entered while {} was inside", "{1}尚在临界区内，{0}进入"},
                        {"{}: {}", "{0}：{1}"},
                        {"{} times", "{0}次"},
                        {"no majority", "没有得到多数派"},
                        {"{} had {}", "{0}的{1}"}};

TEST(Sentence, EnglishIsThePatternWithItsGapsFilledInOrder) {
  const Sentence entered = say("{} entered while {} was inside", "bob", std::string("alice"));
  EXPECT_THAT(entered.english(), test::IsGolden());
  EXPECT_THAT(say("{}: {}", entered, say("{} times", 3)).english(), test::IsGolden());
}

TEST(Sentence, ATranslationOrdersItsGapsAsItLikes) {
  EXPECT_THAT(say("{} entered while {} was inside", "bob", "alice").in(chinese), test::IsGolden());
}

TEST(Sentence, PartsAreTranslatedToo) {
  EXPECT_THAT(say("{}: {}", "bob", Sentence::text("no majority")).in(chinese), test::IsGolden());
}

TEST(Sentence, ASpaceComesBetweenChineseAndLatinButNotAtPunctuation) {
  EXPECT_THAT(say("{} times", 3).in(chinese), test::IsGolden());
  EXPECT_THAT(say("{}: {}", "小明", say("{} times", 3)).in(chinese), test::IsGolden());
  EXPECT_THAT(say("{} had {}", "小明", "key").in(chinese), test::IsGolden());
  EXPECT_THAT(say("{} had {}", "小明", -1).in(chinese), test::IsGolden());
  EXPECT_THAT(say("{} had {}", "小明", "-").in(chinese), test::IsGolden());
  EXPECT_THAT(say("{} had {}", "n1", "键").in(chinese), test::IsGolden());
}

TEST(Sentence, WhatTheCatalogueLacksStaysEnglishAndIsTold) {
  const Sentence sentence = say("{} slept, {}", "bob", say("{}: {}", "why", say("nobody knows")));
  EXPECT_THAT(sentence.in(chinese), test::IsGolden());
  EXPECT_THAT(sentence.untranslated(chinese), ElementsAre("{} slept, {}", "nobody knows"));
  EXPECT_THAT(say("{} times", 3).untranslated(chinese), IsEmpty());
}

TEST(Sentence, BracesInNamesAndStrangersTextsAreLeftAlone) {
  EXPECT_EQ(say("{}: {}", "{locklab:lock}", "{}").english(), "{locklab:lock}: {}");
  EXPECT_EQ(say("{}: {}", "{locklab:lock}", "{0}").in(chinese), "{locklab:lock}：{0}");
  EXPECT_EQ(Sentence::text("odd {} {text").english(), "odd {} {text");
  EXPECT_EQ(Sentence::text("odd {} {text").in(chinese), "odd {} {text");
  EXPECT_EQ(say("{} {", "a").english(), "a {");
}

TEST(Sentence, EmptyIsEmpty) {
  EXPECT_TRUE(Sentence().empty());
  EXPECT_TRUE(Sentence::text("").empty());
  EXPECT_EQ(Sentence().in(chinese), "");
  EXPECT_FALSE(say("{}", "x").empty());
}

}  // namespace
}  // namespace locklab::sim
