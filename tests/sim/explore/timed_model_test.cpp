// The explorer and a small model that shares no code with the lab agree on random worlds: a promise
// broken in one is broken in the other (tests/support/timed_model.h). LOCKLAB_SEED=n repeats a
// failure.
#include "tests/support/timed_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "tests/sim/explore/exploring.h"
#include "tests/support/environment.h"

#include "sim/trace/fingerprint.h"
#include "sim/world/dice.h"

namespace locklab::sim {
namespace {

using timed::ModelAnswer;
using timed::ModelFault;
using timed::ModelLock;
using timed::ModelQuestion;

constexpr const char* model_locks[] = {"setnx_del",        "setnx_expire", "setnx_expire_lua",
                                       "getset_timestamp", "set_px_del",   "set_px_get_del",
                                       "set_px_lua",       "watchdog",     "set_wait"};
constexpr const char* model_faults[] = {"crash", "pause", "clock_jump", "drift",
                                        "lose",  "hold",  "kill"};
constexpr Property modelled[] = {Property::mutual_exclusion, Property::no_lost_update,
                                 Property::owner_only_release};

/// One world, as a question to the model and to the explorer.
struct ModelledWorld {
  ModelQuestion model;
  Question question;

  std::string line() const {
    return fmt::format(
        "locklab explore --strategy {} --clients {} --rounds {} --faults '{}' --set '{}' --search "
        "exhaustive",
        question.strategy, *question.clients, *question.rounds, question.faults, question.set);
  }
};

class ModelledWorlds {
 public:
  explicit ModelledWorlds(std::uint64_t seed) : dice_(fingerprint_of(seed ^ 0x30de1)) {}

  ModelledWorld draw() {
    ModelledWorld world;
    ModelQuestion& model = world.model;
    model.lock = static_cast<ModelLock>(dice_.below(std::size(model_locks)));
    model.clients = one_in(6) ? 3 : 2;
    model.rounds = one_in(4) ? 2 : 1;
    times(model);
    Question& question = world.question;
    question.strategy = model_locks[static_cast<std::size_t>(model.lock)];
    question.clients = model.clients;
    question.rounds = model.rounds;
    question.set = fmt::format(
        "ttl_ms={}, node_timeout_ms={}, retry_delay_ms={}, retry_jitter_ms={}, work_ms={}, "
        "latency_ms={}, wait_ms={}, allow_short_ttl=true",
        ms(model.ttl), ms(model.node_timeout), ms(model.retry_delay), ms(model.retry_jitter),
        ms(model.work), ms(model.latency), ms(model.wait));
    if (model.start[1] > 0)
      question.set += fmt::format(", client={{bob={{start_ms={}}}}}", ms(model.start[1]));
    if (model.lock == ModelLock::watchdog)
      question.set += fmt::format(", period_ms={}", ms(model.renew_period));
    if (model.lock == ModelLock::set_wait)
      question.set += fmt::format(", wait_timeout_ms={}", ms(model.wait_timeout));
    question.faults = faults(model);
    return world;
  }

 private:
  bool one_in(std::uint64_t n) { return dice_.below(n) == 0; }
  timed::Us among(std::initializer_list<double> values) {
    return static_cast<timed::Us>(*(values.begin() + dice_.below(values.size())) * 1000);
  }
  static double ms(timed::Us us) { return static_cast<double>(us) / 1000; }

  void times(ModelQuestion& model) {
    model.latency = one_in(5) ? among({0.5, 2}) : 1'000;
    model.ttl = among({5, 6, 8, 10, 12, 15, 20});
    model.node_timeout = 2 * model.latency + among({0.5, 1, 1, 2, 3, 5});
    model.retry_delay = among({1, 2, 3, 4, 5, 8});
    model.retry_jitter = among({0, 0.5, 1, 2, 3});
    model.work = among({0, 1, 2, 3, 5});
    if (one_in(2)) model.work = std::max<timed::Us>(model.ttl - among({2, 3, 4, 5, 6, 8}), 0);
    if (one_in(3)) model.work = model.retry_delay + among({-1, -0.5, 0, 0.5, 1, 2});
    if (one_in(4)) (one_in(2) ? model.work : model.retry_delay) += 500;
    model.wait = one_in(2) ? model.work + among({3, 5, 8}) : model.ttl + among({-1, 0, 2, 4});
    model.wait = std::clamp<timed::Us>(model.wait, 1'000, 24'000);
    model.work = std::max<timed::Us>(model.work, 0);
    if (one_in(3)) model.start[1] = among({0.5, 1, 2, 3, 4, 6});
    model.renew_period = among({2, 3, 4, 5});
    model.wait_timeout = among({1, 2, 3, 4, 6});
    if (model.lock == ModelLock::set_wait && one_in(2))
      model.work = std::max<timed::Us>(model.ttl - model.wait_timeout - among({0, 1, 2, 3}), 0);
    model.lag = 1'000;
  }

  std::string faults(ModelQuestion& model) {
    const std::uint64_t chance = dice_.below(8);
    std::string text;
    for (int count = chance == 0 ? 0 : chance == 1 ? 2 : 1; count > 0; --count) {
      auto fault = static_cast<ModelFault>(dice_.below(std::size(model_faults)));
      if (model.lock == ModelLock::set_wait && one_in(2)) fault = ModelFault::kill;
      const bool of_clocks = fault == ModelFault::jump || fault == ModelFault::drift;
      if (model.lock == ModelLock::set_wait && of_clocks) continue;
      std::uint8_t& budget = model.budget[static_cast<std::size_t>(fault)];
      if (budget > 0) continue;
      budget = 1;
      const bool replica = model.lock == ModelLock::set_wait && fault == ModelFault::kill;
      text += fmt::format("{}{}{}=1", text.empty() ? "" : ",",
                          model_faults[static_cast<std::size_t>(fault)], replica ? "@n2" : "");
    }
    return text;
  }

  RandomBits dice_;
};

/// Gives the explorer's sizes of faults to the model.
void take_sizes(const StrikeSizes& sizes, ModelQuestion& model) {
  for (const Duration jump : sizes.jumps) model.jumps.push_back(us(jump));
  model.drifts.assign(sizes.drifts.begin(), sizes.drifts.end());
  model.longest = us(sizes.heals);
  model.least_outage = us(sizes.least_outage);
  model.longest_outage = us(sizes.down);
}

/// True if the path may need times that the model does not try: a pause off its grid of 0.5 ms,
/// those of a clock that drifts off the grid, and those of a kill if pauses between retries are
/// random.
bool leaves_the_model(const ModelQuestion& model, const Path& path) {
  for (const Draw& draw : path.schedule.draws)
    if (draw.amount % 500 != 0) return true;
  const auto allows = [&](ModelFault fault) {
    return model.budget[static_cast<std::size_t>(fault)] > 0;
  };
  return allows(ModelFault::drift) || (allows(ModelFault::kill) && model.retry_jitter > 0);
}

struct Compared {
  std::uint64_t both = 0, model_too_large = 0, search_too_large = 0, broken = 0, states = 0;
  std::uint64_t left_out = 0;  ///< worlds with a violation that the search leaves out
};

SearchResult searched(const SearchSpec& spec, std::uint64_t most_states) {
  SearchTask task = depth_first(spec);
  task.most_states = most_states;
  return search(task);
}

void compare(ModelledWorld world, Compared& compared) {
  world.question.every = true;
  SearchSpec spec = spec_for(world.question);
  spec.wanted = {Property::mutual_exclusion, Property::no_lost_update,
                 Property::owner_only_release};
  take_sizes(spec.sizes, world.model);
  const ModelAnswer model = timed::answer_of(world.model);
  compared.states += model.states;
  const SearchResult result = searched(spec, 150'000);
  compared.model_too_large += !model.finished;
  compared.search_too_large += !result.exhausted && broken_in(result).size() < 3;
  compared.both += model.finished && result.exhausted;
  bool left_out = false;
  for (std::size_t i = 0; i < std::size(modelled); ++i) {
    const Property property = modelled[i];
    const auto& path = result.broken[static_cast<std::size_t>(property)];
    compared.broken += !model.broken[i].empty();
    if (!model.broken[i].empty() && !path && result.exhausted) {
      left_out = true;
      EXPECT_TRUE(result.used_series || is_found_between_events(spec, property))
          << name(property) << " holds, says the search; the model breaks it:\n"
          << model.broken[i];
    }
    if (path && model.broken[i].empty() && model.finished &&
        !leaves_the_model(world.model, *path)) {
      const auto run = breaking_run(spec, property, *path);
      ADD_FAILURE() << name(property) << " holds, says the model; the search breaks it:\n"
                    << (run ? fmt::format("  locklab run '{}'\n  {}", run->run, run->why)
                            : "  but not when it runs again");
    }
  }
  compared.left_out += left_out;
}

class TimedModel : public testing::TestWithParam<std::uint64_t> {};

TEST_P(TimedModel, BreaksWhatTheSearchBreaks) {
  constexpr std::uint64_t blocks = 4;
  const RandomCases cases = random_cases(240, GetParam(), blocks);
  Compared compared;
  for (std::uint64_t seed = cases.first; seed < cases.first + cases.count; ++seed) {
    const ModelledWorld world = ModelledWorlds(seed).draw();
    SCOPED_TRACE(fmt::format("LOCKLAB_SEED={}: {}", seed, world.line()));
    compare(world, compared);
  }
  fmt::print(
      "{} of {} worlds were searched to the end by both ({} too large for the model, {} for the "
      "search); {} promises broken, in {} worlds by what the search leaves out; {} states of the "
      "model\n",
      compared.both, cases.count, compared.model_too_large, compared.search_too_large,
      compared.broken, compared.left_out, compared.states);
  EXPECT_GE(compared.both, cases.repeats ? 0 : cases.count / 3);
  EXPECT_LE(compared.left_out, 1 + cases.count / 20);
}

INSTANTIATE_TEST_SUITE_P(Blocks, TimedModel, testing::Range<std::uint64_t>(0, 4));

}  // namespace
}  // namespace locklab::sim
