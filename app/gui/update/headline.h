// The sentence over the timeline: what happens at the cursor or, where a promise is broken, why.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/gui/model/model.h"
#include "app/words/sentence.h"

namespace locklab::app {

struct Headline {
  std::string
      title;     ///< of the story, or what was changed in it; empty: it would answer the question
  Sentence now;  ///< empty: nothing has happened yet
  std::optional<std::uint16_t> broken;  ///< index of the verdict whose reason `now` gives
  bool ends_broken = false;             ///< `now` says that the run has broken promises
  bool is_alarm() const { return broken || ends_broken; }
};

/// Whether a promise has been broken by the cursor, and the reader may know.
bool is_broken_by_now(const Model& model, const sim::Verdict& verdict);

/// The headline at the cursor. It is empty without a run. A broken promise is told at the event
/// that broke it, as long as it is selected and the clash lasts; in presenter mode from then on. At
/// the end it says what came of the run. While a lesson's question about the run is open it is the
/// question: any event may answer it.
Headline headline_of(const Model& model);

}  // namespace locklab::app
