// Records the events of one client of a load in a ring: the commands it sends, the replies it
// receives, the notes of its lock, its critical sections, and the faults injected into it. A
// recorder outlives its client and is called only by its client's thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>
#include <vector>

#include "app/stress/moment_ring.h"
#include "lock/env.h"
#include "lock/grant.h"
#include "lock/note.h"
#include "lock/task_observer.h"

namespace locklab::app {

class ClientRecorder final : public TaskObserver {
 public:
  /// Keeps the last `most` moments. `order` numbers the moments of the whole load.
  ClientRecorder(std::size_t most, std::atomic<std::uint64_t>& order) : ring(most), order_(order) {}

  MomentRing ring;

  /// Marks the next moment as the start of an operation.
  void operation_begins() { begins_ = true; }
  void sent(const Call& call, NodeId node, const Command& command, const SourcePlace& where);
  /// Drops an abandoned call: its reply is not recorded.
  void forgotten(const Await& call);
  void noted(const Note& note);
  void entered(std::int64_t at_us, std::string_view lock, const Held& held);
  void left(std::int64_t at_us, std::string_view lock, std::uint32_t acquisition);
  /// Records an access to the counter that the lock protects: resource_read, resource_wrote or
  /// resource_rejected.
  void accessed(sim::EventKind kind, std::int64_t at_us, std::int64_t value, std::int64_t token,
                std::uint32_t acquisition);
  /// Records client_paused, client_resumed, client_crashed or client_clock. `strike` is the number
  /// of the fault, from 1; `value` is in us: the length of a pause, or -1 if it does not end by
  /// itself; or the clock's offset.
  void struck(sim::EventKind kind, std::uint16_t strike, std::int64_t value = 0);

 private:
  struct InFlight {
    const Await* call = nullptr;
    NodeId node = no_node;
    std::uint32_t message = 0;
    std::uint32_t acquisition = 0;
    Purpose purpose = Purpose::other;
  };

  template <class Fill>
  void add(sim::EventKind kind, std::int64_t at_us, Fill fill);
  void answered(const Call& call, const Reply& reply);

  // TaskObserver: only replies are recorded.
  void begun(Name) override {}
  void ended(Name) noexcept override {}
  Name runs(Name) override { return nullptr; }
  void awaits(Name, Name) override {}
  void finished(Name) override {}
  void returned(Name, std::uint64_t) override {}
  void returned(Name, const Reply&) override {}
  void returned(Name, const std::vector<Reply>&) override {}
  void returned(Name, const Grant&) override {}
  void returned(Name) override {}
  void received(std::uint64_t) override {}
  void received(const Reply&) override {}
  void call_begun(const Call&) override {}
  void reply_came_early(const Call& call, const Reply& reply) override { answered(call, reply); }
  void reply_taken(const Call& call, const Reply& reply) override { answered(call, reply); }

  std::atomic<std::uint64_t>& order_;
  std::uint32_t messages_ = 0;
  bool begins_ = false;
  std::vector<InFlight> in_flight_;
};

}  // namespace locklab::app
