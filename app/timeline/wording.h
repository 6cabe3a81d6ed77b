// The words of a timeline: commands, replies and events in the fewest words that a student
// understands. Tokens are cut to their first digits, our scripts are called by their names, and the
// prefix of keys is left out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/check/check.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// "lock" for "locklab:lock"; printable.
std::string short_key(std::string_view key);

/// A word of a command or a reply: keys and tokens shortened, long ones cut, printable.
std::string short_word(std::string_view word);

/// "SET lock 7f3a… NX PX 50", "Lua release_if_owner lock 7f3a…". `sent` is an event of that kind.
std::string short_command(const Trace& trace, const Event& sent);

/// The verb or the script's name alone.
std::string command_name(const Trace& trace, const Event& sent);

/// "OK", "nil", "1", "\"7f3a…\"", "error WRONGTYPE …". `answer` is `ran` or `received`.
Sentence short_reply(const Trace& trace, const Event& answer);

/// "48.2 ms", "1.50 s".
std::string span_text(std::int64_t us);

/// The name of a client or node, printable; "somebody", "every node" for none.
Sentence client_words(const Trace& trace, ClientId client);
Sentence node_words(const Trace& trace, NodeId node);

/// What a client says of itself ("acquires, believes 48.2 ms left"), without its name. Empty:
/// nothing that a reader needs (attempt, started).
Sentence note_words(const Trace& trace, const Event& note);

/// What the resource says of a read or write: "alice reads stock: 9". `why` it was turned away.
Sentence resource_words(const Trace& trace, const Event& access, std::string_view why);

/// What comes of a release by a client that never held the lock. Empty: the same as of any other.
Sentence foreign_release_words(const Event& released);

/// What happened to a node's memory, to a client, node or link, as a whole sentence. Empty for
/// other events.
Sentence happening(const Trace& trace, const Event& event);

/// The same for the clocks of several nodes.
Sentence clocks_happening(const Trace& trace, const std::vector<Event>& events);

/// The same for several links to which the same happened at once.
Sentence links_happening(const Trace& trace, const std::vector<Event>& events);

/// Any event in one line that begins with whose it is: for tooltips and inspectors.
Sentence event_words(const Trace& trace, std::size_t event);

/// A broken promise, in the row of a timeline. Not made printable.
Sentence broken_words(const sim::Verdict& verdict);

}  // namespace locklab::app
