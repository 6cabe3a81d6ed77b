// What a command did to keys, told by its words and its reply alone: a live world cannot look into
// a server. It knows every command that the strategies send. What a reply does not tell is not
// guessed.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "lock/command.h"
#include "lock/reply.h"

namespace locklab::app {

/// One change of one key, or one thing seen of it. Views point into the command's words and the
/// reply.
struct KeyEffect {
  enum class Kind : std::uint8_t {
    set,      ///< has `value` now
    lease,    ///< its lease was changed
    deleted,  ///< was there, and was removed
    absent,   ///< was seen not to be there
  };
  /// What `set` does to the lease.
  enum class Lease : std::uint8_t { none, given, kept };

  Kind kind = Kind::set;
  std::string_view key;
  std::string_view value;  ///< what `set` wrote, unless it is a number
  std::optional<std::int64_t> number;
  Lease lease = Lease::none;
  std::int64_t lease_us = -1;  ///< given, or the new lease; -1: none
  bool was_absent = false;     ///< set only because the key was not there before
};

/// In the order in which they happened.
std::vector<KeyEffect> effects_of(const Words& words, const Reply& reply);

/// Whether the command, if it ran, may have removed `key` when its value was `value`.
bool may_delete(const Words& words, std::string_view key, std::string_view value);

/// Whether the command, if it ran, may have moved the end of the lease of `key`, whose value is
/// `value`.
bool may_prolong(const Words& words, std::string_view key, std::string_view value);

/// Whether a command that counts (INCRBY, sell and their like) counts down.
bool counts_down(const Words& words);

}  // namespace locklab::app
