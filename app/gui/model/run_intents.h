// What the user wants of a run as a whole: to open one, to run one live, to set one up anew.
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
/// Opens a run that breaks the property, at the violation; or `instead`, if it cannot be made.
struct OpenBroken {
  std::string name;
  sim::Property property;
  std::string instead = {};
};
struct Cancel {};  ///< cancels the run that is being made
struct Opened {
  std::uint64_t job;
  ShownRunPtr run;
  Sentence problem = {};  ///< what went wrong after it had ended
};
struct NotOpened {
  std::uint64_t job;
  Sentence problem;
};

/// Work in the background has found a fault of the lab itself (lock/assert.h), and has ended.
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
  bool held = false;  ///< it goes step by step, and stands still
};                    ///< recorded so far
struct NotStruck {
  std::uint64_t job;
  Sentence problem;
};  ///< a live run cannot be struck by that
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
