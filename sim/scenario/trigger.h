// Phrases for the moment at which a fault is injected: "alice entered", "after bob's 2nd reply from
// n3".
//
//   phrase     = ["after"] moment
//   moment     = client event [nth]                       alice entered · bob lease lost 2nd time
//              | client ("read" | "wrote") resource [nth] alice read stock
//              | resource "rejected" client [nth]         stock rejected alice
//              | client"'s" [ordinal] what                after bob's 2nd reply from n3
//              | node "ran" client"'s" [ordinal] [which] ["request"]       n3 ran alice's claim
//              | node event [nth]                         n1 restarted · n1 key expired 2nd time
//   what       = [which] "request" ["to" node]            alice sends it
//              | which ["to" node]                        the same
//              | [which] "reply" ["from" node]            alice has read it
//   which      = purpose | command                        claim · SETNX
//   purpose    = "claim" | "release" | "renew" | "read" | "write"
//   ordinal    = "1st" | "2nd" | "3rd" | "4th" ...
//   nth        = ordinal "time"
//
// command is a command of Redis in capitals; EVAL is every script. client is a client's name or
// "anyone"; node is a node's name, or the resource's after "to" and "from" and before "ran". event
// is the name of an event kind, with spaces or underscores, without its leading "client" or "node".
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "sim/scenario/fault.h"
#include "sim/trace/sentence.h"

namespace locklab::sim {

/// The names of all clients and nodes of a scenario, by id.
struct Cast {
  std::span<const std::string_view> clients;
  std::span<const std::string_view> nodes;
  std::string_view resource;
};

/// Why a phrase cannot be a trigger, and what to write instead.
struct BadPhrase {
  Sentence what;
  Sentence instead;
};

std::variant<Trigger, BadPhrase> parse_trigger(std::string_view phrase, const Cast& cast);

/// A command's name as written in faults: upper case, "EVAL" for EVALSHA as well. nullopt if it
/// cannot be one.
std::optional<std::string> command_named(std::string_view word);

/// A phrase for the moment at which a client's `nth` request to a node leaves, or (`reply`) the
/// node has run it and the reply leaves; readable by parse_trigger.
std::string message_phrase(std::string_view client, std::uint32_t nth, std::string_view node,
                           bool reply);

/// A phrase for the moment at which a node has run a client's request: "n3 ran alice's 2nd claim";
/// readable by parse_trigger. `trigger` must wait for `ran`, and name the client and the node.
std::string answer_phrase(const Trigger& trigger, const Cast& cast);

/// A phrase for any trigger that waits for an event, without its `plus`; readable by parse_trigger.
/// nullopt if no phrase expresses it.
std::optional<std::string> trigger_phrase(const Trigger& trigger, const Cast& cast);

/// Whether a client, a node, the resource or a variation may have this name: at most 32 code
/// points, something visible, no spaces, quotes, slashes, '#' or control characters, and not
/// "anyone" or "after", so that a phrase has one meaning.
bool speakable(std::string_view name);

}  // namespace locklab::sim
