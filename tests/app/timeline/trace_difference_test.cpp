#include "app/timeline/causes/trace_difference.h"

#include <gtest/gtest.h>

#include "app/runs/judged_run.h"
#include "tests/support/forged_trace.h"
#include "tests/support/opened_run.h"

namespace locklab::app {
namespace {

using namespace std::chrono_literals;
using test::judged;

TEST(TraceDifference, TheSameRunTwiceHasNone) {
  EXPECT_EQ(first_difference(judged("F06").trace, judged("F06").trace), std::nullopt);
  EXPECT_EQ(first_difference(sim::Trace(), sim::Trace()), std::nullopt);
}

TEST(TraceDifference, AnAddedFaultIsTheFirstThatDiffers) {
  const sim::Trace story = judged("F21_watchdog_saves").trace;
  const sim::Trace broken =
      judged("F21_watchdog_saves fault={at_ms=104.122, pause={client=\"alice\", ms=450}}").trace;
  const auto first = first_difference(story, broken);
  ASSERT_TRUE(first);
  EXPECT_EQ(broken[*first].kind, sim::EventKind::client_paused);
  EXPECT_EQ(broken[*first].at, 104'122);
  EXPECT_EQ(first_difference(broken, story), first);
}

TEST(TraceDifference, ATraceThatEndsEarlierDiffersWhereItEnds) {
  Forged shorter;
  shorter.by("alice").gets_in();
  Forged longer;
  longer.by("alice").gets_in().gets_out();
  EXPECT_EQ(first_difference(shorter.trace(), longer.trace()), shorter.trace().size());
  EXPECT_EQ(first_difference(longer.trace(), shorter.trace()), shorter.trace().size());
}

TEST(TraceDifference, TimeTextAndLockCountButNotWhereATraceKeepsThem) {
  const auto refused = [](Duration at, std::string_view why, std::string_view lock) {
    Forged f;
    f.by("alice").started().at(at).lock(lock).refused(why);
    return f;
  };
  const Forged one = refused(5ms, "taken", "locklab:a");
  EXPECT_EQ(first_difference(one.trace(), refused(6ms, "taken", "locklab:a").trace()), 1u);
  EXPECT_EQ(first_difference(one.trace(), refused(5ms, "no majority", "locklab:a").trace()), 1u);
  EXPECT_EQ(first_difference(one.trace(), refused(5ms, "taken", "locklab:b").trace()), 1u);
  // The same events, in a trace that has stored other names and texts before.
  sim::Trace moved;
  moved.info = one.trace().info;
  moved.keep("something else");
  moved.name_id("locklab:other");
  for (std::size_t i = 0; i < one.trace().size(); ++i) {
    sim::Event event = one.trace()[i];
    if (event.key != sim::no_name) event.key = moved.name_id(one.trace().name_of(event.key));
    if (event.text != sim::no_text) event.text = moved.keep(one.trace().text(event));
    moved.add(event);
  }
  EXPECT_EQ(first_difference(one.trace(), moved), std::nullopt);
}

TEST(TraceDifference, AnotherClientIsADifferenceThoughItHasTheSameNumber) {
  const auto enters = [](std::string_view who) {
    Forged f;
    f.by(who).started();
    return f;
  };
  EXPECT_EQ(first_difference(enters("alice").trace(), enters("alice").trace()), std::nullopt);
  EXPECT_EQ(first_difference(enters("alice").trace(), enters("carol").trace()), 0u);
}

}  // namespace
}  // namespace locklab::app
