// Faults dragged with the mouse: the new run injects the fault where it was dropped, or ends it
// there.
#include "app/changes/dragged_fault.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "app/changes/added_faults.h"
#include "app/changes/fault_form.h"
#include "tests/support/opened_run.h"

namespace locklab::app {
namespace {

using test::opened;

/// Calls see(placed, end) for each tool and story in which the tool fits a lane. `end` is the end
/// of the story, in us; `placed` is the story with the fault added at `part * end`.
template <class See>
void with_each_tool(std::initializer_list<const char*> stories, double part, See see) {
  for (const char* story : stories) {
    SCOPED_TRACE(story);
    const ShownRunPtr run = opened(story);
    ASSERT_TRUE(run);
    const auto end = static_cast<double>(run->scene.end);
    for (const BreakingTool& tool : breaking_tools()) {
      SCOPED_TRACE(tool.id);
      Spot spot{SpotKind::lane};
      while (spot.lane < run->scene.lanes.size() && !applies(tool, *run, spot)) ++spot.lane;
      if (spot.lane == run->scene.lanes.size()) continue;
      const auto fault = fault_text(
          form_for(*run, tool, spot, usual_size(tool, *run), std::round(end * part)), *run);
      ASSERT_TRUE(std::holds_alternative<std::string>(fault));
      const ShownRunPtr placed =
          opened(with_fault(*run, std::nullopt, std::get<std::string>(fault)));
      ASSERT_TRUE(placed);
      see(*placed, end);
    }
  }
}

double at(const ShownRun& run, std::uint32_t event) {
  return static_cast<double>(run.trace()[event].at);
}

TEST(DraggedFault, StrikesWhereItWasDroppedWhicheverToolPlacedIt) {
  std::size_t dragged = 0;
  with_each_tool({"F06_pause_past_ttl", "F12_redlock_clock_jump", "F11_failover_lost_lock"}, 0.2,
                 [&](const ShownRun& placed, double end) {
                   const auto strike = strike_of(placed, 0);
                   if (!strike) return;
                   const auto grip = grip_of(placed, *strike);
                   ASSERT_TRUE(grip);
                   EXPECT_EQ(grip->fault, 0u);
                   EXPECT_FALSE(grip->length);
                   for (const double part : {0.0, 0.1, 0.35}) {
                     const double to = std::round(end * part);
                     const auto name = moved_run(placed, 0, to);
                     ASSERT_TRUE(name);
                     const ShownRunPtr moved = opened(*name);
                     ASSERT_TRUE(moved);
                     ASSERT_EQ(added_faults(*moved).size(), 1u) << *name;
                     const auto now = strike_of(*moved, 0);
                     if (!now) continue;  // the target no longer exists at that time
                     // A duplicate is marked when its message meets a reply, which may be later.
                     const bool later =
                         added_faults(*moved)[0].find("duplicate") != std::string::npos;
                     if (later) {
                       EXPECT_GE(at(*moved, *now), to) << *name;
                     } else {
                       EXPECT_EQ(at(*moved, *now), to) << *name;
                     }
                     ++dragged;
                   }
                 });
  EXPECT_GT(dragged, 60u);
}

TEST(DraggedFault, EndsWhereItsEndWasDropped) {
  std::size_t dragged = 0;
  with_each_tool({"F06_pause_past_ttl", "F12_redlock_clock_jump"}, 0.1,
                 [&](const ShownRun& placed, double span) {
                   const auto ended = end_of(placed, 0);
                   if (!ended) return;
                   ASSERT_TRUE(grip_of(placed, *ended));
                   EXPECT_TRUE(grip_of(placed, *ended)->length);
                   for (const double part : {0.15, 0.3, 0.5}) {
                     const double to = std::round(span * part);
                     const auto name = lengthened_run(placed, 0, to);
                     ASSERT_TRUE(name);
                     const ShownRunPtr longer = opened(*name);
                     ASSERT_TRUE(longer);
                     const auto end = end_of(*longer, 0);
                     ASSERT_TRUE(end) << *name;
                     EXPECT_EQ(at(*longer, *end), to) << *name;
                     EXPECT_EQ(at(*longer, *strike_of(*longer, 0)),
                               at(placed, *strike_of(placed, 0)));
                     ++dragged;
                   }
                   // An end dropped before the beginning makes the fault as short as possible.
                   const auto shortest = lengthened_run(placed, 0, 0);
                   ASSERT_TRUE(shortest);
                   const ShownRunPtr brief = opened(*shortest);
                   ASSERT_TRUE(brief && end_of(*brief, 0)) << *shortest;
                   EXPECT_LE(at(*brief, *end_of(*brief, 0)), at(*brief, *strike_of(*brief, 0)) + 1)
                       << *shortest;
                 });
  EXPECT_GT(dragged, 10u);
}

TEST(DraggedFault, OneThatWaitsForAnEventWaitsLongerOrIsTiedToATime) {
  const ShownRunPtr run =
      opened("F06_pause_past_ttl fault={when=\"bob entered\", pause={client=\"bob\", ms=5}}");
  ASSERT_TRUE(run);
  const auto strike = strike_of(*run, 0);
  ASSERT_TRUE(strike);
  const double before = at(*run, *strike);
  const auto later = moved_run(*run, 0, before + 3'000);
  ASSERT_TRUE(later);
  EXPECT_NE(later->find("bob entered"), std::string::npos) << *later;
  EXPECT_EQ(at(*opened(*later), *strike_of(*opened(*later), 0)), before + 3'000);
  const auto earlier = moved_run(*run, 0, before - 3'000);
  ASSERT_TRUE(earlier);
  EXPECT_EQ(earlier->find("bob entered"), std::string::npos) << *earlier;
  EXPECT_EQ(at(*opened(*earlier), *strike_of(*opened(*earlier), 0)), before - 3'000);
  EXPECT_FALSE(moved_run(*run, 0, before)) << "it is there already";
}

TEST(DraggedFault, AStorysOwnFaultsAndOtherEventsAreNoGrips) {
  const ShownRunPtr run = opened("F06_pause_past_ttl");
  ASSERT_TRUE(run);
  for (std::uint32_t event = 0; event < run->trace().size() + 3; ++event)
    EXPECT_FALSE(grip_of(*run, event)) << event;
}

TEST(DraggedFault, ATimeHasNoMoreDigitsThanAPixelCanChoose) {
  EXPECT_EQ(round_time_us(123'456, 1), 123'456);
  EXPECT_EQ(round_time_us(123'456, 730), 123'500);
  EXPECT_EQ(round_time_us(123'456, 1'000), 123'000);
  EXPECT_EQ(round_time_us(123'456.7, 0.01), 123'457);
}

}  // namespace
}  // namespace locklab::app
