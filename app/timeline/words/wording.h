// The words of a timeline: commands, replies and events as briefly as a student needs. Tokens are
// cut to their first digits, the lab's scripts have names, and the prefix of keys is omitted.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/check/check.h"
#include "sim/scenario/key_removal.h"
#include "sim/scenario/scenario.h"
#include "sim/scenario/write_refusal.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// A key without its prefix, printable and shortened to 28 columns: "lock" for "locklab:lock".
std::string short_key(std::string_view key);

/// A word of a command or a reply, printable; keys, tokens and long words are shortened.
std::string short_word(std::string_view word);

/// A command from its `sent` event: "SET lock 7f3a… NX PX 50", "Lua release_if_owner lock 7f3a…".
std::string short_command(const sim::Trace& trace, const sim::Event& sent);

/// The verb of a command, or "Lua" and the name of its script.
std::string command_name(const sim::Trace& trace, const sim::Event& sent);

/// A reply from its `ran` or `received` event: "OK", "nil", "1", "\"7f3a…\"", "error WRONGTYPE …".
Sentence short_reply(const sim::Trace& trace, const sim::Event& answer);

/// Whether a `timed_out` event means that the other machine reported no listener: the command never
/// ran.
bool was_refused(const sim::Event& timed_out);

/// The resource's reason for a rejection, "STALE token 1 is older than 2", as "token 1 is older
/// than 2". Any other text is returned in its own words, printable and without "STALE".
Sentence stale_words(std::string_view why);

/// A duration: "48.2 ms", "12.50 s", "60 s", "1 h".
std::string span_text(std::int64_t us);
/// A duration with its sign: "+450 ms", "−60 ms" (U+2212).
std::string signed_span_text(std::int64_t us);

/// The error of a clock's rate: "40 % fast", "50 % slow", and below a thousandth "200 ppm fast".
Sentence pace_words(std::int64_t ppm);

/// Why a node refuses writes: "its memory is full".
Sentence refusal_reason(sim::WriteRefusal why);
/// Somebody outside the run removes keys: "somebody deletes the lock's key on n1".
Sentence removal_words(sim::KeyRemoval how, const Sentence& node);

/// The printable name of a client or node; "somebody" or "every node" without one.
Sentence client_words(const sim::Trace& trace, ClientId client);
Sentence node_words(const sim::Trace& trace, NodeId node);
/// The printable name of a client, a node or the resource of a scenario. The id must name one.
Sentence client_called(const sim::Scenario& scenario, ClientId client);
Sentence node_called(const sim::Scenario& scenario, NodeId node);
/// The client whose lock this event removed; nullopt if unknown.
std::optional<ClientId> owner_of_gone(const sim::Trace& trace, std::size_t event);

/// A client's note without its name: "has the lock, believes 48.2 ms are left". Empty for notes
/// that a reader does not need, such as an attempt.
Sentence note_words(const sim::Trace& trace, const sim::Event& note);

/// An access to the resource: "alice reads stock: 9". `why` is the reason for a rejection.
Sentence resource_words(const sim::Trace& trace, const sim::Event& access, std::string_view why);

/// The result of a release by a client that never held the lock. Empty if it is worded like any
/// release.
Sentence foreign_release_words(const sim::Event& released);

/// Joins names, at least one, with spaces: "n1 n2".
Sentence spaced(const std::vector<Sentence>& all);

/// A fault or its end, an action of a node by itself, a change of its memory, or the resource's
/// final value, as a whole sentence. Empty for other events.
Sentence happening(const sim::Trace& trace, std::size_t index);

/// A fault or its end, in a few words for a lane: "paused 600 ms". Empty for events without a
/// label.
Sentence fault_label(const sim::Event& event);
/// A shorter label, for where the full one does not fit; empty if the event has none.
Sentence brief_fault_label(const sim::Event& event);
/// Two labels joined: "power lost, back up 5 ms later".
Sentence joined_fault_label(const sim::Event& first, const sim::Event& second);
/// A past fault of a client or a node, or its end: "n1 died". Empty for other events.
Sentence past_fault_words(sim::EventKind kind, const Sentence& whom);

/// One change of several nodes' clocks at the same moment, as a whole sentence.
Sentence clocks_happening(const sim::Trace& trace, const std::vector<sim::Event>& events);

/// One change of one or several links at the same moment, as a whole sentence.
Sentence links_happening(const sim::Trace& trace, const std::vector<sim::Event>& events);

/// Whether a link's connection ends because a fault has dropped one of its messages.
bool is_drop(const sim::Event& event);
/// The drop, with the message that is lost: "alice's SET to n1 is dropped, and the connection
/// ends".
Sentence drop_words(const sim::Trace& trace, std::size_t index);

/// Describes any event on one line, with its client or node, for tooltips and inspectors.
Sentence event_words(const sim::Trace& trace, std::size_t event);

/// A broken promise as a row of a timeline. Callers must make the text printable.
Sentence broken_words(const sim::Verdict& verdict);

}  // namespace locklab::app
