// The sentence above the timeline: the event at the cursor or, for a broken promise, the reason.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/gui/model/model.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

struct Headline {
  std::string title;  ///< of the story, or its changes; empty if it would answer the question
  Sentence now;       ///< empty before the first event
  std::optional<std::uint16_t> broken;  ///< index of the verdict whose reason `now` gives
  bool promised = true;                 ///< false for an unpromised property, which is no alarm
  bool ends_broken = false;             ///< `now` says that the run has broken promises
  bool asks = false;   ///< `now` is an instruction, or reports the start of a live run
  bool saves = false;  ///< `now` reports the event that saved the run, or a promise that it kept
  bool is_alarm() const { return (broken && promised) || ends_broken; }
};

/// Whether a promise is broken at the cursor, and this may be revealed.
bool is_broken_by_now(const Model& model, const sim::Verdict& verdict);

/// Whether the cursor is at the end of a run that has ended.
bool is_at_its_end(const Model& model);
/// The broken promise that represents a run at its end: the selected one, or else the first;
/// nullopt if none.
std::optional<std::uint16_t> told_at_end(const Model& model);

/// The headline at the cursor; empty without a run. A broken promise is described at the event that
/// broke it; if it is selected, until its clash ends; if a lesson's step highlights it, at the
/// step's moment; in presenter mode, from the event on. At the end the headline describes the
/// outcome. While a lesson's question about the run is open, the headline is the question, since
/// any event may answer it.
Headline headline_of(const Model& model);

}  // namespace locklab::app
