// Questions about small random worlds, for the explorer's random tests.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "lock/strategy.h"
#include "sim/explore/explore.h"
#include "sim/trace/fingerprint.h"
#include "sim/world/dice.h"
#include "tests/support/environment.h"

namespace locklab::sim {

/// A question, with the properties to search for.
struct Asked {
  Question question;
  Properties wanted;  ///< empty: those that the strategy promises
};

class ImaginedWorlds {
 public:
  explicit ImaginedWorlds(std::uint64_t seed) : dice_(fingerprint_of(seed)) {}

  Asked world() {
    const Strategy& strategy = strategies()[dice_.below(strategies().size())];
    asynchronous_ = one_in(3) && strategy.topology != Topology::none;
    Asked asked;
    Question& question = asked.question;
    question.strategy = strategy.id;
    question.clients = one_in(5) ? 1 : 2;
    question.rounds = one_in(4) ? 2 : 1;
    if (strategy.topology == Topology::masters) question.nodes = one_in(3) ? 2 : 3;
    cluster_ = strategy.topology == Topology::single &&
               !strategy.traits.has(Trait::needs_replicas) && one_in(4);
    if (cluster_) question.nodes = one_in(4) ? 3 : 2;
    if (!one_in(4)) question.faults = fault(strategy);
    question.set = settings(strategy);
    if (one_in(2)) asked.wanted = Properties((1u << property_count) - 1);
    if (one_in(4)) asked.wanted = {static_cast<Property>(dice_.below(property_count))};
    // Without time, some properties cannot be judged: spec_for() then chooses the properties.
    if (asynchronous_) asked.wanted = Properties{};
    return asked;
  }

 private:
  bool one_in(std::uint64_t n) { return dice_.below(n) == 0; }
  std::uint64_t among(std::initializer_list<std::uint64_t> values) {
    return *(values.begin() + dice_.below(values.size()));
  }

  std::string fault(const Strategy& strategy) {
    static constexpr std::array anytime{StrikeKind::crash, StrikeKind::clock_jump,
                                        StrikeKind::foreign_release};
    const auto kinds = static_cast<std::uint64_t>(StrikeKind::count_);
    StrikeKind kind = static_cast<StrikeKind>(dice_.below(kinds));
    if (asynchronous_) kind = anytime[dice_.below(anytime.size())];
    const bool of_masters = kind == StrikeKind::failover || kind == StrikeKind::split_brain;
    if (of_masters && (strategy.topology != Topology::single || cluster_)) kind = StrikeKind::pause;
    std::string text(name(kind));
    dies_ = kind == StrikeKind::kill || kind == StrikeKind::power || kind == StrikeKind::failover;
    const bool of_nodes = dies_ || kind == StrikeKind::clock_jump || kind == StrikeKind::drift ||
                          kind == StrikeKind::stop || kind == StrikeKind::split_brain ||
                          kind == StrikeKind::remove;
    const char* const times = kind == StrikeKind::failover && one_in(3) ? "=2" : "=1";
    if (of_nodes) return text + (one_in(8) ? "@n1" : "") + times;
    const auto phase = static_cast<Phase>(dice_.below(5));
    const bool foreign = kind == StrikeKind::foreign_release;
    if (one_in(4)) text += "@" + std::string(name(foreign ? Phase::wait : phase));
    if (one_in(8)) text += "@alice";
    return text + "=1";
  }

  std::string settings(const Strategy& strategy) {
    std::string set = fmt::format(
        "ttl_ms={}, node_timeout_ms={}, retry_delay_ms={}, retry_jitter_ms={}, work_ms={}, "
        "wait_ms={}, latency_ms={}, allow_short_ttl=true",
        among({10, 15, 40}), among({3, 5, 8}), among({2, 5, 10}), among({0, 0, 3}),
        among({0, 1, 2, 5, 20}), asynchronous_ ? 1 : among({1, 8, 20}), among({1, 2}));
    if (asynchronous_) set += ", semantics=\"asynchronous\"";
    if (cluster_) set += ", cluster=true";
    if (!asynchronous_ && one_in(6)) set += ", jitter_ms=1";
    if (one_in(8)) set += ", think_ms=2";
    if (dies_ && !one_in(3))
      set += one_in(3) ? ", persistence=\"everysec\"" : ", persistence=\"always\"";
    const auto sometimes = [&](std::string_view key, std::string_view value) {
      if (!find_switch(strategy, key) || one_in(2)) return;
      set += fmt::format(", {}={}", key, value);
    };
    sometimes("order", "\"parallel\"");
    sometimes("clock", "\"wall\"");
    sometimes("check_validity", "false");
    sometimes("release_all", "false");
    sometimes("on_lost", "\"ignore\"");
    sometimes("renew", "\"expire\"");
    sometimes("how", "\"multi\"");
    sometimes("sell", "\"lua\"");
    sometimes("limit", "1");
    sometimes("window_ms", "10");
    sometimes("wait_timeout_ms", "3");
    if (!asynchronous_) sometimes("period_ms", "4");
    return set;
  }

  RandomBits dice_;
  bool asynchronous_ = false;
  bool cluster_ = false;
  bool dies_ = false;  ///< a node may die, so persistence matters
};

}  // namespace locklab::sim
