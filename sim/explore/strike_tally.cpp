#include "sim/explore/strike_tally.h"

#include <algorithm>

namespace locklab::sim {

void StrikeTally::count(StrikeKind kind, const Fault& fault, const SearchedWorld& before) {
  StrikeCounts& all = counts_[static_cast<std::size_t>(kind)];
  std::array<bool, static_cast<std::size_t>(Phase::count_)> struck{};
  const auto strikes = [&](std::size_t client) {
    struck[static_cast<std::size_t>(before.phase_of(client))] = true;
  };
  if (fault.client != no_client) {
    strikes(index(fault.client));
  } else {
    for (std::size_t c = 0; c < before.world.trace().info.clients.size(); ++c) strikes(c);
  }
  const auto was = [&](Phase phase) { return struck[static_cast<std::size_t>(phase)]; };
  ++all.times;
  all.holding += was(Phase::hold) ? 1 : 0;
  all.acquiring += was(Phase::acquire) || was(Phase::wait) ? 1 : 0;
  all.releasing += was(Phase::release) ? 1 : 0;
}

void StrikeTally::add(const StrikeTally& other) {
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    counts_[i].times += other.counts_[i].times;
    counts_[i].holding += other.counts_[i].holding;
    counts_[i].acquiring += other.counts_[i].acquiring;
    counts_[i].releasing += other.counts_[i].releasing;
  }
}

std::vector<StrikeKind> kinds_in(const Budget& budget) {
  std::vector<StrikeKind> kinds;
  for (const Allowance& allowed : budget)
    if (std::find(kinds.begin(), kinds.end(), allowed.kind) == kinds.end())
      kinds.push_back(allowed.kind);
  return kinds;
}

Sentence strike_words(std::string_view fault, const StrikeCounts& counts) {
  return say(
      "{} struck {} times: {} times somebody who held, {} who was acquiring, {} who was "
      "releasing",
      fault, counts.times, counts.holding, counts.acquiring, counts.releasing);
}

Sentence vacuity_words(std::string_view fault, const StrikeCounts& counts) {
  if (!counts.vacuous()) return {};
  if (counts.times == 0)
    return say("vacuous for {}: in no schedule was there anything that it could strike", fault);
  return say("vacuous for {}: it struck only while nobody held, acquired or released", fault);
}

}  // namespace locklab::sim
