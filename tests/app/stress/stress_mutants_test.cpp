// Locks with one defect each under load on a real Redis: the oracle catches every one that breaks
// mutual exclusion without a fault.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <ostream>
#include <string>
#include <vector>

#include "app/load/stress_result.h"
#include "tests/app/stress/short_load.h"
#include "tests/sim/explore/exploring.h"
#include "tests/sim/explore/mutants/mutant.h"

namespace locklab::sim {

void PrintTo(const Mutant& mutant, std::ostream* out) { *out << mutant.name; }

}  // namespace locklab::sim

namespace locklab::app {
namespace {

using sim::Mutant;

/// The mutants that break mutual exclusion without a fault, in the search's budget or in their
/// scenario. Mutants for the asynchronous semantics, which only the simulator has, are left out.
std::vector<Mutant> caught_by_load() {
  std::vector<Mutant> all = sim::mutants_0();
  for (const Mutant& one : sim::mutants_1()) all.push_back(one);
  std::erase_if(all, [](const Mutant& mutant) {
    return mutant.breaks != sim::Property::mutual_exclusion || !mutant.faults.empty() ||
           mutant.set.find("semantics") != std::string_view::npos ||
           mutant.set.find("fault") != std::string_view::npos;
  });
  return all;
}

/// A load with the settings under which the search finds the mutant: its lease and switches, and a
/// critical section at least as long.
StressWork load_of(const Mutant& mutant) {
  const sim::Scenario scenario =
      sim::spec_for(sim::ask(std::string(mutant.lock), "", mutant.breaks, std::string(mutant.set)))
          .run.scenario;
  StressWork work = test::short_load(*mutant.faulty);
  work.lock = scenario.lock;
  work.lock.retry_delay = work.lock.retry_jitter = 1ms;
  // Longer than a lease that is cut to a tenth.
  work.hold = std::max<Duration>(scenario.clients.at(0).work, scenario.lock.ttl / 4);
  work.clients = 8;
  work.duration = 600ms;
  return work;
}

class StressMutants : public testing::TestWithParam<Mutant> {};

TEST_P(StressMutants, AreCaughtByTheOracle) {
  const StressWork work = load_of(GetParam());
  // A collision of two clients is a matter of chance; fifty loads without one fail the test.
  for (int tries_left = 49; tries_left >= 0; --tries_left) {
    const StressResult result = test::loaded(work);
    if (result.count(Harm::overlap) == 0) continue;
    EXPECT_TRUE(broke_a_promise(result));
    EXPECT_FALSE(result.violations.empty());
    for (const Second& second : result.measures.seconds)
      EXPECT_EQ(std::accumulate(second.violations_by_tenth.begin(),
                                second.violations_by_tenth.end(), std::uint64_t{0}),
                second.violations);
    return;
  }
  ADD_FAILURE() << "nobody met another inside";
}

INSTANTIATE_TEST_SUITE_P(Tables, StressMutants, testing::ValuesIn(caught_by_load()),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(StressMutants, AreMostOfThoseThatBreakExclusion) { EXPECT_GE(caught_by_load().size(), 15u); }

}  // namespace
}  // namespace locklab::app
