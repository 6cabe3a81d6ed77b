#include "sim/explore/strike_tally.h"

#include <algorithm>

#include "sim/explore/searched_world.h"

namespace locklab::sim {

void StrikeCounts::add(const StrikeCounts& other) {
  times += other.times;
  holding += other.holding;
  acquiring += other.acquiring;
  releasing += other.releasing;
}

bool strikes_somebody_in(Phase phase, const Fault& fault, const SearchedWorld& before) {
  if (fault.client != no_client) return before.phase_of(index(fault.client)) == phase;
  for (std::size_t c = 0; c < before.world.trace().info.clients.size(); ++c)
    if (before.phase_of(c) == phase) return true;
  return false;
}

void StrikeTally::count(StrikeKind kind, const Fault& fault, const SearchedWorld& before) {
  StrikeCounts& all = counts_[static_cast<std::size_t>(kind)];
  const auto in = [&](Phase phase) { return strikes_somebody_in(phase, fault, before); };
  ++all.times;
  all.holding += in(Phase::hold) ? 1 : 0;
  all.acquiring += in(Phase::acquire) || in(Phase::wait) ? 1 : 0;
  all.releasing += in(Phase::release) ? 1 : 0;
}

void StrikeTally::add(const StrikeTally& other) {
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i].add(other.counts_[i]);
}

std::vector<StrikeKind> kinds_in(const Budget& budget) {
  std::vector<StrikeKind> kinds;
  for (const Allowance& allowed : budget)
    if (std::find(kinds.begin(), kinds.end(), allowed.kind) == kinds.end())
      kinds.push_back(allowed.kind);
  return kinds;
}

Sentence strike_words(std::string_view fault, const StrikeCounts& counts) {
  const Sentence words =
      say("{} struck {} times: {} times somebody who held, {} who was acquiring, {} who was "
          "releasing",
          fault, counts.times, counts.holding, counts.acquiring, counts.releasing);
  const bool several = counts.holding + counts.acquiring + counts.releasing > counts.times;
  return several ? say("{} (one strike may strike several)", words) : words;
}

Sentence vacuity_words(std::string_view fault, const StrikeCounts& counts) {
  if (!counts.vacuous()) return {};
  if (counts.times == 0)
    return say("vacuous for {}: in no schedule was there anything that it could strike", fault);
  return say("vacuous for {}: it struck only while nobody held, acquired or released", fault);
}

}  // namespace locklab::sim
