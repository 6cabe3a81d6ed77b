// The traits of a lock. Code that depends on a trait checks for it here, and never for a strategy's
// name.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace locklab {

enum class Trait : std::uint8_t {
  exclusive,          ///< promises one holder at a time
  atomic_step,        ///< the protected work is one atomic command: no update is lost
  limits_rate,        ///< limits admissions to LockConfig::limit per window
  leased,             ///< a hold has a lease, so that a dead holder does not block the lock forever
  owner_checked,      ///< a release checks the owner before it removes the key
  releases_failures,  ///< a failed attempt sends a release for what it may have been granted
  fenced,             ///< each grant draws a fencing token greater than all before it
  survives_minority,  ///< works while a minority of its nodes is down
  needs_replicas,     ///< a grant counts once LockConfig::replicas replicas have it
  reads_wall_clock,   ///< uses the wall clock, whatever LockConfig::clock says
  watches_lease,      ///< a holder has its own timers, for the end of its lease or its renewal
  reentrant,          ///< a holder may acquire it again, and releases it as often
  shared_mode,        ///< supports Mode::shared as well as Mode::exclusive
  counts_permits,     ///< a hold takes LockConfig::permits of LockConfig::capacity
  several_keys,       ///< one claim takes LockConfig::more_keys too, all or none
};

class Traits {
 public:
  constexpr Traits() = default;
  constexpr Traits(std::initializer_list<Trait> traits) {
    for (const Trait trait : traits) bits_ |= bit(trait);
  }
  constexpr bool has(Trait trait) const { return (bits_ & bit(trait)) != 0; }

 private:
  static constexpr std::uint32_t bit(Trait trait) {
    return std::uint32_t{1} << static_cast<unsigned>(trait);
  }
  std::uint32_t bits_ = 0;
};

}  // namespace locklab
