// Reports of a lock while it works: an attempt begins, is refused or granted; a lease is renewed or
// lost; a release begins and ends. Metrics and traces read these notes. They cost almost nothing if
// nobody reads them.
#pragma once

#include <cstdint>
#include <string_view>

namespace locklab {

enum class NoteKind : std::uint8_t {
  attempt,     ///< begins to claim; detail: Mode; value: requested permits, 0 if the lock has none
  refused,     ///< this attempt failed; detail: Refusal; text: why
  acquired,    ///< believes it holds; value: believed remaining lease in us, -1 unknown; extra:
               ///< fencing token, -1 none
  renewed,     ///< value: believed remaining lease in us
  lease_lost,  ///< knows that its lease has ended; text: why
  releasing,   ///< begins to release
  released,    ///< detail: Released; text: its name
};

/// A note. Its views are valid only during the call.
struct Note {
  NoteKind kind = NoteKind::attempt;
  std::string_view key;           ///< the lock; a claim on several has one note for each
  std::uint32_t acquisition = 0;  ///< number of the client's attempt
  std::int64_t value = 0;         ///< by kind
  std::int64_t extra = -1;        ///< by kind
  std::uint8_t detail = 0;        ///< by kind
  std::string_view text;          ///< empty if none
};

}  // namespace locklab
