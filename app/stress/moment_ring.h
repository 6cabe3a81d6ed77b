// The last moments of one client of a load, kept so that a violation can be told as a trace: what
// it sent and read, what its lock reported, when it was inside. A ring takes a bounded number of
// them and forgets the oldest.
//
// The client's thread writes; the thread that sees a violation reads.
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

/// An event of a client that no trace has taken yet. Its `message` and `acquisition` count in the
/// client alone; its names and texts are beside it.
struct Moment {
  sim::Event event;         ///< `at` by the clock of the load generator
  std::uint64_t order = 0;  ///< among all moments of the load
  bool begins = false;      ///< the first of an operation of its client
  bool ends = false;        ///< the last of one
  std::string key;          ///< the lock; empty: none
  std::string text;         ///< of a command its packed words
  Reply reply;              ///< of `received`
  const Script* script = nullptr;
  std::optional<SourcePlace> place;
};

/// What follows a violation: the moments of one client up to the end of what it does just then.
struct Aftermath {
  std::vector<Moment> moments;
  std::size_t room = 0;  ///< for so many more
};

class MomentRing {
 public:
  explicit MomentRing(std::size_t most) : most_(most) {}
  MomentRing(const MomentRing&) = delete;
  MomentRing& operator=(const MomentRing&) = delete;

  /// Adds a moment, which `fill` makes of an empty one.
  template <class Fill>
  void add(Fill fill) {
    const std::lock_guard lock(busy_);
    Moment& moment = next();
    fill(moment);
    if (!followers_.empty()) tell(moment);
  }
  /// What it has, oldest first. What comes then is added to `later`, while there is room.
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
