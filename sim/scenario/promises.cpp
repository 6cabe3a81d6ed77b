#include "sim/scenario/promises.h"

#include "lock/strategy.h"

namespace locklab::sim {

namespace {

using enum Property;

struct TraitPromises {
  Trait trait;
  Properties promises;
};

constexpr TraitPromises by_trait[] = {
    {Trait::exclusive, {mutual_exclusion, no_lost_update}},
    // The resource is a key in Redis, so the lock answers for its durability.
    {Trait::atomic_step, {no_lost_update, durability}},
    {Trait::limits_rate, {quota}},
    {Trait::leased, {no_deadlock, availability}},
    {Trait::owner_checked, {owner_only_release}},
    {Trait::releases_failures, {clean_failure}},
    {Trait::fenced, {fencing}},
    {Trait::survives_minority, {fault_tolerance}},
    {Trait::reentrant, {reentrancy}},
};

}  // namespace

Properties promised_by(std::string_view strategy) {
  const Strategy* const known = find_strategy(strategy);
  return known ? promised_by(*known) : Properties{};
}

Properties promised_by(const Strategy& strategy) {
  Properties promises;
  for (const TraitPromises& row : by_trait)
    if (strategy.traits.has(row.trait)) promises = promises | row.promises;
  return promises;
}

}  // namespace locklab::sim
