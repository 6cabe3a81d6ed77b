// Infers the events inside the servers from the lab's own commands and replies. Each inferred event
// carries the interval in which it happened; the effect of a command happened between its sending
// and its reply.
//
// When the reply to a command that names keys comes, and is no error, the command also runs on a
// shadow of its server. If the shadow gives the same reply, its key changes are the events. If it
// does not, a search looks for what happened unseen before (story_search.h), which is recorded
// first. If it finds nothing, the command has no key events, unless both replies are of the same
// kind and not integers: then the shadow's key changes are the events all the same.
//
// The result depends only on the recorded events, not on a clock or a socket.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/live/inference/key_beliefs.h"
#include "app/live/inference/open_commands.h"
#include "app/live/inference/story_search.h"
#include "lock/reply.h"
#include "sim/trace/state/fault_states.h"
#include "sim/trace/trace.h"

namespace locklab::app {

class Inference {
 public:
  /// Adds the inferred events to `trace`, which must outlive it.
  explicit Inference(sim::Trace& trace)
      : trace_(trace), open_(trace), beliefs_(trace), search_(beliefs_, open_) {}

  /// Adds the events that `event`, recorded next, reveals. `reply` is the reply of a received
  /// event, and null for others.
  void before(const sim::Event& event, const Reply* reply);

  /// Adds the events revealed by a reply that has arrived, and that its client has not read yet.
  /// `answer` describes its arrival and content. The client's received event then reveals nothing
  /// more.
  void heard(const sim::Event& answer, const Reply& reply);
  /// Does what before() does, for the restart of a node.
  void is_back(const sim::Event& restarted);
  /// Whether the reply to that message comes from its node's current process: the command was sent
  /// after the last kill. False if the command is not open.
  bool answers_now(std::uint32_t message) {
    const OpenCommand* command = open_.find(message);
    return command && !command->sent_to_the_dead;
  }

  /// Assumes that a key without a lease existed before the run.
  void assume(NodeId node, std::string_view key, std::string_view value);

  /// Adds the expiries that must have happened by `at`.
  void forget_expired(std::int64_t at);
  /// The time of the next forget_expired(); nullopt if no lease is known to end.
  std::optional<std::int64_t> next_expiry_us() const;

  /// Records that a node whose process died has lost its keys.
  void node_forgot(NodeId node, std::int64_t at_us);
  /// Records that somebody outside the run removed these keys between `since_us` and `at_us`.
  void keys_removed(NodeId node, const std::vector<std::string>& keys, sim::KeyLoss how,
                    std::int64_t since_us, std::int64_t at_us);
  /// Moves the keys of a slot to another node.
  void slot_moved(std::uint16_t slot, NodeId from, NodeId to, std::int64_t at_us);
  /// Replaces the keys of a node: by those on its disk, once its process has died; by those that it
  /// has as a replica that becomes a master; or by none, for a master that becomes a replica.
  /// `wall_us` is the reading of the node's wall clock, by which the keys expire.
  void node_kept(NodeId node, const std::vector<sim::Effect>& keys, std::int64_t wall_us,
                 std::int64_t at_us);

  /// Whether the key may exist: it is believed to, or a command with an unknown outcome names it.
  bool may_exist(NodeId node, std::string_view key);
  /// Whether the node may have run, or may still run, a write whose outcome is unknown.
  bool writes_in_doubt(NodeId node) const { return open_.writes_in_doubt(node); }
  std::int64_t keys_at(NodeId node) const { return beliefs_.keys_at(node); }

  /// The cost so far, in commands that ran on a shadow or were examined. A test checks that it is
  /// proportional to the events.
  std::uint64_t work() const { return beliefs_.runs() + open_.looks(); }
  /// The number of open commands (open_commands.h).
  std::size_t open() const { return open_.size(); }

 private:
  void look_at(const sim::Event& event);
  void answered(const sim::Event& received, const Reply& reply);
  void ran_before(OpenCommand& command, const sim::Event& answer, const Reply& reply);
  void settle(OpenCommand& command, const Reply& reply, std::int64_t at);
  void tell(const Move& move, std::int64_t at);
  void tell_run(OpenCommand& command, std::int64_t at, bool unseen);
  void tell_effects(OpenCommand& command, const ShadowServer::Saved& before,
                    const ShadowServer::Result& result, std::int64_t at, bool unseen);
  void tell(const ShadowServer::Change& change, const sim::Event& sent, std::int64_t at,
            bool unseen);
  void expire(const KeyId& key, std::int64_t at);
  void lose(const KeyId& key, std::int64_t since, std::int64_t at, sim::KeyLoss how);
  bool may_be_prolonged(const KeyId& key);
  void closed(const OpenCommand& command);
  bool is_old_news(const KeyId& key, std::int64_t left_us, std::int64_t at_us) const;
  void tell_writes(std::int64_t at, bool all);
  void add(sim::EventKind kind, const KeyId& key, const sim::Event* cause, std::int64_t since,
           std::int64_t at, std::int64_t value = 0, std::optional<std::string_view> text = {});
  void take_along(const KeyId& key, NodeId to, std::int64_t at_us);

  sim::Trace& trace_;
  std::optional<sim::FaultStates> faults_;  ///< set at the first fault
  OpenCommands open_;
  KeyBeliefs beliefs_;
  StorySearch search_;
  /// An atomic write whose place in the order is not known yet.
  struct AtomicWrite {
    sim::Event event;
    bool falls = false;  ///< its counter decreases
  };
  std::vector<AtomicWrite> writes_;
};

}  // namespace locklab::app
