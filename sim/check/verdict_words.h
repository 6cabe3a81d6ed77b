// Words for verdicts: times, names, and short forms of the three outcomes of a check.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/check/check.h"
#include "sim/trace/fingerprint.h"
#include "sim/trace/time_words.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// Where a promise was broken.
struct Breach {
  std::size_t event = 0;             ///< the event that broke it
  std::optional<std::size_t> other;  ///< the earlier event that it conflicts with
};

/// Why the lock let another client in.
struct Reason {
  Sentence words;            ///< empty: the trace does not tell
  bool names_fault = false;  ///< something that somebody did, not only a lease that ran out
};

Verdict kept(Sentence why);
Verdict broken(const Breach& breach, Sentence why);
Verdict not_applicable(Sentence why);

/// "at 325 ms", or of several "by 469 ms".
Sentence at_or_by(std::int64_t from_us, std::int64_t to_us);
/// When an event happened, in whole milliseconds.
std::string when(const Trace& trace, std::size_t event);
/// Whether the event is a node's death that may take keys. Another kill of a process that is dead
/// takes none.
bool takes_keys(const Event& event);
/// How a node's death is told: "lost power at 5 ms".
Sentence death_words(const Trace& trace, std::size_t death);
/// The client or node of an event.
std::string_view who(const Trace& trace, std::size_t event);
/// Joins names: "n1", "n1 and n2", "n1, n2 and n3".
Sentence listed(const std::vector<Sentence>& all);
Sentence listed(const std::vector<std::string>& names);
/// Joins the parts of a chain of causes: "a; b".
Sentence chained(const std::vector<Sentence>& parts);
/// The form that fits the number: "1 entry", "2 entries".
Sentence counted(std::uint64_t n, Sentence one, Sentence many);

/// The first event at or after a time, or the last event. The trace must not be empty.
std::size_t first_at(const Trace& trace, std::int64_t us);

}  // namespace locklab::sim
