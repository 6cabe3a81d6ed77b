// The commands that match the typed text.
#include <fmt/format.h>

#include <algorithm>

#include "app/gui/update/command_names.h"
#include "app/gui/update/commands.h"

namespace locklab::app {

std::vector<WindowCommand> listed_commands(const Model& model, const CommandList& list,
                                           const Words& say,
                                           std::span<const sim::ScenarioEntry> scenarios) {
  std::vector<WindowCommand> all = commands(model, say, scenarios);
  std::erase_if(all, [&](const WindowCommand& command) {
    const std::string group(say(fmt::format("commands.{}", name(command.group))));
    return (list.group != CommandGroup::all && command.group != list.group) ||
           !matches(group + " " + command.words + command.also, list.typed);
  });
  // "live" should list a live run before a lock that outlives its holder.
  std::stable_partition(all.begin(), all.end(), [&](const WindowCommand& command) {
    return begins_words(command.words + " " + command.also, list.typed);
  });
  return all;
}

}  // namespace locklab::app
