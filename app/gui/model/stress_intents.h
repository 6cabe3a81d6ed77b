// Intents for loads, and their reports: the Stress screen. A part of intent.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/gui/model/any_of.h"
#include "app/gui/model/stress_view.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace intent {

struct SetLoad {
  StressForm form;
};
/// Shows or hides the rarely needed fields of the form.
struct UnfoldLoad {
  bool on;
};
struct StartLoad {};
struct StopLoad {};  ///< keeps the measurements so far
/// Injects a fault into the running load at once.
struct StrikeLoad {
  Strike strike;  ///< its time is ignored; StressView::lasts_ms is its duration or size, if any
};
/// Sets the target server of the fault buttons, and the duration or size of their faults.
struct AimAtLoad {
  std::uint32_t server;
  std::string lasts_ms;
};
struct ShowLoad {
  std::size_t load;  ///< index into StressView::loads
  bool shown;
};
struct SelectLoad {
  std::size_t load;
};
struct RemoveLoad {
  std::size_t load;
};
struct SelectViolation {
  std::size_t violation;  ///< index in the selected load
};
struct OpenViolation {
  std::size_t violation;
};  ///< on the timeline, in the lab

/// The form was checked; it is valid if there are no mistakes.
struct LoadChecked {
  std::uint64_t job;
  StressMistakes mistakes;
};
struct LoadBegins {
  std::uint64_t job;
  ShownLoad load;
};
struct LoadEnters {
  std::uint64_t job;
  StressPhase phase;
};
/// The elapsed fraction of the phase, which may exceed 1.
struct LoadGoesOn {
  std::uint64_t job;
  double part;
};
struct LoadGrows {
  std::uint64_t job;
  StressProgress now;
};
struct LoadStruck {
  std::uint64_t job;
  Strike strike;
};
struct LoadNotStruck {
  std::uint64_t job;
  Sentence problem;  ///< why the fault had no effect
};
struct LoadEnds {
  std::uint64_t job;
  ShownLoad load;
};  ///< another may follow
/// Loads read from a file, to be compared with the others.
struct LoadsRead {
  std::uint64_t job;
  std::vector<ShownLoad> loads;
  Sentence problem;  ///< why there are none; empty if there are
};
struct LoadsOver {
  std::uint64_t job;
  Sentence problem;  ///< why a load did not begin; empty if none failed
};

}  // namespace intent

using StressIntents =
    TypeList<intent::SetLoad, intent::UnfoldLoad, intent::StartLoad, intent::StopLoad,
             intent::StrikeLoad, intent::AimAtLoad, intent::ShowLoad, intent::SelectLoad,
             intent::RemoveLoad, intent::SelectViolation, intent::OpenViolation,
             intent::LoadChecked, intent::LoadBegins, intent::LoadEnters, intent::LoadGoesOn,
             intent::LoadGrows, intent::LoadStruck, intent::LoadNotStruck, intent::LoadEnds,
             intent::LoadsRead, intent::LoadsOver>;

}  // namespace locklab::app
