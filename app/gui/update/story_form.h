// Title, story and notes of a run, and the form that edits them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/gui/model/intent.h"
#include "app/gui/model/model.h"

namespace locklab::app {

/// The most characters of a title, and of a story or notes.
inline constexpr std::size_t longest_title = 120;
inline constexpr std::size_t longest_story = 4000;

/// A text in lines that fit the form, whose fields do not wrap; and the text of such lines. A line
/// that ends with a space goes on in the next.
std::string in_lines(std::string_view text);
std::string from_lines(std::string_view lines);

/// What a branch tells its reader: what the user wrote, otherwise what is true of its run.
sim::StoryText story_of(const Model& model, std::size_t branch);

/// Whether the user can write it: a recording cannot be saved as a scenario.
bool can_edit_story(const Model& model);

/// Whether the run on the screen has something to read on its story page: also its parent's story.
bool has_story(const Model& model);

/// A branch whose texts were written and not saved.
std::optional<std::size_t> unsaved_story(const Model& model);

void change_story(Model& model, const intent::EditStory&);
void change_story(Model& model, const intent::SetStory& set);
/// Takes the texts over, or says at its field what is wrong.
void change_story(Model& model, const intent::AcceptStory&);
void change_story(Model& model, const intent::CloseStory&);

}  // namespace locklab::app
