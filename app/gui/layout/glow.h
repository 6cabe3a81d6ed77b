// What the last step changed, and for how long that glows: the mark of the event, the line of
// source, the key on its node.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/gui/model/model.h"

namespace locklab::app {

struct Change {
  std::uint32_t event = none_at;       ///< the last one that happened; where one stands, going back
  std::optional<std::uint16_t> lane;   ///< whose it is: a client's, else a node's
  std::optional<std::uint16_t> asked;  ///< the client whose line of source changed
  std::vector<std::uint16_t> keys;     ///< lanes of nodes whose key changed
  bool operator==(const Change&) const = default;
};

/// From the state after `before` events to that after `now`; a longer way counts as its last
/// moment. Nothing: there is no event.
std::optional<Change> change_between(const ShownRun& run, std::size_t before, std::size_t now);

class Glow {
 public:
  static constexpr double longest_s = 0.6;

  /// The model is thus at `now_s`.
  void follow(const Model& model, double now_s);
  /// 1 at the step, 0 when it is over.
  float strength(double now_s) const;
  const Change& change() const { return change_; }

 private:
  const void* run_ = nullptr;  ///< only told from others, never looked into
  std::size_t events_ = 0;
  Change change_;
  double begun_s_ = -1e9;
};

}  // namespace locklab::app
