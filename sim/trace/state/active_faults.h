// The active faults of one kind, by place and token. Several may be active at once: a client is
// paused while any pause of it is active. An end removes only the fault of its token; token 0
// removes all. A fault without a token (from an old trace or another program) is ended only by
// token 0.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/trace/fingerprint.h"

namespace locklab::sim {

/// `Place` is ClientId or NodeId.
template <class Place>
class ActiveFaults {
 public:
  /// Adds a fault; has no effect if it is already active.
  void begin(Place place, std::uint16_t token) {
    const One one{place, token};
    const auto at = std::lower_bound(all_.begin(), all_.end(), one);
    if (at == all_.end() || !(*at == one)) all_.insert(at, one);
  }
  void end(Place place, std::uint16_t token) {
    std::erase_if(all_, [&](const One& one) {
      return one.place == place && (token == 0 || one.token == token);
    });
  }
  bool any(Place place) const {
    const auto at = std::lower_bound(all_.begin(), all_.end(), One{place, 0});
    return at != all_.end() && at->place == place;
  }
  void fingerprint(Fingerprint& print) const {
    for (const One& one : all_)
      print.add(std::uint64_t{index(one.place)} << 16 | std::uint64_t{one.token});
  }
  bool operator==(const ActiveFaults&) const = default;

 private:
  struct One {
    Place place;
    std::uint16_t token;
    auto operator<=>(const One&) const = default;
  };
  std::vector<One> all_;  ///< sorted, so that equal sets of faults compare equal
};

}  // namespace locklab::sim
