// Every command of the window by name: the list behind Ctrl+P, filtered by typing and run with
// Enter. Makes every command accessible by keyboard.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/gui/model/intent.h"
#include "app/gui/model/model.h"
#include "app/words/words.h"
#include "sim/scenario/library.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

struct WindowCommand {
  CommandGroup group = CommandGroup::all;
  std::string words;  ///< its effect, in the user's language
  std::string keys;   ///< shortcut, and "✓" for an option that is on; empty if neither
  Intent wanted;
  std::string also = {};  ///< synonyms in both languages, for searching
};

/// The commands that apply to the present state of the window.
std::vector<WindowCommand> commands(const Model& model, const Words& say,
                                    std::span<const sim::ScenarioEntry> scenarios);

/// The commands of a list's group that contain every typed word, in any order; a word of the other
/// language, a synonym, or the group's name matches too. Those in which every word begins a word
/// come first.
std::vector<WindowCommand> listed_commands(const Model& model, const CommandList& list,
                                           const Words& say,
                                           std::span<const sim::ScenarioEntry> scenarios);

void change_commands(Model& model, const intent::ShowCommands& show);
void change_commands(Model& model, const intent::TypeCommand& type);
void change_commands(Model& model, const intent::MarkCommand& mark);

/// The group's id: "break" for the text "commands.break".
std::string_view name(CommandGroup group);

}  // namespace locklab::app
