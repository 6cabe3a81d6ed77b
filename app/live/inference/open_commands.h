// Open commands: sent, with an unknown outcome, because their replies have not come or never will.
// They are indexed by key, so that a reply concerns only a few of them.
//
// A command whose client has given up may have run, or may still run. After a while it counts as
// lost, which bounds their number; but not while its node is stopped.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "lock/reply.h"
#include "lock/transaction.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// The attempt that a command belongs to: its client and acquisition number.
using AttemptId = std::pair<ClientId, std::uint32_t>;

/// A key at a node, by its number in the trace's names.
using KeyId = std::pair<NodeId, std::uint16_t>;

struct OpenCommand {
  sim::Event sent;
  std::vector<sim::Event> parts;  ///< of a transaction: MULTI and the queued commands
  std::vector<KeyId> keys;        ///< the keys that it names, each once
  bool given_up = false;          ///< by its client
  std::optional<Reply> told;      ///< its reply, inferred when it ran unseen
  bool counted_down = false;      ///< a number in one of its keys fell when it ran
  bool heard = false;             ///< its reply is known, but not yet read by its client
  bool cannot_run = false;        ///< it never left, or was lost with its node's data
  bool sent_to_the_dead = false;  ///< to a process that has been killed since
};

class OpenCommands {
 public:
  explicit OpenCommands(sim::Trace& trace) : trace_(trace) {}

  void sent(const sim::Event& sent);
  /// Notes that a message's client will not read the reply.
  void given_up(std::uint32_t message, std::int64_t at);
  /// Notes that a client is gone, and no longer waits for replies.
  void client_gone(ClientId client, std::int64_t at);
  void node_stopped(NodeId node, bool stopped);
  /// Notes that a node's process is gone, and all connections with it.
  void node_died(NodeId node);
  /// Notes that a node's keys were lost or replaced: commands that are open now have no effect on
  /// them.
  void node_forgot(NodeId node);

  /// Returns the open command of a message; null if it is not open.
  OpenCommand* find(std::uint32_t message);
  /// Closes a command and returns it; nullopt if it was not open.
  std::optional<OpenCommand> close(std::uint32_t message);
  /// Closes and returns the commands that count as lost by now.
  std::vector<OpenCommand> close_lost(std::int64_t at);

  /// Returns the messages of commands that name `key` and may have run unseen: those of the
  /// attempts in `first`, then some others.
  std::vector<std::uint32_t> may_have_run(const KeyId& key,
                                          const std::vector<AttemptId>& first) const;

  /// Whether a client still waits for the reply to a write (Purpose::write) to any node.
  bool writes_awaited() const { return writes_awaited_ > 0; }
  /// Whether a node may have run, or may still run, a write whose outcome is unknown.
  bool writes_in_doubt(NodeId node) const;
  std::size_t size() const { return open_.size(); }

  /// The number of times that a command was examined. A test checks that it is proportional to the
  /// events.
  std::uint64_t looks() const { return looks_; }

 private:
  static AttemptId hold_of(const OpenCommand& command) {
    return {command.sent.client, command.sent.acquisition};
  }
  /// The commands that a client has queued at a node between MULTI and EXEC.
  struct Queue {
    Transaction transaction;
    std::vector<sim::Event> parts;
    bool lost = false;  ///< its connection is lost, and the rest is not sent
    bool has(std::uint32_t message) const;
  };
  static bool may_have_run(const OpenCommand& command) {
    return !command.told && !command.heard && !command.cannot_run;
  }
  bool may_have_run(std::uint32_t message) const;
  void add_keys(OpenCommand& command, const sim::Event& part);
  void no_longer_awaited(OpenCommand& command, std::int64_t at);

  sim::Trace& trace_;
  std::map<std::uint32_t, OpenCommand> open_;
  std::map<KeyId, std::set<std::pair<AttemptId, std::uint32_t>>> by_key_;
  std::map<std::pair<ClientId, NodeId>, Queue> queues_;
  /// The time at which a command that was given up counts as lost, and its message.
  std::deque<std::pair<std::int64_t, std::uint32_t>> lost_at_;
  std::set<NodeId> stopped_;
  std::set<NodeId> lost_writes_;  ///< nodes with a lost write that may have run
  std::size_t writes_awaited_ = 0;
  mutable std::uint64_t looks_ = 0;
};

}  // namespace locklab::app
