// What must have happened inside the servers, told from our own commands and replies. Each event
// that it adds says between when and when it happened: no earlier than its command was sent, no
// later than its reply came.
//
// Every command whose reply comes is run on a shadow of its server. Where the shadow answers as the
// real one did, what it did to its keys is what happened. Where it does not, something else has
// happened before, which is looked for (story_search.h) and told first. Where nothing explains the
// reply, it is right and the shadow is corrected in silence.
//
// A pure function of the events that it is shown: no clock, no socket.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "app/live/key_beliefs.h"
#include "app/live/open_commands.h"
#include "app/live/story_search.h"
#include "lock/reply.h"
#include "sim/trace/state/client_faults.h"
#include "sim/trace/state/node_states.h"
#include "sim/trace/trace.h"

namespace locklab::app {

class Inference {
 public:
  /// Adds to `trace`, which outlives it.
  explicit Inference(Trace& trace)
      : trace_(trace), open_(trace), beliefs_(trace), search_(beliefs_, open_) {}

  /// `event` is added next. Adds before it what it gives away. `reply`: of a received event.
  void before(const Event& event, const Reply* reply);

  /// A key that was there before the run, without a lease.
  void assume(NodeId node, std::string_view key, std::string_view value);

  /// Adds what must have expired by then.
  void forget_expired(std::int64_t at);
  /// When it is worth calling forget_expired next; nothing: no lease is known to end.
  std::optional<std::int64_t> next_expiry_us() const;

  /// The process of `node` died, and what it knew is lost.
  void node_forgot(NodeId node, std::int64_t at_us);

  /// How many keys the node should have.
  std::int64_t keys_at(NodeId node) const { return beliefs_.keys_at(node); }

  /// Commands that ran on a shadow, and commands that were looked at: what it costs, for a test
  /// that this stays in proportion to the events.
  std::uint64_t work() const { return beliefs_.runs() + open_.looks(); }
  /// Commands whose outcome is not known.
  std::size_t open() const { return open_.size(); }

 private:
  void look_at(const Event& event);
  void answered(const Event& received, const Reply& reply);
  void settle(OpenCommand& command, const Reply& reply, std::int64_t at);
  void tell(const Move& move, std::int64_t at);
  void tell_run(OpenCommand& command, std::int64_t at, bool unseen);
  void tell_effects(OpenCommand& command, const ShadowServer::Saved& before,
                    const ShadowServer::Result& result, std::int64_t at, bool unseen);
  void tell(const ShadowServer::Change& change, const Event& sent, std::int64_t at, bool unseen);
  void expire(const KeyId& key, std::int64_t at);
  bool may_be_prolonged(const KeyId& key);
  void closed(const OpenCommand& command);
  void tell_writes(std::int64_t at, bool all);
  void add(EventKind kind, const KeyId& key, const Event* cause, std::int64_t since,
           std::int64_t at, std::int64_t value = 0, std::optional<std::string_view> text = {});

  Trace& trace_;
  sim::ClientFaults clients_;
  std::optional<sim::NodeStates> nodes_;  ///< from the first fault on
  OpenCommands open_;
  KeyBeliefs beliefs_;
  StorySearch search_;
  /// Atomic work whose order is not known yet.
  struct AtomicWrite {
    Event event;
    bool falls = false;  ///< it counts down
  };
  std::vector<AtomicWrite> writes_;
};

}  // namespace locklab::app
