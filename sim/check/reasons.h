// Why it could happen: the part of a verdict's sentence that a student learns from. Read from the
// trace once a promise is known to be broken, so that the checks themselves need not remember any
// of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "lock/trace.h"

namespace locklab::sim {

/// Whose a key is. A replica's copy was set by no client: it goes back to the command that set the
/// same value. Ask for every key_set of one key, in order.
class Origins {
 public:
  explicit Origins(const Trace& trace) : trace_(trace) {}
  const Event& of(std::size_t key_set);

 private:
  const Trace& trace_;
  std::map<std::string_view, std::size_t> by_value_;
};

/// Why the lock let another client in beside the one that entered at `earlier`: "alice had been
/// paused since 13 ms and its lease had run out on n1 at 62.4 ms". Empty: the trace does not tell.
std::string why_let_in(const Trace& trace, std::size_t earlier, std::size_t later);

/// Who still has the keys of `lock` at `event`: "n1 still holds the key of alice, who crashed at 14
/// ms, without expiry". Empty: nobody.
std::string who_blocks(const Trace& trace, std::uint16_t lock, std::size_t event);

/// "bob" or "bob and carol": the first few that wait for `lock` at `event`.
std::string who_waits(const Trace& trace, std::uint16_t lock, std::size_t event);

/// The nodes that are down or cut off at `event`: "n4 and n5".
std::string lost_nodes(const Trace& trace, std::size_t event);

}  // namespace locklab::sim
