// What the clients of one live run write into together: its trace, its clock, and the numbers of
// its messages.
//
// A live world cannot see a server at work. Whoever can tell from our own commands and replies what
// must have happened there listens to the journal, and adds those events before the one that gave
// them away.
#pragma once

#include <cstdint>

#include "lock/command.h"
#include "lock/reply.h"
#include "sim/trace/trace.h"

namespace locklab::app {

class Journal {
 public:
  class Listener {
   public:
    /// `command` leaves for `node` next.
    virtual void about_to_send(NodeId node, const Command& command) = 0;
    /// `event` is about to be added; `reply` is what came with it (received), else null.
    virtual void before(const Event& event, const Reply* reply) = 0;
    /// It was added, after whatever before() added. May add more.
    virtual void after() = 0;

   protected:
    ~Listener() = default;
  };

  /// The run starts now, or at begin(). `listener` may be null.
  explicit Journal(Trace& trace, Listener* listener = nullptr);
  /// The run starts now after all. Nothing was recorded so far.
  void begin();

  Trace& trace() { return trace_; }
  /// Microseconds since the run's start, by a clock that never jumps.
  std::int64_t now_us() const;
  std::uint32_t new_message() { return ++messages_; }
  void about_to_send(NodeId node, const Command& command) {
    if (listener_) listener_->about_to_send(node, command);
  }
  /// `event.at` must be a reading of now_us() since the last add.
  void add(const Event& event, const Reply* reply = nullptr);
  /// As add, at this moment.
  void add_now(Event event);

 private:
  Trace& trace_;
  Listener* listener_;
  std::int64_t start_us_;
  std::uint32_t messages_ = 0;
};

}  // namespace locklab::app
