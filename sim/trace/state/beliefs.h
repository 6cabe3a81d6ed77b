// Which clients believe that they hold which locks: from `acquired` until they know that their
// lease is over, begin to release, or crash. A release of something else (a foreign one) ends no
// belief.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/trace/event.h"

namespace locklab::sim {

/// One acquisition that its client believes in.
struct Belief {
  ClientId client = no_client;
  std::uint16_t lock = no_name;
  std::uint32_t acquisition = 0;
  std::uint32_t acquired = 0;  ///< the event
  bool operator==(const Belief&) const = default;
};

class Beliefs {
 public:
  /// The next event of a trace, with its index. True: what its client believes has changed.
  bool on(const Event& event, std::size_t index);

  bool any(ClientId client) const;
  /// The latest acquisition of that lock that it believes in; null: it believes in none.
  const Belief* find(ClientId client, std::uint16_t lock) const;
  /// In the order in which they began.
  const std::vector<Belief>& all() const { return all_; }
  bool operator==(const Beliefs&) const = default;

 private:
  std::vector<Belief> all_;
};

}  // namespace locklab::sim
