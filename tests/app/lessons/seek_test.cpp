// Where a lesson's step stands in its run.
#include "app/lessons/seek.h"

#include <gtest/gtest.h>

namespace locklab::app {
namespace {

TEST(Seek, AtACommandThatANodeRanItsEffectIsSeenToo) {
  const auto made = make_shown_run(sim::Library(), "F05_get_then_del", nullptr);
  const ShownRun& run = *std::get<ShownRunPtr>(made);
  Showing showing;
  showing.seek = "n1 ran alice's release";
  const auto events = events_at(showing, run);
  ASSERT_TRUE(events);
  const sim::Event& last = run.trace()[*events - 1];
  EXPECT_EQ(last.kind, sim::EventKind::key_deleted)
      << "the step says that her DEL has deleted the key";
  EXPECT_EQ(run.trace()[*events - 2].kind, sim::EventKind::ran);
}

}  // namespace
}  // namespace locklab::app
