#include "app/explore/make_matrix.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <optional>

#include "app/matrix/grounds.h"
#include "app/matrix/matrix_text.h"

namespace locklab::app {
namespace {

Matrix one_cell(const std::string& strategy, const std::string& kind) {
  MatrixTask task;
  task.strategies = {strategy};
  task.faults = {kind};
  const std::atomic<bool> cancelled = false;
  return std::get<Matrix>(make_matrix(sim::Library(), task, cancelled));
}

PropertyCell of(const Matrix& matrix, sim::Property property) {
  return matrix.cells.at(0).properties.at(static_cast<std::size_t>(property));
}

struct FoundCell {
  const char* name;
  const char* strategy;
  const char* fault;
  sim::Property property;
  std::string_view ground;                           ///< where it is broken; empty if it is kept
  std::optional<sim::Property> kept = std::nullopt;  ///< a property that is kept
};

void PrintTo(const FoundCell& row, std::ostream* out) { *out << row.name; }

class MatrixOfOneCell : public testing::TestWithParam<FoundCell> {};

TEST_P(MatrixOfOneCell, NamesTheGroundOnWhichAPromiseIsBroken) {
  const FoundCell& row = GetParam();
  const Matrix matrix = one_cell(row.strategy, row.fault);
  const PropertyCell cell = of(matrix, row.property);
  EXPECT_EQ(cell.standing, row.ground.empty() ? Standing::kept : Standing::broken);
  EXPECT_EQ(cell.ground, row.ground);
  if (row.kept) {
    EXPECT_EQ(of(matrix, *row.kept).standing, Standing::kept);
  }
}

using sim::Property;
INSTANTIATE_TEST_SUITE_P(
    Grounds, MatrixOfOneCell,
    testing::Values(
        // A partition holds a claim back: the second lease is lost only if clients wait long
        // enough.
        FoundCell{"WaitingLong", "set_px_del", "cut", Property::availability, "persistent",
                  Property::no_deadlock},
        // With another lock's traffic, a power cut loses writes that were not synced.
        FoundCell{"OtherTraffic", "setnx_expire", "kill", Property::no_deadlock, "other_traffic"},
        // An acknowledged change counts as lost even if no client reads it.
        FoundCell{"LostByKill", "atomic_decr", "kill", Property::durability, plain_ground},
        FoundCell{"LostByPower", "atomic_decr", "power", Property::durability, plain_ground},
        FoundCell{"LostByFailover", "atomic_decr", "failover", Property::durability, plain_ground},
        FoundCell{"LostBySplitBrain", "atomic_decr", "split_brain", Property::durability,
                  plain_ground},
        FoundCell{"KeptWhenStopped", "atomic_decr", "stop", Property::durability, ""},
        // A window shorter than a lease shows what a fast clock does to a rate limiter.
        FoundCell{"FastClock", "rate_limit_lua", "drift", Property::quota, "short_window"}),
    [](const auto& row) { return row.param.name; });

TEST(MakeMatrix, APromiseThatOnlyThePlainGroundKeepsIsBrokenAndTheGroundIsNamed) {
  const Matrix matrix = one_cell("set_px_lua", "cut");
  const PropertyCell exclusion = of(matrix, sim::Property::mutual_exclusion);
  EXPECT_EQ(exclusion.standing, Standing::broken);
  EXPECT_EQ(exclusion.ground, "patient");
  EXPECT_THAT(exclusion.run, testing::HasSubstr("node_timeout_ms=200"));
  EXPECT_THAT(as_text(matrix, Language::english, 80, false), testing::HasSubstr("ME@patient"));
  EXPECT_EQ(of(matrix, sim::Property::no_lost_update).ground, plain_ground);
}

TEST(MakeMatrix, ACellThatKeepsItsPromisesWasSearchedOnEveryGroundOfItsOwn) {
  const Matrix matrix = one_cell("set_px_lua", "crash");
  const MatrixCell& cell = matrix.cells.at(0);
  std::vector<std::string> searched;
  for (const GroundSearch& one : cell.grounds) {
    EXPECT_TRUE(one.exhausted) << one.ground;
    searched.push_back(one.ground);
  }
  std::vector<std::string> wanted;
  for (const Ground& ground : grounds_for(*find_strategy("set_px_lua"), "crash"))
    wanted.emplace_back(ground.id);
  EXPECT_EQ(searched, wanted);
  EXPECT_THAT(wanted, testing::Contains("crowded"));
}

/// The search for a question on one ground; std::nullopt, and a failed test, if it is invalid.
std::optional<sim::SearchSpec> asked(sim::Question question, const Ground& ground) {
  question.set = ground.settings;
  question.clients = ground.clients;
  auto understood = sim::understand(sim::Library(), question);
  if (const auto* problem = std::get_if<sim::Problem>(&understood)) {
    ADD_FAILURE() << question.strategy << " on " << ground.id << ": "
                  << sim::sentence(*problem).english();
    return {};
  }
  return std::get<sim::SearchSpec>(std::move(understood));
}

TEST(Grounds, AReplicaThatLagsShowsWhatWaitDoesNotPromise) {
  const std::vector<Ground> grounds = grounds_for(*find_strategy("set_wait"), "failover");
  const auto ground = std::find_if(grounds.begin(), grounds.end(),
                                   [](const Ground& one) { return one.id == "one_lags"; });
  ASSERT_NE(ground, grounds.end());
  sim::Question question;
  question.strategy = "set_wait";
  question.faults = "failover=1";
  question.property = sim::Property::mutual_exclusion;
  const auto spec = asked(question, *ground);
  ASSERT_TRUE(spec);
  sim::SearchTask task = spec->task();
  task.kind = sim::SearchKind::exhaustive;
  EXPECT_EQ(sim::answer(*spec, sim::search(task)).broken.size(), 1u);
}

/// The promises that a lock breaks on a ground without faults; empty if the question is invalid.
sim::Properties broken_without_fault(const Strategy& strategy, const Ground& ground) {
  sim::Question question;
  question.strategy = strategy.id;
  question.every = true;
  const auto spec = asked(question, ground);
  if (!spec) return {};
  const sim::Answer answer = sim::answer(*spec, sim::search(spec->task()));
  EXPECT_TRUE(answer.exhausted) << strategy.id << " on " << ground.id;
  sim::Properties broken;
  for (const sim::Counterexample& one : answer.broken)
    if (one.promised) broken = broken | sim::Properties{one.property};
  return broken;
}

/// If a ground alone broke a further promise, its cells would blame their faults.
TEST(Grounds, BreakNoFurtherPromiseWithoutAFault) {
  for (const Strategy& strategy : strategies()) {
    std::map<std::string_view, Ground> its;
    for (const char* kind : {"", "crash", "power", "cut", "failover"})
      for (const Ground& one : grounds_for(strategy, kind)) its.emplace(one.id, one);
    const sim::Properties usual = broken_without_fault(strategy, its.at(plain_ground));
    for (const auto& [id, ground] : its)
      EXPECT_EQ(broken_without_fault(strategy, ground).bits() & ~usual.bits(), 0u)
          << strategy.id << " on " << id;
  }
}

}  // namespace
}  // namespace locklab::app
