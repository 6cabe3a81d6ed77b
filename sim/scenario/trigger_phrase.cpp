// Formats triggers as phrases that trigger.cpp reads.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>

#include "sim/scenario/trigger.h"
#include "sim/scenario/trigger_words.h"

namespace locklab::sim {

namespace {

std::vector<EventWords> event_words(std::string_view prefix, EventKind first, EventKind last) {
  std::vector<EventWords> all;
  for (auto i = static_cast<unsigned>(first); i <= static_cast<unsigned>(last); ++i) {
    const auto kind = static_cast<EventKind>(i);
    std::string_view words = name(kind);
    if (words.starts_with(prefix)) words.remove_prefix(prefix.size());
    all.push_back({words, kind});
  }
  return all;
}

}  // namespace

std::string with_spaces(std::string words) {
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

std::vector<EventWords> client_events() {
  auto events = event_words("client_", EventKind::started, EventKind::finished);
  const auto suffered = event_words("client_", EventKind::client_crashed, EventKind::client_clock);
  events.insert(events.end(), suffered.begin(), suffered.end());
  events.push_back({name(EventKind::timed_out), EventKind::timed_out});
  return events;
}

std::vector<EventWords> node_events() {
  auto events = event_words("node_", EventKind::key_set, EventKind::key_lost);
  const auto suffered = event_words("node_", EventKind::node_killed, EventKind::node_busy);
  events.insert(events.end(), suffered.begin(), suffered.end());
  return events;
}

namespace {

/// Formats a number as an ordinal: "2nd".
std::string ordinal_of(std::uint32_t nth) {
  const bool teen = nth % 100 / 10 == 1;
  const char* ending = teen            ? "th"
                       : nth % 10 == 1 ? "st"
                       : nth % 10 == 2 ? "nd"
                       : nth % 10 == 3 ? "rd"
                                       : "th";
  return fmt::format("{}{}", nth, ending);
}

}  // namespace

std::string message_phrase(std::string_view client, std::uint32_t nth, std::string_view node,
                           bool reply) {
  return reply ? fmt::format("{} ran {}'s {} request", node, client, ordinal_of(nth))
               : fmt::format("{}'s {} request to {}", client, ordinal_of(nth), node);
}

std::string answer_phrase(const Trigger& trigger, const Cast& cast) {
  const bool at_resource = trigger.node == resource_node;
  const bool purpose = trigger.purpose && *trigger.purpose != Purpose::other;
  const std::string_view which = purpose                   ? name(*trigger.purpose)
                                 : trigger.command.empty() ? "request"
                                                           : std::string_view(trigger.command);
  return fmt::format("{} ran {}'s {}{}",
                     at_resource ? cast.resource : cast.nodes[index(trigger.node)],
                     cast.clients[index(trigger.client)],
                     trigger.nth > 1 ? ordinal_of(trigger.nth) + " " : "", which);
}

namespace {

std::string_view node_in(const Cast& cast, NodeId node) {
  return node == resource_node ? cast.resource : cast.nodes[index(node)];
}

/// Formats "2nd claim", "SETNX", "request".
std::string message_words_of(const Trigger& trigger, std::string_view noun) {
  std::string words = trigger.nth > 1 ? ordinal_of(trigger.nth) + " " : "";
  if (trigger.purpose && *trigger.purpose != Purpose::other) {
    words += std::string(name(*trigger.purpose)) + " ";
  } else if (!trigger.command.empty()) {
    words += trigger.command + " ";
  }
  return words + std::string(noun);
}

}  // namespace

std::optional<std::string> trigger_phrase(const Trigger& trigger, const Cast& cast) {
  if (trigger.at) return std::nullopt;
  const std::string who(trigger.client == no_client ? anyone : cast.clients[index(trigger.client)]);
  const bool somewhere = trigger.node != no_node;
  const std::string times =
      trigger.nth > 1 ? fmt::format(" {} time", ordinal_of(trigger.nth)) : std::string();
  switch (trigger.event) {
    case EventKind::sent:
    case EventKind::received: {
      const bool request = trigger.event == EventKind::sent;
      const std::string place =
          somewhere ? fmt::format(" {} {}", request ? "to" : "from", node_in(cast, trigger.node))
                    : std::string();
      return fmt::format("{}'s {}{}", who, message_words_of(trigger, request ? "request" : "reply"),
                         place);
    }
    case EventKind::ran:
      if (!somewhere) return std::nullopt;
      return fmt::format("{} ran {}'s {}", node_in(cast, trigger.node), who,
                         message_words_of(trigger, "request"));
    case EventKind::resource_read:
    case EventKind::resource_wrote:
      return fmt::format("{} {} {}{}", who,
                         trigger.event == EventKind::resource_read ? "read" : "wrote",
                         cast.resource, times);
    case EventKind::resource_rejected:
      return fmt::format("{} rejected {}{}", cast.resource, who, times);
    default:
      break;
  }
  const auto said = [&](std::span<const EventWords> events, std::string_view by) {
    const auto found = std::find_if(events.begin(), events.end(), [&](const EventWords& one) {
      return one.kind == trigger.event;
    });
    if (found == events.end()) return std::optional<std::string>();
    return std::optional(fmt::format("{} {}{}", by, with_spaces(std::string(found->words)), times));
  };
  if (auto of_client = said(client_events(), who)) return of_client;
  if (!somewhere || trigger.node == resource_node) return std::nullopt;
  return said(node_events(), cast.nodes[index(trigger.node)]);
}

}  // namespace locklab::sim
