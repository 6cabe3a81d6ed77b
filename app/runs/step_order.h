// What may be ordered of a live run that goes step by step.
#pragma once

#include <cstdint>
#include <optional>

#include "lock/ids.h"
#include "sim/scenario/fault.h"
#include "sim/trace/event.h"

namespace locklab::app {

enum class StepOrder : std::uint8_t {
  step,          ///< go on until the next event, and hold again
  play,          ///< go on, freely or at a pace
  hold,          ///< hold at once, and forget the steps that were ordered before
  until_broken,  ///< go on until a promise is broken, and hold again
  until,         ///< go on until something happens, and hold again
  strike,        ///< let a fault strike now, whether the run is held or goes on
};

/// Where "go on until" stops: after the first event of which all that is set holds, or at a time.
struct StopAt {
  std::optional<sim::EventKind> event;
  bool fault = false;                 ///< any strike of a fault
  ClientId client = no_client;        ///< no_client: whoever it is
  std::optional<std::int64_t> at_us;  ///< by the run's time
  bool operator==(const StopAt&) const = default;
};

/// Whether the run stops after that event.
inline bool stops_at(const StopAt& stop, const sim::Event& event) {
  if (stop.at_us) return false;  // a time, not an event
  if (stop.client != no_client && event.client != stop.client) return false;
  return stop.fault ? sim::strikes(event.kind) : stop.event == event.kind;
}

struct LiveOrder {
  StepOrder what = StepOrder::step;
  double pace = 0;                       ///< play: the run's time by the machine's; 0: freely
  StopAt stop = {};                      ///< until
  std::optional<sim::Fault> fault = {};  ///< strike; its trigger does not count

  LiveOrder(StepOrder order) : what(order) {}
  bool operator==(const LiveOrder&) const = default;
};

}  // namespace locklab::app
