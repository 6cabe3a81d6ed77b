// Open commands: they were sent, and their outcome is not known, because their replies have not
// come or never will. They are found by their keys, so that a reply concerns only a few of them.
//
// A command whose client has given up may have run, or may still run. After a while it counts as
// lost, which bounds their number. That while does not end as long as its node stands still.
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

/// The attempt that a command belongs to: its client and the number of the acquisition.
using AttemptId = std::pair<ClientId, std::uint32_t>;

/// A key of a node, by its number in the trace's names.
using KeyId = std::pair<NodeId, std::uint16_t>;

struct OpenCommand {
  sim::Event sent;
  std::vector<sim::Event> parts;  ///< of a transaction: MULTI and the queued commands
  std::vector<KeyId> keys;        ///< that it names, each once
  bool given_up = false;          ///< by its client
  std::optional<Reply> told;      ///< the reply that it must have had when it ran
  bool counted_down = false;      ///< when it ran, a number in one of its keys fell
  bool heard = false;             ///< its reply is known, and its client has not read it yet
  bool cannot_run = false;        ///< it never left, or the process that it was sent to is gone
  bool sent_to_the_dead = false;  ///< to a process that was killed since
};

class OpenCommands {
 public:
  explicit OpenCommands(sim::Trace& trace) : trace_(trace) {}

  void sent(const sim::Event& sent);
  /// Notes that a message's client will not see the reply.
  void given_up(std::uint32_t message, std::int64_t at);
  /// Notes that a client is gone, so that nobody waits for its replies.
  void client_gone(ClientId client, std::int64_t at);
  void node_stopped(NodeId node, bool stopped);
  /// Notes that a node's process is gone, and with it all connections to it.
  void node_died(NodeId node);
  /// Notes that a node's process is gone with its data, so that commands under way to it cannot
  /// run.
  void node_forgot(NodeId node);

  /// The open command of a message. Null: it is not open.
  OpenCommand* find(std::uint32_t message);
  /// Closes a command and returns it. None: it was not open.
  std::optional<OpenCommand> close(std::uint32_t message);
  /// Closes the commands that count as lost by now, and returns them.
  std::vector<OpenCommand> close_lost(std::int64_t at);

  /// The messages of commands that name `key` and may have run unnoticed: those of the attempts in
  /// `first`, then some others.
  std::vector<std::uint32_t> may_have_run(const KeyId& key,
                                          const std::vector<AttemptId>& first) const;

  /// Whether a client still waits for the reply to a write (Purpose::write) to a node.
  bool writes_awaited() const { return writes_awaited_ > 0; }
  /// Whether a node may have run a write, or may still run it, of which nobody was told.
  bool writes_in_doubt(NodeId node) const;
  std::size_t size() const { return open_.size(); }

  /// The number of looks at a command. A test checks that it stays in proportion.
  std::uint64_t looks() const { return looks_; }

 private:
  static AttemptId hold_of(const OpenCommand& command) {
    return {command.sent.client, command.sent.acquisition};
  }
  /// The commands that a client has queued at a node between MULTI and EXEC.
  struct Queue {
    Transaction transaction;
    std::vector<sim::Event> parts;
    bool lost = false;  ///< its connection is, and the rest is not sent
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
  std::deque<std::pair<std::int64_t, std::uint32_t>> lost_at_;  ///< given up, by time
  std::set<NodeId> stopped_;
  std::set<NodeId> lost_writes_;  ///< of these nodes a write counts as lost that may have run
  std::size_t writes_awaited_ = 0;
  mutable std::uint64_t looks_ = 0;
};

}  // namespace locklab::app
