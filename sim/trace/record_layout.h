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

/// Whether the records of a file with that layout can be read: our own, or one without reasons,
/// where each is ReasonCode::unknown.
bool is_readable(const nlohmann::ordered_json& layout);

/// The reason that earlier versions recorded only in words; `unknown` if the words match none.
ReasonCode reason_in_words(EventKind kind, std::string_view words);

/// The names of all kinds of events, by number.
nlohmann::ordered_json kind_names();

/// The kinds by the file's numbering, as a program that knew fewer may have written it; nullopt if
/// a name is unknown.
std::optional<std::vector<EventKind>> kinds_named(const std::vector<std::string>& names);

}  // namespace locklab::sim
