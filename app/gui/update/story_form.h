// Title, story and notes of a run, and the form that edits them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/gui/model/intent.h"
#include "app/gui/model/model.h"

namespace locklab::app {

/// Maximum number of characters of a title, and of a story or notes.
inline constexpr std::size_t longest_title = 120;
inline constexpr std::size_t longest_story = 4000;

/// Converts a text to lines that fit the form, whose fields do not wrap, and back. A line that ends
/// with a space continues in the next.
std::string in_lines(std::string_view text);
std::string from_lines(std::string_view lines);

/// The texts of a branch for its reader: the user's own, or else those that apply to its run.
sim::StoryText story_of(const Model& model, std::size_t branch);

/// Whether the user can edit the texts: a recording cannot be saved as a scenario.
bool can_edit_story(const Model& model);

/// Whether the run on the screen has a story or notes, or its scenario has a story.
bool has_story(const Model& model);

/// The first branch with edited but unsaved texts; nullopt if none.
std::optional<std::size_t> unsaved_story(const Model& model);

void change_story(Model& model, const intent::EditStory&);
void change_story(Model& model, const intent::SetStory& set);
/// Applies the texts, or reports a mistake at its field.
void change_story(Model& model, const intent::AcceptStory&);
void change_story(Model& model, const intent::CloseStory&);

}  // namespace locklab::app
