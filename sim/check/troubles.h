// Faults that affected a hold: those of its client, of the nodes that it asked and of the links
// between them, as facts with their times. A sentence about a breach adds them where the breach
// itself does not show its cause: a write that was delayed in the network, a node that was frozen.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// Kinds of troubles, as bits.
enum class Trouble : std::uint8_t {
  pause = 1,         ///< its client was paused
  client_clock = 2,  ///< its client's clock ran slow or fast
  node_clock = 4,    ///< a node's clock ran slow or fast
  frozen_node = 8,
  delay = 16,  ///< a link to one of the lock's nodes was held or slow
  cut = 32,    ///< a link was cut
  cut_from_resource = 64,
  delay_at_resource = 128,  ///< the link to the resource was held or slow
  all = 255,
};
constexpr bool has(Trouble all, Trouble one) {
  return (static_cast<unsigned>(all) & static_cast<unsigned>(one)) != 0;
}
constexpr Trouble operator|(Trouble a, Trouble b) {
  return static_cast<Trouble>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}

constexpr Trouble without(Trouble all, Trouble some) {
  return static_cast<Trouble>(static_cast<unsigned>(all) & ~static_cast<unsigned>(some));
}

/// The faults that affected the acquisition of the event at `hold` between its first request and
/// the event at `until`: "alice's requests to stock were held from 3 ms to 91 ms". Empty if there
/// were none.
Sentence troubles_of(const Trace& trace, std::size_t hold, std::size_t until,
                     Trouble kinds = Trouble::all);

}  // namespace locklab::sim
