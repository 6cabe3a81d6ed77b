// The changes of the last step, which glow for a while: the event's mark, the line of source, the
// keys on nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/gui/model/model.h"

namespace locklab::app {

struct Change {
  std::uint32_t event = none_at;       ///< the last event before the cursor
  std::optional<std::uint16_t> lane;   ///< the event's lane: its client's, otherwise its node's
  std::optional<std::uint16_t> asked;  ///< client whose source line changed
  std::vector<std::uint16_t> keys;     ///< lanes of nodes whose keys changed
  bool operator==(const Change&) const = default;
};

/// The change between the states after `before` and after `now` events. Of a step forward that
/// spans several times, only the events at the last time count; of a step back, only the last event
/// before the cursor. nullopt if `now` is 0 or exceeds the trace.
std::optional<Change> change_between(const ShownRun& run, std::size_t before, std::size_t now);

class Glow {
 public:
  static constexpr double longest_s = 0.6;

  /// Starts a glow at `now_s` if motion is on and the cursor has crossed an event of the same run
  /// since the last call, and is not before the first event. Called once per frame.
  void follow(const Model& model, double now_s);
  /// Brightness: 1 at the step, falling to 0.
  float strength(double now_s) const;
  const Change& change() const { return change_; }

 private:
  const void* run_ = nullptr;  ///< identity only, never dereferenced
  std::size_t events_ = 0;
  Change change_;
  double begun_s_ = -1e9;
};

}  // namespace locklab::app
