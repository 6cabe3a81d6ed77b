// The texts of a run for its reader. A scenario's title and story describe the scenario as written;
// for a changed run they may be wrong, so such a run describes the changes instead.
#pragma once

#include <string>
#include <vector>

#include "app/changes/run_settings.h"
#include "app/timeline/shown_run.h"
#include "app/words/words.h"

namespace locklab::app {

/// Whether the scenario's story describes the run: the user has changed nothing, and with another
/// seed, or in a recorded run, the outcome is as expected or the live run has not ended.
bool keeps_story(const ShownRun& run);

/// Title, story and notes of the run. If the scenario's story does not apply, the title describes
/// the changes, in the language of `say`, and the story is empty.
sim::StoryText story_of(const ShownRun& run, const Words& say);

/// A short name of the scenario: "F12", "F12/saved", or the name of its file.
std::string short_name(const ShownRun& run);

/// The run's differences from its scenario: "lease: 500 ms", "61 ms: alice crashes".
std::vector<std::string> changes_of(const ShownRun& run, const Words& say);

/// The change that led from another run to this one: a fault, or else the variation, the lock, the
/// seed, a setting, a client or the nodes.
std::string change_from(const Words& say, const ShownRun& run, const ShownRun& before);

/// A setting and its value: "lease: 500 ms"; for a switch, its effect: "ask all nodes at once".
std::string setting_words(const Words& say, const Setting& setting);
/// How the clients differ from others: "3 clients", "bob works for 80 ms". Empty if they do not.
std::string client_words(const Words& say, const std::vector<sim::ClientSpec>& now,
                         const std::vector<sim::ClientSpec>& before);
/// How the nodes differ from others: "3 nodes", "keys expire by a clock that cannot jump". Empty if
/// they do not.
std::string node_words(const Words& say, const std::vector<sim::NodeSpec>& now,
                       const std::vector<sim::NodeSpec>& before);

}  // namespace locklab::app
