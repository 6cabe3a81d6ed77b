// The state of clients, nodes, links and messages that the rules of a history keep.
#pragma once

#include <cstdint>
#include <map>
#include <set>

#include "lock/ids.h"
#include "sim/trace/event.h"

namespace locklab::sim {

struct ClientHistory {
  bool crashed = false;
  std::int64_t crashed_at = -1;
  std::multiset<std::uint16_t> pauses;
  std::int64_t awake_since = -1;
  // The client's own clock: its reading at a time, and its drift since.
  std::int64_t read = 0;
  std::int64_t read_at = 0;
  std::int64_t ppm = 0;
  std::int64_t clock(std::int64_t at) const {
    return read + (at - read_at) + (at - read_at) * ppm / 1'000'000;
  }
};

struct NodeHistory {
  bool dead = false;
  std::int64_t died_at = -1;
  std::int64_t risen_at = -1;
  std::multiset<std::uint16_t> kills;
  std::int64_t by_hand = 0;  ///< restarts that no fault planned
  std::multiset<std::uint16_t> stops;
  std::int64_t awake_since = -1;
  std::set<std::uint16_t> keys;
  std::int64_t lost_power_at = -1;
  Event last_ran;
};

struct LinkHistory {
  struct Cut {
    std::uint8_t ways;
    std::int64_t since;
  };
  std::map<std::uint16_t, Cut> cuts;
  std::set<std::uint16_t> holds;
  std::map<std::uint16_t, std::int64_t> slowed_by;
};

struct MessageHistory {
  ClientId client = no_client;
  NodeId node = no_node;
  std::int64_t sent_at = -1;
  /// Latest possible time of leaving its client's machine. A connection opened while its link is
  /// cut begins when the cut ends.
  std::int64_t left_at = -1;
  std::int64_t sent_at_own = 0;  ///< by its client's clock
  std::int64_t slowed_by = 0;    ///< at least
  std::int64_t ran_at = -1;
  bool waits = false;  ///< a WAIT, to which the node may reply later
  bool received = false;
  bool unanswered = false;  ///< its node died or froze just after running it
};

}  // namespace locklab::sim
