// What the window keeps between sessions: settings, layout, files used last, and how far a reader
// has come in the lessons. One JSON file in the user's XDG configuration folder.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/gui/model/model.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// $XDG_CONFIG_HOME/locklab/settings.json, or ~/.config/locklab/settings.json (XDG Base Directory
/// Specification); empty: there is neither, and nothing is kept.
std::string settings_path();

/// What is kept of the model, as JSON.
std::string settings_text(const Model& model);

/// Takes over what `text` says; what it does not say, or says wrongly, stays as it is. What is
/// wrong with it: the text is no settings file.
std::optional<Sentence> take_settings(Model& model, std::string_view text);

/// Reads the file if there is one. A broken one is set aside as settings.json.broken, and a message
/// says so.
std::optional<Sentence> read_settings(Model& model, const std::string& path);

/// Writes it, whole or not at all; folders are made. What went wrong.
std::optional<Sentence> write_settings(const std::string& path, const std::string& text);

}  // namespace locklab::app
