// The world of one client process, as the process sees it: it carries the process's requests, wakes
// it in time and keeps its record. Both worlds implement it, and so may a test.
#pragma once

#include <cstdint>
#include <functional>

#include "lock/ids.h"
#include "lock/redirection.h"
#include "sim/process/agenda.h"
#include "sim/process/request.h"
#include "sim/trace/event.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// `R` is a Request and `W` a Wait, each with what the driver needs besides. A driver is a final
/// class that derives from ClientProcess, which calls it without going through virtual functions.
template <class R, class W>
class ClientDriver {
 protected:
  ~ClientDriver() = default;

  /// The world's time, in us; it never falls.
  virtual std::int64_t now() const = 0;
  /// Whether a fault strikes now, or may at the next record.
  virtual bool faults_wait() const = 0;
  /// To which the process is added when it has more to do.
  virtual Agenda& agenda() = 0;
  /// Where texts and names are kept.
  virtual Trace& trace() = 0;
  /// An empty event, and its record at the world's time.
  virtual Event& draft() = 0;
  virtual void record_draft() = 0;
  /// The same for the event that says that the reply was received.
  virtual void record(R& request, Event& received) = 0;

  /// A new request, with its number, that nothing carries yet.
  virtual R& open(NodeId node) = 0;
  /// Puts it on its way; one that `continues` only on the connection that carried those before it.
  virtual void carry(R& request) = 0;
  /// Nothing of it is on its way, or at the client.
  virtual void consumed(R& request) = 0;
  /// The process's program does not wait for its reply any more: no deadline.
  virtual void not_awaited(R& request) = 0;
  /// The answer to the process's program is settled: neither a deadline nor the end of the
  /// connection changes it.
  virtual void told(R& request) = 0;
  /// Calls `visit` for all that are under way or awaited.
  virtual void each_request(const std::function<void(R&)>& visit) = 0;

  /// Which node the client reaches under that number now.
  virtual NodeId reached(NodeId node) const = 0;
  /// Which of the nodes that is; no_node: none of them.
  virtual NodeId node_at(const Redirection& to) const = 0;
  /// Whether the connection is open on which that node pushes.
  virtual bool listens(NodeId node) const = 0;
  /// Drops the connection that carried it, unless the client has another by now.
  virtual void drop_connection(R& request) = 0;
  /// Drops all of them: the process is gone.
  virtual void disconnect() = 0;

  /// Calls reply_arrived() soon: the process was paused when the reply came.
  virtual void arrives_again(R& request) = 0;
  /// Calls deadline_passed() at the world's time `at`, and not before.
  virtual void wake_at(R& request, std::int64_t at) = 0;
  /// Calls sleep_over(), the same way.
  virtual void wake_at(W& wait, std::int64_t at) = 0;
  /// sleep_over() is not called after all.
  virtual void cancel_wake(W& wait) = 0;
  virtual bool wakes(const R& request) const = 0;
  virtual bool wakes(const W& wait) const = 0;

  /// The process's program has come to its end, or it has crashed.
  virtual void program_over() = 0;
  virtual std::uint64_t random_bits() = 0;
};

}  // namespace locklab::sim
