// `locklab run --live --step`: prints what a live run does, and reads what to do next, a line at a
// time. While it waits, time stands still for the run.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "app/live/run_live.h"
#include "app/live/step_gate.h"
#include "app/words/language.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

class StepByKeys final : public LiveObserver {
 public:
  /// What strikes, as --fault has it but for its moment: "pause alice 500ms". A sentence: it
  /// cannot.
  using ReadFault = std::function<std::variant<sim::Fault, Sentence>(const std::string& words)>;

  /// Reads standard input, and prints on standard error: standard output is for the report.
  StepByKeys(Language language, ReadFault read_fault)
      : language_(language), read_fault_(std::move(read_fault)) {}

  void reached(const sim::TraceInfo& where, const std::string& password) override;
  bool wants_to_stop() override { return ends_; }
  void recorded(const sim::Trace& so_far) override { print_new(so_far); }
  StepGate* gate() override { return &gate_; }
  void held(const sim::Trace& so_far) override;

  /// Prints what came after the last look at the run.
  void print_new(const sim::Trace& so_far);

 private:
  /// Reads a line of standard input, without the spaces around it; "p" at the end of the input.
  /// None: there is only a part of the line so far.
  std::optional<std::string> next_line();
  void obey(const std::string& line);
  /// Lets a fault strike now.
  void strike(const std::string& words);
  void print(const Sentence& words) const;

  const Language language_;
  const ReadFault read_fault_;
  StepGate gate_;
  std::size_t printed_ = 0;  ///< events
  std::string line_;         ///< that is being read
  bool was_held_ = false;
  bool ends_ = false;
};

}  // namespace locklab::app
