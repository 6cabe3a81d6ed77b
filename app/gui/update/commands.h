// Every command of the window by name: the list behind Ctrl+P, filtered by typing and run with
// Enter. It gives every command a way by keyboard.
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
  std::string words;  ///< what it does, in the user's language
  std::string keys;   ///< shortcut; empty: none
  Intent wanted;
  std::string also = {};  ///< other words for it, in both languages, by which it is found
};

/// The commands that have an effect now.
std::vector<WindowCommand> commands(const Model& model, const Words& say,
                                    std::span<const sim::ScenarioEntry> scenarios);

/// The commands of a list's group that contain every typed word, in any order; a word of the
/// other language, or another word for the same, finds them too.
std::vector<WindowCommand> listed_commands(const Model& model, const CommandList& list,
                                           const Words& say,
                                           std::span<const sim::ScenarioEntry> scenarios);

void change_commands(Model& model, const intent::ShowCommands& show);
void change_commands(Model& model, const intent::TypeCommand& type);
void change_commands(Model& model, const intent::MarkCommand& mark);

/// The group's id: "break" has the text "commands.break".
std::string_view name(CommandGroup group);

}  // namespace locklab::app
