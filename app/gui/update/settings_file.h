// The state that the window keeps between sessions: settings, layout, recent files, challenge
// results, the notebook, and the reader's progress. One JSON file in the user's XDG configuration
// folder.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/gui/model/model.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// Path: $XDG_CONFIG_HOME/locklab/settings.json, or ~/.config/locklab/settings.json (XDG Base
/// Directory Specification). Empty if the user has neither folder; nothing is kept then.
std::string settings_path();

/// The part of the model that is kept, as JSON.
std::string settings_text(const Model& model);

/// Applies settings from JSON. Missing or invalid ones stay unchanged. Returns a problem if `text`
/// is not a settings file.
std::optional<Sentence> take_settings(Model& model, std::string_view text);

/// Reads the file if it exists. Renames a broken one to settings.json.broken and returns a message.
std::optional<Sentence> read_settings(Model& model, const std::string& path);

/// Writes the file atomically, and creates its folders. Returns a problem on failure.
std::optional<Sentence> write_settings(const std::string& path, const std::string& text);

}  // namespace locklab::app
