// A sentence is rendered in English by its pattern, and in another language by a catalogue.
#include "sim/trace/sentence.h"

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
  EXPECT_EQ(entered.english(), "bob entered while alice was inside");
  EXPECT_EQ(say("{}: {}", entered, say("{} times", 3)).english(),
            "bob entered while alice was inside: 3 times");
}

TEST(Sentence, ATranslationOrdersItsGapsAsItLikes) {
  EXPECT_EQ(say("{} entered while {} was inside", "bob", "alice").in(chinese),
            "alice 尚在临界区内，bob 进入");
}

TEST(Sentence, PartsAreTranslatedToo) {
  EXPECT_EQ(say("{}: {}", "bob", Sentence::text("no majority")).in(chinese), "bob：没有得到多数派");
}

TEST(Sentence, ASpaceComesBetweenChineseAndLatinButNotAtPunctuation) {
  EXPECT_EQ(say("{} times", 3).in(chinese), "3 次");
  EXPECT_EQ(say("{}: {}", "小明", say("{} times", 3)).in(chinese), "小明：3 次");
  EXPECT_EQ(say("{} had {}", "小明", "key").in(chinese), "小明的 key");
  EXPECT_EQ(say("{} had {}", "小明", -1).in(chinese), "小明的 -1");
  EXPECT_EQ(say("{} had {}", "小明", "-").in(chinese), "小明的-");
  EXPECT_EQ(say("{} had {}", "n1", "键").in(chinese), "n1 的键");
}

TEST(Sentence, WhatTheCatalogueLacksStaysEnglishAndIsTold) {
  const Sentence sentence = say("{} slept, {}", "bob", say("{}: {}", "why", say("nobody knows")));
  EXPECT_EQ(sentence.in(chinese), "bob slept, why：nobody knows");
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

TEST(Sentence, LongNamesAreCutAtACharacterAndPatternsAreNot) {
  const Sentence words = say("{}: {}", say("a pattern longer than {}", 4), "暂停一下吧");
  EXPECT_EQ(words.with_names_cut(4).english(), "a pattern longer than 4: 暂停一下…");
  EXPECT_EQ(words.with_names_cut(5), words);
}

TEST(Sentence, EmptyIsEmpty) {
  EXPECT_TRUE(Sentence().empty());
  EXPECT_TRUE(Sentence::text("").empty());
  EXPECT_EQ(Sentence().in(chinese), "");
  EXPECT_FALSE(say("{}", "x").empty());
}

}  // namespace
}  // namespace locklab::sim
