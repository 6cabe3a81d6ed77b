// Intents for whole runs: opening one, running one live, changing the set-up.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/changes/run_settings.h"
#include "app/gui/model/any_of.h"
#include "app/gui/model/model.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace intent {

struct Open {
  std::string name;
};  ///< a scenario, a variation, a file or a run's name; asks first if unsaved work would be lost
/// Opens a run at the violation of the property, or at the end if the run keeps it; opens `instead`
/// if the run cannot be made.
struct OpenBroken {
  std::string name;
  sim::Property property;
  std::string instead = {};
};
struct Cancel {};  ///< cancels the run in progress
struct Opened {
  std::uint64_t job;
  ShownRunPtr run;
  Sentence problem = {};  ///< for a live run: remarks, such as keys left behind; empty if none
};
struct NotOpened {
  std::uint64_t job;
  Sentence problem;
};

/// Background work has ended because of a bug in the lab itself (lock/assert.h).
struct FoundFault {
  std::uint64_t job;
  Sentence problem;
};

struct ShowLive {
  bool shown;
};
struct SetLive {
  LiveForm form;
};
struct RunLive {};
struct LiveProgress {
  std::uint64_t job;
  ShownRunPtr run;
  bool held = false;  ///< stepped, and currently held
};                    ///< the events recorded so far
struct NotStruck {
  std::uint64_t job;
  Sentence problem;
};  ///< the fault cannot be injected into a live run
struct Follow {
  bool on;
};

struct SetUp {
  bool shown;
};
struct ChangeSetting {
  Setting setting;
};
struct ChangeClients {
  std::vector<sim::ClientSpec> clients;
};
struct ChangeNodes {
  std::vector<sim::NodeSpec> nodes;
};
struct ChangeStrategy {
  std::string strategy;
};
struct ChangeSeed {
  std::uint64_t seed;
};
struct Reset {};  ///< undoes all changes to the story

}  // namespace intent

using RunIntents =
    TypeList<intent::Open, intent::OpenBroken, intent::Cancel, intent::Opened, intent::NotOpened,
             intent::FoundFault, intent::ShowLive, intent::SetLive, intent::RunLive,
             intent::LiveProgress, intent::NotStruck, intent::Follow, intent::SetUp,
             intent::ChangeSetting, intent::ChangeClients, intent::ChangeNodes,
             intent::ChangeStrategy, intent::ChangeSeed, intent::Reset>;

}  // namespace locklab::app
