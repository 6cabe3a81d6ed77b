// The shared record of a live run's clients: its trace, its clock, its message numbers, and the
// actions deferred between two callbacks of the loop.
//
// A live world cannot look inside a server. A listener infers from the lab's own commands and
// replies what must have happened there, and adds those events before the event that revealed them.
#pragma once

#include <cstdint>

#include "lock/command.h"
#include "lock/redis/loop.h"
#include "lock/reply.h"
#include "sim/process/agenda.h"
#include "sim/trace/trace.h"

namespace locklab::app {

class LiveRecord {
 public:
  class Listener {
   public:
    /// Called before `command` leaves for `node`.
    virtual void about_to_send(NodeId node, const PackedWords& command) = 0;
    /// Called before `event` is added. `reply` belongs to a `received` event, and is null for
    /// others.
    virtual void before(const sim::Event& event, const Reply* reply) = 0;
    /// Called once the event was added, after whatever before() added.
    virtual void after() = 0;
    /// Whether a fault is due now, or may be at the next event.
    virtual bool faults_wait() const = 0;
    /// Injects due faults and runs deferred actions, until neither is left.
    virtual void settle() = 0;
    /// Returns the number of a new message if another process assigns them, or 0.
    virtual std::uint32_t granted_message() { return 0; }
    /// Called before a client reads its wall clock.
    virtual void about_to_read_clock() {}

   protected:
    ~Listener() = default;
  };

  /// Starts the run now, as begin() does. `listener` may be null: then no faults are injected. All
  /// references must outlive the record.
  LiveRecord(const redis::Loop& loop, sim::Trace& trace, Listener* listener = nullptr);
  /// Starts the run again, now. Nothing may have been recorded yet.
  void begin();
  /// Sets the start of a run that began in another process, by the loop's time.
  void began_at(std::int64_t loop_time_us) { start_us_ = loop_time_us; }
  std::int64_t start_us() const { return start_us_; }

  sim::Trace& trace() { return trace_; }
  /// Microseconds since the run's start, by the loop's time.
  std::int64_t now_us() const { return loop_.time_us() - start_us_; }
  /// Converts an event's time to the loop's.
  std::int64_t loop_time_us(std::int64_t at) const { return start_us_ + at; }
  /// Returns the number of a new message, never 0. Numbers repeat after some four billion.
  std::uint32_t new_message() {
    const std::uint32_t granted = listener_ ? listener_->granted_message() : 0;
    if (granted != 0) return granted;
    return ++messages_ == 0 ? ++messages_ : messages_;
  }
  void about_to_send(NodeId node, const PackedWords& command) {
    if (listener_) listener_->about_to_send(node, command);
  }
  void about_to_read_clock() {
    if (listener_) listener_->about_to_read_clock();
  }
  /// Adds the event at the current time.
  void add(sim::Event& event, const Reply* reply = nullptr);
  void add(sim::Event&& event) { add(event); }

  sim::Agenda& agenda() { return agenda_; }
  bool faults_wait() const { return listener_ && listener_->faults_wait(); }
  /// Must be called at the end of every callback of the loop that delivered something to a client.
  void settle() {
    if (listener_) return listener_->settle();
    agenda_.settle([] { return false; });
  }

 private:
  const redis::Loop& loop_;
  sim::Trace& trace_;
  Listener* listener_;
  std::int64_t start_us_ = 0;
  std::uint32_t messages_ = 0;
  sim::Agenda agenda_;
};

}  // namespace locklab::app
