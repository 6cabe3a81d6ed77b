// Commands that were sent and whose outcome is not known: their replies have not come, or never
// will. Found by the keys that they name, so that a reply asks only those that it may concern.
//
// One whose client has given up on it may have run, or may still run; after a while it counts as
// lost, so that their number stays bounded. While its node stands still, that while does not end.
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
#include "sim/trace/trace.h"

namespace locklab::app {

/// Whose attempt a command belongs to.
using AttemptId = std::pair<ClientId, std::uint32_t>;

/// A key of a node, by its number in the trace's names.
using KeyId = std::pair<NodeId, std::uint16_t>;

struct OpenCommand {
  Event sent;
  std::vector<Event> parts;   ///< of a transaction: MULTI and what was queued; else none
  std::vector<KeyId> keys;    ///< that it names, each once
  bool given_up = false;      ///< by its client
  std::optional<Reply> told;  ///< it must have run, and with this reply
  bool counted_down = false;  ///< when it ran, a number in one of its keys fell
  bool cannot_run = false;    ///< what it was sent to is gone
};

class OpenCommands {
 public:
  explicit OpenCommands(Trace& trace) : trace_(trace) {}

  void sent(const Event& sent);
  /// Its client will not see the reply.
  void given_up(std::uint32_t message, std::int64_t at);
  /// A client is gone, and with it whoever waited for its replies.
  void client_gone(ClientId client, std::int64_t at);
  void node_stopped(NodeId node, bool stopped);
  /// What was on its way to that node has nobody to run it any more.
  void node_forgot(NodeId node);

  /// Null: it is not open.
  OpenCommand* find(std::uint32_t message);
  /// No longer open. Nothing: it was not.
  std::optional<OpenCommand> close(std::uint32_t message);
  /// Those that count as lost by now, closed.
  std::vector<OpenCommand> close_lost(std::int64_t at);

  /// The messages of those that name `key` and may have run unnoticed: those of these holds, and
  /// then some others.
  std::vector<std::uint32_t> may_have_run(const KeyId& key,
                                          const std::vector<AttemptId>& first) const;

  /// Whether somebody still waits for the reply of a write (Purpose::write) to a node.
  bool writes_awaited() const { return writes_awaited_ > 0; }
  std::size_t size() const { return open_.size(); }

  /// How many times one was looked at, for a test that this stays in proportion.
  std::uint64_t looks() const { return looks_; }

 private:
  static AttemptId hold_of(const OpenCommand& command) {
    return {command.sent.client, command.sent.acquisition};
  }
  bool may_have_run(std::uint32_t message) const;
  void add_keys(OpenCommand& command, const Event& part);
  void no_longer_awaited(OpenCommand& command, std::int64_t at);

  Trace& trace_;
  std::map<std::uint32_t, OpenCommand> open_;
  std::map<KeyId, std::set<std::pair<AttemptId, std::uint32_t>>> by_key_;
  std::map<std::pair<ClientId, NodeId>, std::vector<Event>> transactions_;  ///< being queued
  std::deque<std::pair<std::int64_t, std::uint32_t>> lost_at_;  ///< those given up, by time
  std::set<NodeId> stopped_;
  std::size_t writes_awaited_ = 0;
  mutable std::uint64_t looks_ = 0;
};

}  // namespace locklab::app
