#include "app/words/time_words.h"

#include <string>

#include "app/words/figures.h"
#include "tests/support/shown_model.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using namespace intent;
using test::showing;

TEST(TimeWords, ATimeIsReadAsAPersonWritesIt) {
  EXPECT_DOUBLE_EQ(read_time("12.4 ms").value(), 12'400);
  EXPECT_DOUBLE_EQ(read_time("1.2 s").value(), 1'200'000);
  EXPECT_DOUBLE_EQ(read_time("61ms").value(), 61'000);
  EXPECT_DOUBLE_EQ(read_time("  61  ").value(), 61'000);
  EXPECT_DOUBLE_EQ(read_time("250us").value(), 250);
  EXPECT_DOUBLE_EQ(read_time("250 µs").value(), 250);
  EXPECT_DOUBLE_EQ(read_time("0").value(), 0);
  EXPECT_DOUBLE_EQ(read_time("12.4 毫秒").value(), 12'400);
  EXPECT_DOUBLE_EQ(read_time("1.5秒").value(), 1'500'000);
}

TEST(TimeWords, WhatIsNoTimeIsNone) {
  for (const char* words : {"", " ", "soon", "ms", "-3 ms", "-0", "12 bananas", "12,4 ms", "1 2 ms",
                            "nan", "inf", "0x10", "1e400", "--1"})
    EXPECT_FALSE(read_time(words)) << words;
}

TEST(ShortTime, HasThreeDigitsOrWholeSeconds) {
  EXPECT_EQ(short_time(999), "999 µs");
  EXPECT_EQ(short_time(999'600), "999 ms");
  EXPECT_EQ(short_time(999'400'000), "999 s");
  for (std::uint64_t us = 1; us < 1'000'000'000'000; us += 1 + us / 97)
    EXPECT_EQ(short_time(us).find('e'), std::string::npos) << short_time(us);
}

TEST(RunUntilTime, TheCursorStandsAtTheTimeWithAllThatHasHappenedByThen) {
  Model model = showing("F06_pause_past_ttl");
  update(model, TypeTime{"61 ms"});
  update(model, PlayOrPause{});
  update(model, RunUntilTime{});
  EXPECT_EQ(model.cursor.at_us, 61'000);
  EXPECT_EQ(model.cursor.events, events_until(model.run->trace(), 61'000));
  EXPECT_FALSE(model.playing);
  EXPECT_FALSE(model.until.wrong);
  update(model, TypeTime{"1000 s"});
  update(model, RunUntilTime{});
  EXPECT_EQ(model.cursor.events, model.run->trace().size());
}

TEST(RunUntilTime, WhatIsNoTimeMovesNothingAndIsSaidUntilItIsCorrected) {
  Model model = showing("F06_pause_past_ttl");
  update(model, Step{+5});
  const Cursor before = model.cursor;
  update(model, TypeTime{"soon"});
  update(model, RunUntilTime{});
  EXPECT_EQ(model.cursor, before);
  EXPECT_TRUE(model.until.wrong);
  update(model, TypeTime{"soon 3"});
  EXPECT_FALSE(model.until.wrong);
  update(model, TypeTime{"-5"});
  update(model, RunUntilTime{});
  EXPECT_TRUE(model.until.wrong);
  update(model, TypeTime{""});
  update(model, RunUntilTime{});
  EXPECT_FALSE(model.until.wrong);
}

TEST(RunUntilTime, TAsksForTheFieldAndTypingAnswers) {
  Model model = showing("F06_pause_past_ttl");
  type(model, 't');
  EXPECT_TRUE(model.until.asked);
  update(model, TypeTime{"1"});
  EXPECT_FALSE(model.until.asked);
}

}  // namespace
}  // namespace locklab::app
