// Builds verdicts, and the words in them: times, names and lists.
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
  std::size_t event = 0;             ///< index of the event at which it broke
  std::optional<std::size_t> other;  ///< index of the earlier event that it conflicts with
};

/// Why the lock admitted another client.
struct Reason {
  Sentence words;            ///< empty if the trace does not show the reason
  bool names_fault = false;  ///< `words` name a cause other than the end of a lease
};

Verdict kept(Sentence why);
Verdict broken(const Breach& breach, Sentence why);
Verdict not_applicable(Sentence why);

/// Formats an interval: "at 325 ms" if both ends read the same, or else its end, "by 469 ms".
Sentence at_or_by(std::int64_t from_us, std::int64_t to_us);
/// The time of an event, as about_ms() formats it.
std::string when(const Trace& trace, std::size_t event);
/// Whether the event is a node's death that may remove keys. Killing a dead process removes none;
/// a power loss may, since its unsynced data goes too.
bool takes_keys(const Event& event);
/// Describes a node's death: "lost power at 5 ms".
Sentence death_words(const Trace& trace, std::size_t death);
/// The name of an event's client.
std::string_view who(const Trace& trace, std::size_t event);
/// Joins names: "n1", "n1 and n2", "n1, n2 and n3".
Sentence listed(const std::vector<Sentence>& all);
Sentence listed(const std::vector<std::string>& names);
/// Joins names of clients: "bob and carol", or "4 clients" if there are more than three.
Sentence few_names(const Trace& trace, const std::vector<ClientId>& clients);
/// Joins the parts of a chain of causes: "a; b".
Sentence chained(const std::vector<Sentence>& parts);
/// The singular or plural that fits the number: "1 entry", "2 entries".
Sentence counted(std::uint64_t n, Sentence one, Sentence many);

/// Adds to a sentence about waiting, if `left_out`, that it does not count the time in which every
/// waiter was paused or could not use the nodes that it needs.
Sentence except_unable(const Sentence& why, bool left_out);

/// The index of the first event at or after `us`, or of the last event if there is none. The trace
/// must not be empty.
std::size_t first_at(const Trace& trace, std::int64_t us);

/// Why an attempt failed: "somebody holds it", or for an error reply "n2 answered CLUSTERDOWN".
/// `refused` is the index of its `refused` event. Empty if the trace does not say.
Sentence refusal_words(const Trace& trace, std::size_t refused);

}  // namespace locklab::sim
