// The orders to a live run that advances step by step.
#pragma once

#include <cstdint>
#include <optional>

#include "lock/ids.h"
#include "sim/scenario/fault.h"
#include "sim/trace/event.h"

namespace locklab::app {

enum class StepOrder : std::uint8_t {
  step,          ///< continue to the next event, and hold again
  play,          ///< continue, freely or at a pace
  hold,          ///< hold at once, and discard the orders before it, except strikes
  until_broken,  ///< continue until a promise is broken, and hold again
  until,         ///< continue until an event or a time, and hold again
  strike,        ///< inject a fault now, whether or not the run is held
};

/// The stop condition of `until`: the first event that matches every field set, or a time.
struct StopAt {
  std::optional<sim::EventKind> event;
  bool fault = false;                 ///< the beginning of any fault
  ClientId client = no_client;        ///< no_client for any
  std::optional<std::int64_t> at_us;  ///< by the run's clock
  bool operator==(const StopAt&) const = default;
};

/// Whether the run stops after that event; false if `stop` is a time.
inline bool stops_at(const StopAt& stop, const sim::Event& event) {
  if (stop.at_us) return false;  // a time, not an event
  if (stop.client != no_client && event.client != stop.client) return false;
  return stop.fault ? sim::strikes(event.kind) : stop.event == event.kind;
}

struct LiveOrder {
  StepOrder what = StepOrder::step;
  double pace = 0;   ///< for play: the run's time relative to real time; 0 to run freely
  StopAt stop = {};  ///< for until
  std::optional<sim::Fault> fault = {};  ///< for strike; its trigger is ignored

  LiveOrder(StepOrder order) : what(order) {}
  bool operator==(const LiveOrder&) const = default;
};

}  // namespace locklab::app
