// The end of a lease that its node noticed late: the true end by the node's clock, or unknown if
// the clock was changed meanwhile.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "sim/trace/run_state.h"
#include "tests/support/faults.h"

namespace locklab::sim {
namespace {

/// The end of alice's lease of 100 ms on n1, with these faults.
Event end_of_lease(const std::vector<std::string>& faults, const std::string& more = "") {
  const Trace trace = simulate(
      calm_world("set_px_lua", "clients=1, run_ms=900, ttl_ms=100, work_ms=800" + more, faults));
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == EventKind::key_expired) return trace[i];
  ADD_FAILURE() << "no lease has ended";
  return {};
}

struct Row {
  const char* what;
  std::vector<std::string> faults;
  std::optional<std::int64_t> later_us;  ///< than without faults; nullopt: unknown
  const char* more = "";
};

TEST(LateEnds, AreTheEndsByTheClockOrUnknown) {
  const std::int64_t usual = end_of_lease({}).at;
  const std::string stops = "at 20ms stop n1 500ms";
  const Row rows[] = {
      {"a node that looks", {}, 0},
      {"a node that is frozen", {stops}, 0},
      {"a node that is dead",
       {"at 20ms kill n1 restart_after 500ms"},
       0,
       ", persistence=\"always\""},
      {"a clock that jumps before", {"at 10ms jump n1 30ms", "at 20ms stop n1 500ms"}, -30'000},
      {"a clock that jumps over the end", {"at 50ms jump n1 200ms"}, 50'000 - usual},
      {"a clock that jumps meanwhile", {stops, "at 200ms jump n1 1ms"}, std::nullopt},
      {"there and back", {stops, "at 60ms jump n1 2s", "at 250ms jump n1 -2s"}, std::nullopt},
      {"a drift meanwhile", {stops, "at 200ms drift n1 1ppm"}, std::nullopt},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.what);
    const Event end = end_of_lease(row.faults, row.more);
    EXPECT_EQ(end.value < 0, !row.later_us);
    if (row.later_us) {
      EXPECT_EQ(lease_ended_us(end), usual + *row.later_us);
    }
  }
}

TEST(LateEnds, AWallClockThatKeysDoNotLiveByMovesNoLease) {
  const Trace trace = simulate(calm_world(
      "set_px_lua", "clients=1, run_ms=300, ttl_ms=100, work_ms=60, expiry_clock='monotonic'",
      {"at 20ms jump n1 1s", "at 30ms jump n1 -1s"}));
  std::vector<std::int64_t> ends;
  RunState state(trace.info);
  for (std::size_t i = 0; i < trace.size(); ++i) {
    state.on(trace, i);
    if (trace[i].kind == EventKind::node_clock)
      ends.push_back(state.keys().of(NodeId{0}).at(0).lease_end);
  }
  const std::int64_t granted = times(trace, EventKind::key_set).front();
  EXPECT_THAT(ends, testing::ElementsAre(granted + 100'000, granted + 100'000));
}

}  // namespace
}  // namespace locklab::sim
