// The parallel search: the same answer with any number of threads, no state entered twice, and work
// handed to idle threads.
#include "app/explore/parallel_search.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <numeric>
#include <thread>

#include "app/explore/thread_team.h"
#include "lock/assert.h"
#include "tests/sim/explore/exploring.h"

namespace locklab::app {
namespace {

using sim::Property;

sim::SearchSpec spec_of(const char* strategy, const char* faults, const char* set = "") {
  sim::Question question;
  question.strategy = strategy;
  question.faults = faults;
  question.set = set;
  return sim::spec_for(question);
}

struct Searched {
  std::vector<std::string> runs;
  std::vector<Property> holds;
  sim::SearchCounts counts;
};

Searched searched(const sim::SearchSpec& spec, std::uint32_t threads) {
  const std::atomic<bool> cancelled = false;
  const TimedResult result = search_in_parallel(spec.task(), {{}, threads}, cancelled);
  const sim::Answer answer = sim::answer(spec, result.found);
  EXPECT_TRUE(answer.exhausted);
  Searched all{{}, answer.holds, answer.counts};
  for (const sim::Counterexample& one : answer.broken) all.runs.push_back(one.run);
  return all;
}

// An invalid world: a fault at a node that does not exist.
TEST(ParallelSearch, ThrowsWhatOneOfItsThreadsHasBroken) {
  throw_broken_invariants();
  sim::SearchSpec spec = spec_of("set_px_lua", "pause=1");
  sim::Fault nowhere;
  nowhere.kind = sim::FaultKind::stop;
  nowhere.node = NodeId{7};
  spec.run.scenario.faults = {nowhere};
  for (const std::uint32_t threads : {1u, 3u}) {
    const std::atomic<bool> cancelled = false;
    EXPECT_THROW(search_in_parallel(spec.task(), {{}, threads}, cancelled), BrokenInvariant);
  }
  EXPECT_THROW(sim::simulate(spec.run.scenario, "a run"), BrokenInvariant);
  try {
    sim::simulate(spec.run.scenario, "a run");
  } catch (const BrokenInvariant& broken) {
    EXPECT_THAT(broken.what(), testing::EndsWith("; in the run 'a run'"));
  }
  spec.run.scenario.faults.clear();
  const std::atomic<bool> cancelled = false;
  EXPECT_TRUE(search_in_parallel(spec.task(), {{}, 2}, cancelled).found.exhausted)
      << "the next search is whole";
}

TEST(ParallelSearch, GivesTheSameAnswerWithAnyNumberOfThreads) {
  for (const sim::SearchSpec& spec :
       {spec_of("redlock", "clock_jump=1", "retry_jitter_ms=0"),
        spec_of("set_px_lua", "pause=1", "retry_jitter_ms=0"), spec_of("setnx_del", "crash=1"),
        spec_of("set_px_get_del", "lose=1")}) {
    SCOPED_TRACE(sim::to_string(spec.run.name) + " " + sim::to_string(spec.budget));
    const Searched alone = searched(spec, 1);
    for (const std::uint32_t threads : {2u, 8u}) {
      const Searched together = searched(spec, threads);
      EXPECT_EQ(together.runs, alone.runs) << threads;
      EXPECT_EQ(together.holds, alone.holds) << threads;
    }
  }
}

TEST(ParallelSearch, EntersNoStateTwice) {
  const sim::SearchSpec spec = sim::spec_for(
      sim::ask("set_px_lua", "pause=1,crash=1", Property::owner_only_release, "retry_jitter_ms=0"));
  sim::SearchTask task = spec.task();
  task.kind = sim::SearchKind::exhaustive;
  const std::atomic<bool> cancelled = false;
  const auto states = [&](std::uint32_t threads) {
    return search_in_parallel(task, {{}, threads}, cancelled).found.counts.states;
  };
  EXPECT_EQ(states(8), states(1));
}

/// A team that forwards every call to a ThreadTeam.
class Relayed : public sim::SearchTeam {
 public:
  bool begin(const std::vector<sim::SearchPiece>& pieces) override { return team_.begin(pieces); }
  std::optional<sim::SearchPiece> take() override { return team_.take(); }
  bool hungry() override { return team_.hungry(); }
  void give(sim::SearchPiece piece) override { team_.give(std::move(piece)); }
  bool enter(std::uint64_t state, std::uint32_t steps, std::uint32_t& asleep,
             bool& fresh) override {
    return team_.enter(state, steps, asleep, fresh);
  }
  std::uint64_t memory() const override { return team_.memory(); }
  void note(std::size_t property, const sim::Path& path, bool by_chance) override {
    team_.note(property, path, by_chance);
  }
  std::optional<sim::Path> best(std::size_t property, bool by_chance) const override {
    return team_.best(property, by_chance);
  }
  std::uint32_t steps_of_best(std::size_t property, bool by_chance) const override {
    return team_.steps_of_best(property, by_chance);
  }
  void stop() override { team_.stop(); }
  bool stopped() const override { return team_.stopped(); }

 protected:
  explicit Relayed(std::uint32_t members) { team_.is_complete(members); }
  ThreadTeam team_;
};

/// A team of one member that gives away the rest of a branch point at every fifth call of hungry(),
/// and later takes it back as another member would.
class Alone final : public Relayed {
 public:
  Alone() : Relayed(1) {}
  std::optional<sim::SearchPiece> take() override {
    if (aside_.empty()) return team_.take();
    const sim::SearchPiece piece = std::move(aside_.back());
    aside_.pop_back();
    return piece;
  }
  bool hungry() override { return ++asked_ % 5 == 0; }
  void give(sim::SearchPiece piece) override { aside_.push_back(std::move(piece)); }

 private:
  std::vector<sim::SearchPiece> aside_;
  std::uint64_t asked_ = 0;
};

TEST(ParallelSearch, WorkThatIsTakenUpElsewhereHasTheSameOutcome) {
  struct Asked {
    const char *strategy, *faults, *set;
  };
  for (const auto& [strategy, faults, set] :
       {Asked{"set_px_lua", "pause=1", ""}, Asked{"redlock", "crash=1", ""},
        Asked{"set_px_lua", "stop=1", "wait_ms=120"}, Asked{"setnx_del", "lose=1", "rounds=2"}}) {
    SCOPED_TRACE(fmt::format("{} {} {}", strategy, faults, set));
    const sim::SearchSpec spec = spec_of(strategy, faults, set);
    sim::SearchTask task = spec.task();
    task.kind = sim::SearchKind::exhaustive;
    const sim::SearchResult whole = sim::search(task);
    Alone alone;
    const sim::SearchResult taken_up = sim::search_together(task, {}, alone, true);
    EXPECT_EQ(sim::broken_in(taken_up), sim::broken_in(whole));
    EXPECT_TRUE(taken_up.exhausted);
  }
}

/// A team whose threads run one at a time, 32 transitions each, like threads of equal speed on
/// separate cores.
class InTurn final : public Relayed {
 public:
  explicit InTurn(std::uint32_t members) : Relayed(members), works_(members) {}

  /// Makes the calling thread this member, and waits for its turn.
  void join_as(std::uint32_t member) {
    me = member;
    come();
  }
  void leave() {
    const std::lock_guard lock(mutex_);
    works_[me] = false;
    pass_on();
  }

  bool begin(const std::vector<sim::SearchPiece>& pieces) override {
    leave();
    const bool begun = team_.begin(pieces);
    come();
    return begun;
  }
  std::optional<sim::SearchPiece> take() override {
    leave();
    auto piece = team_.take();
    come();
    return piece;
  }
  /// Called before each transition; passes the turn on after every 32.
  bool hungry() override {
    constexpr std::uint32_t transitions_at_a_time = 32;
    if (++asked_ % transitions_at_a_time == 0) {
      {
        const std::lock_guard lock(mutex_);
        pass_on();
      }
      come();
    }
    return team_.hungry();
  }

 private:
  void come() {
    std::unique_lock lock(mutex_);
    works_[me] = true;
    if (!works_[turn_]) turn_ = me;
    changed_.notify_all();
    changed_.wait(lock, [&] { return turn_ == me; });
  }
  void pass_on() {
    for (std::size_t i = 1; i <= works_.size(); ++i) {
      const std::uint32_t next = (me + i) % works_.size();
      if (!works_[next]) continue;
      turn_ = next;
      break;
    }
    changed_.notify_all();
  }

  static thread_local std::uint32_t me;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<bool> works_;
  std::uint32_t turn_ = 0;
  std::uint64_t asked_ = 0;  ///< calls of hungry() by the running member
};

thread_local std::uint32_t InTurn::me = 0;

TEST(ParallelSearch, KeepsAllThreadsBusy) {
  constexpr std::uint32_t members = 8;
  sim::Question question = sim::ask("set_px_lua", "pause=1,crash=1", Property::owner_only_release);
  const sim::SearchSpec spec = sim::spec_for(question);
  const sim::SearchTask task = spec.task();
  InTurn team(members);
  std::vector<std::uint64_t> transitions(members);
  {
    std::vector<std::jthread> threads;
    for (std::uint32_t i = 0; i < members; ++i)
      threads.emplace_back([&, i] {
        team.join_as(i);
        transitions[i] = sim::search_together(task, {}, team, i == 0).counts.transitions;
        team.leave();
      });
  }
  const auto sum = std::accumulate(transitions.begin(), transitions.end(), std::uint64_t{0});
  const auto most = *std::max_element(transitions.begin(), transitions.end());
  EXPECT_LE(static_cast<double>(most), 1.2 * static_cast<double>(sum) / members)
      << testing::PrintToString(transitions);
}

TEST(ParallelSearch, EndsForAllWhenItIsCancelled) {
  const sim::SearchSpec spec =
      sim::spec_for(sim::ask("redlock", "power=1,pause=1", Property::quota));
  std::atomic<bool> cancelled = false;
  const TimedResult result = search_in_parallel(spec.task(), {{}, 4}, cancelled,
                                                [&](const SearchProgress&) { cancelled = true; });
  EXPECT_FALSE(result.found.exhausted);
}

}  // namespace
}  // namespace locklab::app
