// How somebody outside the run removes keys from a running node.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sim/trace/event.h"

namespace locklab::sim {

enum class KeyRemoval : std::uint8_t {
  del,      ///< DEL of the run's locks; keys beside a lock, such as its fencing token, stay
  flush,    ///< FLUSHALL: every key of the node
  evicted,  ///< eviction under a volatile policy: every key of the node that has a lease
  count_,
};

/// The words in scenarios, in the order of the values.
inline constexpr std::array<std::string_view, static_cast<std::size_t>(KeyRemoval::count_)>
    key_removal_words{"del", "flush", "evicted"};

constexpr std::string_view name(KeyRemoval how) {
  return key_removal_words[static_cast<std::size_t>(how)];
}

/// How the trace records a key that was removed in this way.
constexpr KeyLoss loss_by(KeyRemoval how) {
  switch (how) {
    case KeyRemoval::flush:
      return KeyLoss::flushed;
    case KeyRemoval::evicted:
      return KeyLoss::evicted;
    default:
      return KeyLoss::deleted;
  }
}

/// How the keys of a keys_removed event were removed.
constexpr KeyRemoval removal_of(const Event& removed) {
  return static_cast<KeyRemoval>(removed.detail);
}

}  // namespace locklab::sim
