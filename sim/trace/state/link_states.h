// The faults of links between clients and nodes: cut, held, slowed. Each fault has a place and a
// token. An end removes only the fault of its token; token 0 removes all that it applies to: a heal
// ends cuts, holds and slows, a release ends holds. A fault without a client or a node applies to
// all of them, and an end for one of them lifts it only there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/trace/event.h"
#include "sim/trace/fingerprint.h"

namespace locklab::sim {

/// All faults of one link.
struct LinkState {
  std::uint8_t cut = 0;        ///< bit 0 requests, bit 1 replies
  std::uint8_t held = 0;       ///< as cut
  std::int64_t slowed_us = 0;  ///< added one-way latency; several slows add up
  bool broken() const { return cut != 0 || held != 0; }
  bool operator==(const LinkState&) const = default;
};

/// A link; no_client and no_node stand for every client and every node.
struct LinkPlace {
  ClientId client = no_client;
  NodeId node = no_node;
  auto operator<=>(const LinkPlace&) const = default;
};

struct StandingLinkFault {
  enum class Kind : std::uint8_t { cut, hold, slow };

  LinkPlace place;
  Kind kind = Kind::cut;
  std::uint16_t token = 0;
  std::uint8_t ways = 0;  ///< cut, hold: bit 0 requests, bit 1 replies
  std::int64_t slowed_us = 0;
  std::vector<LinkPlace> lifted{};  ///< where an end of narrower scope has lifted it
  bool operator==(const StandingLinkFault&) const = default;
};

class LinkStates {
 public:
  /// Adds a fault. It replaces one of the same place, kind and token, and then also has that one's
  /// directions.
  void begin(StandingLinkFault fault);
  /// Ends cuts, holds and slows of `place`: the one of `token`, or all with token 0.
  void heal(const LinkPlace& place, std::uint16_t token) { end(place, token, false); }
  /// Ends holds of `place`, as heal() does.
  void release(const LinkPlace& place, std::uint16_t token) { end(place, token, true); }

  /// The faults of a link; with no_client or no_node, those that apply to all of them.
  LinkState at(ClientId client, NodeId node) const;
  bool broken(ClientId client, NodeId node) const {
    return !standing_.empty() && at(client, node).broken();
  }
  /// The active faults, sorted by client; those that apply to every client come last.
  std::span<const StandingLinkFault> standing() const { return standing_; }
  void fingerprint(Fingerprint& print) const;
  bool operator==(const LinkStates&) const = default;

 private:
  void end(const LinkPlace& place, std::uint16_t token, bool holds_only);

  std::vector<StandingLinkFault> standing_;
};

}  // namespace locklab::sim
