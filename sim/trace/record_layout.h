// How the records of a trace file are laid out, as its header says it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/trace/event.h"

namespace locklab::sim {

/// The fields of an event, with their places and types.
nlohmann::ordered_json record_layout();

/// Whether the records of a file with that layout can be read: ours, or one without reasons, where
/// each is ReasonCode::unknown.
bool is_readable(const nlohmann::ordered_json& layout);

/// The reason that earlier versions recorded in words alone; unknown: none of theirs.
ReasonCode reason_in_words(EventKind kind, std::string_view words);

/// The names of all kinds of events, by their numbers.
nlohmann::ordered_json kind_names();

/// The kinds as a file numbers them: a program that knew fewer may have written it. None: a name is
/// unknown.
std::optional<std::vector<EventKind>> kinds_named(const std::vector<std::string>& names);

}  // namespace locklab::sim
