#include "app/timeline/words/wording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/forged_trace.h"
#include "tests/support/golden_text.h"
#include "tests/support/stories.h"

namespace locklab::app {
namespace {

TEST(Wording, ADurationIsToldInTheUnitThatAReaderExpects) {
  EXPECT_EQ(span_text(80), "80 µs");
  EXPECT_EQ(span_text(48'200), "48.2 ms");
  EXPECT_EQ(span_text(9'999'000), "9999 ms");
  EXPECT_EQ(span_text(12'500'000), "12.5 s");
  EXPECT_EQ(span_text(60'000'000), "60 s");
  EXPECT_EQ(span_text(3'600'000'000), "1 h");
  EXPECT_EQ(span_text(3'601'000'000), "3601 s");
}

TEST(Wording, APaceIsToldInPerCentAndASmallOneInMillionths) {
  EXPECT_THAT(
      (std::vector{pace_words(400'000), pace_words(-500'000), pace_words(-5'000), pace_words(200)}),
      test::IsGolden());
}

TEST(Wording, AClockThatHasNotJumpedIsNotCalledOff) {
  const auto clock = [](Duration off, std::int64_t ppm) {
    Forged f;
    f.by("alice").client_clock(off, ppm);
    return happening(f.trace(), f.last());
  };
  EXPECT_THAT((std::vector{clock(0ms, 400'000), clock(-20ms, 0), clock(20ms, 200), clock(0ms, 0)}),
              test::IsGolden());
}

// Regression: the sentence on a key copied to n2 lacked the owner, "n2: lock = 8f14… for 209 ms",
// because no client had sent it.
TEST(Wording, ACopiedLockIsToldByItsOwner) {
  std::size_t copies = 0;
  for (const char* name : {"F11/set_wait", "F13_redlock_crash_restart", "F13/saved"}) {
    const sim::Trace trace = test::judged(name).trace;
    for (const std::uint32_t event : test::events_of(trace, sim::EventKind::key_set)) {
      const std::string told = happening(trace, event).english();
      copies += told.find("now has") != told.npos;
      EXPECT_THAT(told, testing::HasSubstr("'s ")) << name;
    }
    for (const std::uint32_t event : test::events_of(trace, sim::EventKind::key_lost))
      EXPECT_THAT(happening(trace, event).english(), testing::HasSubstr(" forgets ")) << name;
  }
  EXPECT_GT(copies, 2u);
}

// Regression: a message dropped by a fault had only the sentence "link alice – n1 is reset".
TEST(Wording, ADropIsToldWithWhatIsLost) {
  const auto told_drops = [](const sim::Trace& trace) {
    std::vector<Sentence> all;
    for (const std::uint32_t event : test::events_of(trace, sim::EventKind::link_reset))
      all.insert(all.end(), {fault_label(trace[event]), event_words(trace, event)});
    return all;
  };
  EXPECT_THAT(told_drops(test::judged("F17_lost_reply").trace), test::IsGolden());

  sim::Trace trace;
  trace.info.clients = {"alice"};
  trace.info.nodes = {"n1"};
  sim::Event reset{.client = ClientId{0}, .node = NodeId{0}};
  reset.kind = sim::EventKind::link_reset;
  trace.add(reset);
  reset.text = trace.keep("a message was dropped");
  trace.add(reset);
  EXPECT_THAT(told_drops(trace), test::IsGolden());
}

}  // namespace
}  // namespace locklab::app
