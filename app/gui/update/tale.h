// The run in words: the listed events, the one at the cursor, and the explanation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "app/gui/model/job.h"
#include "app/gui/model/model.h"
#include "app/timeline/causes/why.h"

namespace locklab::app {

/// The listed events, row by row. The model must have a run, and outlive the rows unchanged. While
/// a question is open, the future is not listed.
class ToldRows {
 public:
  explicit ToldRows(const Model& model);

  std::size_t size() const { return size_; }
  std::uint32_t event(std::size_t row) const;
  /// The row of the selected event or the event at the cursor, or of the last listed event before
  /// it; nullopt if none.
  std::optional<std::size_t> at_cursor() const { return at_cursor_; }

 private:
  /// The listed rows of one step; `turned`: the first event is listed last.
  struct OneStep {
    std::size_t first, last;
    bool turned;
  };
  OneStep step_of(std::size_t row) const;

  const sim::Trace& trace_;
  const std::vector<std::uint32_t>* some_ = nullptr;  ///< null for all events, in listing order
  std::vector<std::uint32_t> both_;                   ///< events on the lane and with the words
  std::size_t size_ = 0;
  std::optional<std::size_t> at_cursor_;
};

/// Whether the search for the words is still running.
bool is_finding(const Model& model);
/// The job that the visible page needs and that is not running yet: the search for the words, or
/// for remedies.
std::optional<Job> work_for_tale(Model& model);
/// Runs a remedy of the run on screen as a branch, and moves its cursor to the event that saved it.
std::optional<Job> try_remedy(Model& model, std::size_t remedy);
/// Whether the page lists remedies, i.e. explains a broken promise.
bool tells_remedies(const Model& model);

/// The violation that the page explains, as an index into the verdicts: the one at the selected
/// event or the cursor, and at the end of the run the selected one or the first; nullopt if none.
std::optional<std::uint16_t> explained(const Model& model);
/// The explanation of the promise of explained(), or else of the selected event or the event at the
/// cursor. Empty before the first event.
std::vector<WhyStep> why_shown(const Model& model);

/// The design property that broke the promise of explained(), if no fault did; empty if a fault
/// did, or the cause is unknown.
Sentence design_shown(const Model& model);

/// The key of the text for an event without earlier causes: an injected fault, the end of the run,
/// or another event.
std::string_view beginning_of(const ShownRun& run, std::uint32_t event);

/// The promise that an event broke, as an index into the verdicts; nullopt if none may be shown.
std::optional<std::uint16_t> broken_by(const Model& model, std::uint32_t event);

}  // namespace locklab::app
