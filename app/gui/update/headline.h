// The sentence over the timeline: what happens at the cursor or, where a promise is broken, why.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/gui/model/model.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

struct Headline {
  std::string
      title;     ///< of the story, or what was changed in it; empty: it would answer the question
  Sentence now;  ///< empty: nothing has happened yet
  std::optional<std::uint16_t> broken;  ///< index of the verdict whose reason `now` gives
  bool promised = true;      ///< what is broken was promised; otherwise it is said, and no alarm
  bool ends_broken = false;  ///< `now` says that the run has broken promises
  bool asks = false;         ///< `now` says what to click
  bool saves = false;        ///< `now` says what saved the run, or which promise it has kept
  bool is_alarm() const { return (broken && promised) || ends_broken; }
};

/// Whether a promise has been broken by the cursor, and the reader may know.
bool is_broken_by_now(const Model& model, const sim::Verdict& verdict);

/// Whether the cursor stands behind a run that came to its end.
bool is_at_its_end(const Model& model);
/// The broken promise that stands for all of a run at its end: the selected one, or else the first.
std::optional<std::uint16_t> told_at_end(const Model& model);

/// The headline at the cursor. It is empty without a run. A broken promise is told at the event
/// that broke it, as long as it is selected and the clash lasts; where a lesson's step points at
/// it, at the step's moment; in presenter mode from then on. At the end it says what came of the
/// run. While a lesson's question about the run is open it is the question: any event may answer
/// it.
Headline headline_of(const Model& model);

}  // namespace locklab::app
