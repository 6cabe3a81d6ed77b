// The environment of one client process, as the process sees it: it carries the process's requests,
// wakes it when a timer is due, and keeps its record. Both worlds implement it; a test may, too.
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

/// `R` is a Request and `W` a Wait, each with additional driver data. A driver is a final class
/// derived from ClientProcess, which calls it without virtual dispatch.
template <class R, class W>
class ClientDriver {
 protected:
  ~ClientDriver() = default;

  /// World time in us; never decreases.
  virtual std::int64_t now() const = 0;
  /// Whether a fault is due now, or may become due with the next record.
  virtual bool faults_wait() const = 0;
  /// The agenda that the process joins when it has deferred actions.
  virtual Agenda& agenda() = 0;
  /// The trace that stores texts and names.
  virtual Trace& trace() = 0;
  /// Returns an empty event; record_draft() records it at the current world time.
  virtual Event& draft() = 0;
  virtual void record_draft() = 0;
  /// Records that the reply or push was received; `received` is the draft.
  virtual void record(R& request, Event& received) = 0;

  /// A new request with a number, not sent yet.
  virtual R& open(NodeId node) = 0;
  /// Sends the request. One that `continues` goes only on the connection that carried its
  /// predecessors.
  virtual void carry(R& request) = 0;
  /// Releases the request: nothing of it is in flight or at the client.
  virtual void consumed(R& request) = 0;
  /// Cancels the deadline, since the program no longer awaits the reply.
  virtual void not_awaited(R& request) = 0;
  /// Fixes the outcome for the program: neither a deadline nor the end of the connection changes it
  /// any more.
  virtual void told(R& request) = 0;
  /// Calls `visit` for each request that is in flight or awaited.
  virtual void each_request(const std::function<void(R&)>& visit) = 0;

  /// The node to which the client's commands for `node` currently go.
  virtual NodeId reached(NodeId node) const = 0;
  /// The node at that address; no_node if there is none.
  virtual NodeId node_at(const Redirection& to) const = 0;
  /// Whether the connection for the node's pushes is open.
  virtual bool listens(NodeId node) const = 0;
  /// Drops the request's connection, unless the client has replaced it.
  virtual void drop_connection(R& request) = 0;
  /// Drops all connections: the process is gone.
  virtual void disconnect() = 0;

  /// Calls reply_arrived() again, still at this world time: the process was paused when the reply
  /// came, or has to read earlier replies first.
  virtual void arrives_again(R& request) = 0;
  /// Calls deadline_passed() at world time `at`, and not earlier.
  virtual void wake_at(R& request, std::int64_t at) = 0;
  /// Calls sleep_over() at world time `at`, and not earlier.
  virtual void wake_at(W& wait, std::int64_t at) = 0;
  /// Cancels the call of sleep_over().
  virtual void cancel_wake(W& wait) = 0;
  virtual bool wakes(const R& request) const = 0;
  virtual bool wakes(const W& wait) const = 0;

  /// Called when the process's program has ended, or the process has crashed.
  virtual void program_over() = 0;
  virtual std::uint64_t random_bits() = 0;
};

}  // namespace locklab::sim
