// What a run tells its reader. A scenario's title and story are true of the scenario as it is
// written; of a run that was changed they may be false, so such a run says what was changed
// instead.
#pragma once

#include <string>
#include <vector>

#include "app/changes/run_settings.h"
#include "app/timeline/shown_run.h"
#include "app/words/words.h"

namespace locklab::app {

/// Whether the scenario's story is true of the run: nothing was changed by hand, and with another
/// seed or on real servers it came out as the scenario says.
bool keeps_story(const ShownRun& run);

/// Title, story and notes of the run. A run that does not keep its story has a title that says what
/// was changed, in the language of `say`, and no story.
sim::StoryText story_of(const ShownRun& run, const Words& say);

/// The scenario in one word: "F12", "F12/saved", or the name of its file.
std::string short_name(const ShownRun& run);

/// What was changed in the scenario, the same as a list: "lease: 500 ms", "61 ms: alice crashes".
std::vector<std::string> changes_of(const ShownRun& run, const Words& say);

/// The change by which a run came of another: a fault, or else a setting, a lock, a client or the
/// nodes.
std::string change_from(const Words& say, const ShownRun& run, const ShownRun& before);

/// A setting and its value: "lease: 500 ms"; a switch as what it does: "ask all nodes at once".
std::string setting_words(const Words& say, const Setting& setting);
/// How the clients differ from others: "3 clients", "bob works for 80 ms". Empty: not at all.
std::string client_words(const Words& say, const std::vector<sim::ClientSpec>& now,
                         const std::vector<sim::ClientSpec>& before);
/// How the nodes differ from others: "3 nodes", "keys expire by a clock that cannot jump". Empty:
/// not at all.
std::string node_words(const Words& say, const std::vector<sim::NodeSpec>& now,
                       const std::vector<sim::NodeSpec>& before);

}  // namespace locklab::app
