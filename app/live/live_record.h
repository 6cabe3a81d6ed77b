// What the clients of one live run write into together: its trace, its clock, and the numbers of
// its messages; and what is left for them to do between two callbacks of the loop.
//
// A live world cannot see a server at work. Whoever can tell from our own commands and replies what
// must have happened there listens to the record, and adds those events before the one that gave
// them away.
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
    /// `command` leaves for `node` next.
    virtual void about_to_send(NodeId node, const PackedWords& command) = 0;
    /// `event` is about to be added; `reply` is what came with it (received), else null.
    virtual void before(const sim::Event& event, const Reply* reply) = 0;
    /// Learns that the event was added, after whatever before() added.
    virtual void after() = 0;
    /// Whether a fault strikes now, or may at the next event.
    virtual bool faults_wait() const = 0;
    /// Lets strike what is due and be done what is on the agenda, until neither is left.
    virtual void settle() = 0;
    /// The number of a new message, where another process gives them; 0: the record does.
    virtual std::uint32_t granted_message() { return 0; }
    /// A client reads its wall clock next.
    virtual void about_to_read_clock() {}

   protected:
    ~Listener() = default;
  };

  /// The run starts now, or at begin(). `listener` may be null: then no fault ever strikes. All
  /// references outlive the record.
  LiveRecord(const redis::Loop& loop, sim::Trace& trace, Listener* listener = nullptr);
  /// The run starts now after all. Nothing was recorded so far.
  void begin();
  /// The same, where it began at that moment of the loop's time: in another process.
  void began_at(std::int64_t loop_time_us) { start_us_ = loop_time_us; }
  std::int64_t start_us() const { return start_us_; }

  sim::Trace& trace() { return trace_; }
  /// Microseconds since the run's start, by the loop's time.
  std::int64_t now_us() const { return loop_.time_us() - start_us_; }
  /// The moment of an event's time by the loop's clock.
  std::int64_t loop_time_us(std::int64_t at) const { return start_us_ + at; }
  /// After some four billion the numbers begin again.
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
  /// Adds the event as of this moment.
  void add(sim::Event& event, const Reply* reply = nullptr);
  void add(sim::Event&& event) { add(event); }

  sim::Agenda& agenda() { return agenda_; }
  bool faults_wait() const { return listener_ && listener_->faults_wait(); }
  /// To be called at the end of every callback of the loop that brought something to a client.
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
