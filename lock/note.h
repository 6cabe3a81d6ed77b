// What a lock says of itself while it works: an attempt begins, is refused or granted, a lease is
// renewed or lost, a release begins and ends. A watchdog's alarm, a metric and a trace all read
// these; whoever does not care pays nothing for them.
#pragma once

#include <cstdint>
#include <string_view>

namespace locklab {

enum class NoteKind : std::uint8_t {
  attempt,     ///< begins to claim; detail: Mode; value: permits that it asks for, 0
               ///< where the lock has none
  refused,     ///< this attempt failed; text: why
  acquired,    ///< believes it holds; value: believed lease left in us, -1 unknown; extra: fencing
               ///< token, -1 none
  renewed,     ///< value: believed lease left in us
  lease_lost,  ///< knows that its lease is over; text: why
  releasing,   ///< begins to release
  released,    ///< detail: Released; text: its name
};

/// Views are valid only during the call that hands them over.
struct Note {
  NoteKind kind = NoteKind::attempt;
  std::string_view key;           ///< the lock; of several that are one claim there is a note each
  std::uint32_t acquisition = 0;  ///< which of the client's attempts
  std::int64_t value = 0;         ///< by kind
  std::int64_t extra = -1;        ///< by kind
  std::uint8_t detail = 0;        ///< by kind
  std::string_view text;          ///< empty: none
};

}  // namespace locklab
