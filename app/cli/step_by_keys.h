// `locklab run --live --step`: prints the events of a live run, and reads the user's commands, one
// per line. While a command is awaited, the run's time is frozen.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "app/live/run/run_live.h"
#include "app/live/run/step_gate.h"
#include "app/words/language.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

class StepByKeys final : public LiveObserver {
 public:
  /// Parses a fault in the syntax of --fault, without its time: "pause alice 500ms". Returns a
  /// sentence with the reason if it is invalid.
  using ReadFault = std::function<std::variant<sim::Fault, Sentence>(const std::string& words)>;

  /// Reads standard input, and prints on standard error: standard output is for the report.
  StepByKeys(Language language, ReadFault read_fault)
      : language_(language), read_fault_(std::move(read_fault)) {}

  void reached(const sim::TraceInfo& where, const std::string& password) override;
  bool wants_to_stop() override { return ends_; }
  void recorded(const sim::Trace& so_far) override { print_new(so_far); }
  StepGate* gate() override { return &gate_; }
  void held(const sim::Trace& so_far) override;

  /// Prints the events since the last call.
  void print_new(const sim::Trace& so_far);

 private:
  /// Reads a line of standard input and trims it; "p" at the end of the input. nullopt while the
  /// line is incomplete.
  std::optional<std::string> next_line();
  void obey(const std::string& line);
  /// Orders the run to inject a fault now; prints why if it is invalid.
  void strike(const std::string& words);
  void print(const Sentence& words) const;

  const Language language_;
  const ReadFault read_fault_;
  StepGate gate_;
  std::size_t printed_ = 0;  ///< number of events already printed
  std::string line_;         ///< the part of a line read so far
  bool was_held_ = false;
  bool ends_ = false;
};

}  // namespace locklab::app
