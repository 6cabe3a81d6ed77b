// Locks with one defect each: the explorer finds every defect, within bounds in which the correct
// lock keeps the promise.
#include <map>
#include <ostream>

#include "sim/explore/minimise.h"
#include "tests/sim/explore/exploring.h"
#include "tests/sim/explore/mutants/mutant.h"

namespace locklab::sim {

void PrintTo(const Mutant& mutant, std::ostream* out) { *out << mutant.name; }

namespace {

std::vector<Mutant> mutants() {
  std::vector<Mutant> all = mutants_0();
  for (const Mutant& one : mutants_1()) all.push_back(one);
  return all;
}

SearchSpec spec_for_mutant(const Mutant& mutant) {
  Question question = ask(std::string(mutant.lock), std::string(mutant.faults), mutant.breaks,
                          std::string(mutant.set));
  question.clients = mutant.clients > 0 ? mutant.clients : 2;
  if (mutant.nodes > 0) question.nodes = mutant.nodes;
  if (mutant.rounds > 0) question.rounds = mutant.rounds;
  return spec_for(question);
}

std::string defect(const Mutant& mutant) {
  return std::string(mutant.file) + ": \"" + std::string(mutant.line) + "\" became \"" +
         std::string(mutant.becomes) + "\"";
}

class AMutant : public testing::TestWithParam<Mutant> {};

TEST_P(AMutant, IsFoundWhereItsLockKeepsThePromise) {
  const Mutant& mutant = GetParam();
  SCOPED_TRACE(defect(mutant));
  SearchSpec spec = spec_for_mutant(mutant);
  const auto property = static_cast<std::size_t>(mutant.breaks);
  const SearchResult sound = search(depth_first(spec));
  EXPECT_TRUE(sound.exhausted);
  EXPECT_FALSE(sound.broken[property])
      << "the lock as it is breaks the promise within these bounds";

  spec.run.scenario.stand_in = mutant.faulty;
  const SearchResult found = search(depth_first(spec));
  ASSERT_TRUE(found.broken[property]) << "not found in " << found.counts.states << " states";
  const Scenario replayed = with_path(
      spec.run.scenario, minimise(spec.run.scenario, mutant.breaks, *found.broken[property]));
  EXPECT_EQ(check(simulate(replayed))[property].kept, Kept::broken);
}

INSTANTIATE_TEST_SUITE_P(Tables, AMutant, testing::ValuesIn(mutants()),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(Mutants, EveryLockHasSomeThatCanHaveThem) {
  std::map<std::string_view, int> count;
  for (const Mutant& mutant : mutants()) ++count[mutant.lock];
  for (const Strategy& lock : strategies()) {
    if (lock.id == "none" || lock.id == "atomic_decr") continue;  // one_node.cmake says why
    EXPECT_GE(count[lock.id], lock.id == "local_flag" ? 1 : 3) << lock.id;
  }
}

}  // namespace
}  // namespace locklab::sim
