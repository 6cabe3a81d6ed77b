// The words for events in phrases for triggers, used for reading and writing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/trace/event.h"

namespace locklab::sim {

inline constexpr std::string_view anyone = "anyone";

/// An event of a client or a node as words of a phrase.
struct EventWords {
  std::string_view words;  ///< without the leading "client_" or "node_"
  EventKind kind;
};

std::vector<EventWords> client_events();
std::vector<EventWords> node_events();

std::string with_spaces(std::string words);

}  // namespace locklab::sim
