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
  acquired,    ///< believes it holds; value: believed remaining lease in us, -1 if the lock does
               ///< not watch it; extra: fencing token, -1 if the strategy has none
  renewed,     ///< value: believed remaining lease in us
  lease_lost,  ///< no longer believes that it holds; text: why
  releasing,   ///< begins to release
  released,    ///< detail: Released; text: its name
};

/// One report. Views are valid only during the call of Env::note().
struct Note {
  NoteKind kind = NoteKind::attempt;
  std::string_view key;           ///< the lock; a claim on several keys has one note for each
  std::uint32_t acquisition = 0;  ///< Token::acquisition of the attempt
  std::int64_t value = 0;         ///< see NoteKind
  std::int64_t extra = -1;        ///< see NoteKind
  std::uint8_t detail = 0;        ///< see NoteKind
  std::string_view text;          ///< empty if none
};

}  // namespace locklab
