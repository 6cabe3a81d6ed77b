// Ring buffer of the last moments of one client of a load, from which the trace of a violation is
// built: commands, replies, notes of the lock, critical sections, and faults. A full ring
// overwrites the oldest moment.
//
// The client's thread writes; the thread that detects a violation reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "lock/command.h"
#include "lock/reply.h"
#include "lock/source_place.h"
#include "sim/trace/event.h"

namespace locklab::app {

/// An event outside a trace. `message` and `acquisition` are numbered per client; names and texts
/// are stored next to the event.
struct Moment {
  sim::Event event;         ///< `at` is by the clock of the load generator
  std::uint64_t order = 0;  ///< among all moments of the load
  bool begins = false;      ///< first of an operation of its client
  bool ends = false;        ///< last of an operation: a release or a crash
  std::string key;          ///< the lock; empty if none
  std::string text;         ///< packed words of a command; text of a note or of a missing reply
  Reply reply;              ///< for EventKind::received
  const Script* script = nullptr;
  std::optional<SourcePlace> place;
};

/// Moments of one client after a violation, up to the end of its current operation.
struct Aftermath {
  std::vector<Moment> moments;
  std::size_t room = 0;  ///< number of moments that may still be added
};

class MomentRing {
 public:
  explicit MomentRing(std::size_t most) : most_(most) {}
  MomentRing(const MomentRing&) = delete;
  MomentRing& operator=(const MomentRing&) = delete;

  /// Adds a moment; `fill` sets the fields of an empty one.
  template <class Fill>
  void add(Fill fill) {
    const std::lock_guard lock(busy_);
    Moment& moment = next();
    fill(moment);
    if (!followers_.empty()) tell(moment);
  }
  /// Returns the moments, oldest first. Later ones are appended to `later` until the operation ends
  /// or `later` is full.
  std::vector<Moment> follow(std::shared_ptr<Aftermath> later);

 private:
  Moment& next();
  void tell(const Moment& moment);

  const std::size_t most_;
  std::mutex busy_;
  std::vector<Moment> moments_;
  std::size_t oldest_ = 0;
  std::vector<std::shared_ptr<Aftermath>> followers_;
};

}  // namespace locklab::app
