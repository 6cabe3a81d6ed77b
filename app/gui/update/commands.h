// Everything that can be done in the window, by name: the list that Ctrl+P opens, which is typed
// to, and in which Enter does what is marked. So each thing has a route by keyboard.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/gui/model/intent.h"
#include "app/gui/model/model.h"
#include "app/words/words.h"
#include "sim/scenario/library.h"

namespace locklab::app {

struct Command {
  CommandGroup group = CommandGroup::all;
  std::string words;  ///< what it does, in the user's language
  std::string keys;   ///< the shorter way; empty: there is none
  Intent wanted;
};

/// What can be done now; nothing that would do nothing.
std::vector<Command> commands(const Model& model, const Words& say,
                              std::span<const sim::ScenarioEntry> scenarios);

/// Those of a list: of its group, with every word that is typed, in any order.
std::vector<Command> listed_commands(const Model& model, const CommandList& list, const Words& say,
                                     std::span<const sim::ScenarioEntry> scenarios);

void change_commands(Model& model, const intent::ShowCommands& show);
void change_commands(Model& model, const intent::TypeCommand& type);
void change_commands(Model& model, const intent::MarkCommand& mark);

/// "break": the text "commands.break" is the group's name.
std::string_view name(CommandGroup group);

}  // namespace locklab::app
