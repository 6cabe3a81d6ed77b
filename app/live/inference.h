// What must have happened inside the servers, told from our own commands and replies. Each event
// that it adds says between when and when it happened: no earlier than its command was sent, no
// later than its reply came.
//
// A pure function of the events that it is shown: no clock, no socket.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/live/effects.h"
#include "lock/reply.h"
#include "sim/trace/trace.h"

namespace locklab::app {

class Inference {
 public:
  /// Adds to `trace`, which outlives it.
  explicit Inference(Trace& trace) : trace_(trace) {}

  /// `event` is added next. Adds before it what it gives away. `reply`: of a received event.
  void before(const Event& event, const Reply* reply);

  /// Adds what must have expired by then.
  void forget_expired(std::int64_t at);
  /// When it is worth calling forget_expired next; nothing: no lease is known to end.
  std::optional<std::int64_t> next_expiry_us() const;

  /// The process of `node` died, and what it knew is lost.
  void node_forgot(NodeId node, std::int64_t at_us);

  /// How many keys the node should have.
  std::int64_t keys_at(NodeId node) const;

 private:
  using KeyId = std::pair<NodeId, std::uint16_t>;  ///< node, name of the key

  /// What is believed of one key.
  struct KeyState {
    bool present = false;
    std::string value;
    std::int64_t known_us = 0;  ///< its value was there at this time
    bool leased = false;
    std::int64_t earliest_end_us = 0;  ///< of the lease
    std::int64_t latest_end_us = 0;
  };

  void answered(const Event& received, const Reply& reply);
  void tell_writes(std::int64_t at, bool all);
  void apply(const KeyEffect& effect, const Event& sent, std::int64_t at);
  void apply_set(const KeyEffect& effect, const KeyId& key, const Event& sent, std::int64_t at);
  void apply_deleted(const KeyId& key, const Event& sent, std::int64_t at);
  void explain_absence(const KeyId& key, std::int64_t at);
  void settle_claim_in_doubt(const KeyId& key, const Event& deleter, std::int64_t at);
  void lease(KeyState& state, std::int64_t lease_us, const Event& sent, std::int64_t at);
  bool may_be_prolonged(const KeyId& key, const KeyState& state) const;
  void add(EventKind kind, const KeyId& key, const Event* cause, std::int64_t since,
           std::int64_t at, std::int64_t value = 0, std::optional<std::string_view> text = {});

  Trace& trace_;
  std::map<KeyId, KeyState> keys_;
  /// Sent and not answered. If its client gave up on it, its kind is timed_out: it may have run.
  std::map<std::uint32_t, Event> open_;
  /// Atomic work whose order is not known yet.
  struct AtomicWrite {
    Event event;
    bool falls = false;  ///< it counts down
  };
  std::vector<AtomicWrite> writes_;
  std::set<std::pair<std::uint32_t, KeyId>> explained_;  ///< deletions told before their reply came
  std::map<std::pair<ClientId, NodeId>, std::vector<Event>> queued_;  ///< in a transaction
};

}  // namespace locklab::app
