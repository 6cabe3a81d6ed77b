// The layout of the records in a trace file, as stated in its header.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/trace/event.h"

namespace locklab::sim {

/// The fields of an event, with their offsets and types.
nlohmann::ordered_json record_layout();

/// Whether the records of a file with that layout can be read: the current layout, or the earlier
/// one without reasons, which are then derived from the texts (reason_in_words).
bool is_readable(const nlohmann::ordered_json& layout);

/// The reason that earlier versions recorded only in words; `unknown` if the words match none.
ReasonCode reason_in_words(EventKind kind, std::string_view words);

/// The names of all kinds of events, by number.
nlohmann::ordered_json kind_names();

/// The kinds in the numbering of a file, which an earlier version with fewer kinds may have
/// written; nullopt if a name is unknown.
std::optional<std::vector<EventKind>> kinds_named(const std::vector<std::string>& names);

}  // namespace locklab::sim
