// `locklab run --live --step`: prints what a live run does, and reads what to do next, a line at a
// time. While it waits, time stands still for the run.
#pragma once

#include <cstddef>
#include <optional>

#include "app/live/run_live.h"
#include "app/live/step_gate.h"
#include "app/words/language.h"

namespace locklab::app {

class StepByKeys final : public LiveObserver {
 public:
  /// Reads standard input, and prints on standard error: standard output is for the report.
  explicit StepByKeys(Language language) : language_(language) {}

  void reached(const sim::TraceInfo& where, const std::string& password) override;
  bool wants_to_stop() override { return ends_; }
  void recorded(const sim::Trace& so_far) override { print_new(so_far); }
  StepGate* gate() override { return &gate_; }
  void held(const sim::Trace& so_far) override;

  /// Prints what came after the last look at the run.
  void print_new(const sim::Trace& so_far);

 private:
  /// The first letter of the next line of standard input, or '\n' if it is empty; 0: there is no
  /// more input. None: the line has not ended yet.
  std::optional<char> line_begins_with();

  const Language language_;
  StepGate gate_;
  std::size_t printed_ = 0;         ///< events
  std::optional<char> begun_with_;  ///< the line that is being read
  bool was_held_ = false;
  bool ends_ = false;
};

}  // namespace locklab::app
