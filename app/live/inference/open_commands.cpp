#include "app/live/inference/open_commands.h"

#include <algorithm>

namespace locklab::app {

namespace {

/// Time within which a command may still run unseen after its client has given up. A command that
/// waits longer in a working server counts as lost.
constexpr std::int64_t lost_after_us = 10'000'000;
/// The maximum number of commands of other attempts that are examined for one key.
constexpr std::size_t most_others = 16;

/// Whether a word of a command is a key: only the lab's keys begin like this.
bool is_key(std::string_view word) {
  return word.starts_with("locklab:") || word.starts_with("{locklab:");
}

}  // namespace

void OpenCommands::sent(const sim::Event& sent) {
  OpenCommand command{.sent = sent};
  const std::pair whose(sent.client, sent.node);
  Queue& queue = queues_[whose];
  const bool queued = queue.transaction.queues();
  queue.transaction.sent(trace_.words(sent));
  if (queue.transaction.queues()) {
    queue.parts.push_back(sent);
    command.cannot_run = queue.lost;
  } else if (!queued) {
    add_keys(command, sent);
  } else if (queue.lost) {
    command.cannot_run = true;
  } else {
    for (const sim::Event& part : queue.parts) add_keys(command, part);
    command.parts = std::move(queue.parts);
  }
  if (!queue.transaction.inside()) queues_.erase(whose);
  for (const KeyId& key : command.keys) by_key_[key].emplace(hold_of(command), sent.message);
  writes_awaited_ += sent.purpose == Purpose::write;
  open_.emplace(sent.message, std::move(command));
}

void OpenCommands::add_keys(OpenCommand& command, const sim::Event& part) {
  for (std::string_view word : trace_.words(part)) {
    if (!is_key(word)) continue;
    const KeyId key{part.node, trace_.name_id(word)};
    if (std::find(command.keys.begin(), command.keys.end(), key) == command.keys.end())
      command.keys.push_back(key);
  }
}

void OpenCommands::no_longer_awaited(OpenCommand& command, std::int64_t at) {
  if (command.given_up) return;
  command.given_up = true;
  writes_awaited_ -= command.sent.purpose == Purpose::write;
  lost_at_.emplace_back(at + lost_after_us, command.sent.message);
}

void OpenCommands::given_up(std::uint32_t message, std::int64_t at) {
  OpenCommand* command = find(message);
  if (!command) return;
  // The connection is dropped, and the rest of the transaction is not sent on another one.
  if (const auto queue = queues_.find({command->sent.client, command->sent.node});
      queue != queues_.end())
    queue->second.lost = queue->second.lost || queue->second.has(message);
  no_longer_awaited(*command, at);
}

void OpenCommands::client_gone(ClientId client, std::int64_t at) {
  for (auto& [message, command] : open_)
    if (command.sent.client == client) no_longer_awaited(command, at);
  std::erase_if(queues_, [&](const auto& entry) { return entry.first.first == client; });
}

void OpenCommands::node_stopped(NodeId node, bool stopped) {
  if (stopped) {
    stopped_.insert(node);
  } else {
    stopped_.erase(node);
  }
}

void OpenCommands::node_died(NodeId node) {
  for (auto& [message, command] : open_)
    if (command.sent.node == node) command.sent_to_the_dead = true;
}

void OpenCommands::node_forgot(NodeId node) {
  for (auto& [message, command] : open_)
    if (command.sent.node == node) command.cannot_run = true;
  lost_writes_.erase(node);
}

bool OpenCommands::writes_in_doubt(NodeId node) const {
  return lost_writes_.contains(node) ||
         std::any_of(open_.begin(), open_.end(), [node](const auto& entry) {
           const OpenCommand& command = entry.second;
           return command.sent.node == node && command.sent.purpose == Purpose::write &&
                  may_have_run(command);
         });
}

bool OpenCommands::Queue::has(std::uint32_t message) const {
  return std::any_of(parts.begin(), parts.end(),
                     [message](const sim::Event& part) { return part.message == message; });
}

OpenCommand* OpenCommands::find(std::uint32_t message) {
  const auto found = open_.find(message);
  return found == open_.end() ? nullptr : &found->second;
}

std::optional<OpenCommand> OpenCommands::close(std::uint32_t message) {
  const auto found = open_.find(message);
  if (found == open_.end()) return std::nullopt;
  OpenCommand command = std::move(found->second);
  open_.erase(found);
  if (!command.given_up) writes_awaited_ -= command.sent.purpose == Purpose::write;
  for (const KeyId& key : command.keys) {
    const auto at_key = by_key_.find(key);
    at_key->second.erase({hold_of(command), message});
    if (at_key->second.empty()) by_key_.erase(at_key);
  }
  return command;
}

std::vector<OpenCommand> OpenCommands::close_lost(std::int64_t at) {
  std::vector<OpenCommand> lost;
  while (!lost_at_.empty() && lost_at_.front().first <= at) {
    const std::uint32_t message = lost_at_.front().second;
    lost_at_.pop_front();
    const OpenCommand* command = find(message);
    if (!command) continue;
    if (stopped_.contains(command->sent.node)) {
      lost_at_.emplace_back(at + lost_after_us, message);
    } else {
      if (command->sent.purpose == Purpose::write && may_have_run(*command))
        lost_writes_.insert(command->sent.node);
      lost.push_back(*close(message));
    }
  }
  return lost;
}

bool OpenCommands::may_have_run(std::uint32_t message) const {
  ++looks_;
  return may_have_run(open_.at(message));
}

std::vector<std::uint32_t> OpenCommands::may_have_run(const KeyId& key,
                                                      const std::vector<AttemptId>& first) const {
  std::vector<std::uint32_t> messages;
  const auto at_key = by_key_.find(key);
  if (at_key == by_key_.end()) return messages;
  for (const AttemptId& hold : first)
    for (auto it = at_key->second.lower_bound({hold, 0});
         it != at_key->second.end() && it->first == hold; ++it)
      if (may_have_run(it->second)) messages.push_back(it->second);
  std::size_t others = 0;
  for (const auto& [hold, message] : at_key->second) {
    if (others == most_others) break;
    if (std::find(first.begin(), first.end(), hold) != first.end()) continue;
    ++others;
    if (may_have_run(message)) messages.push_back(message);
  }
  return messages;
}

}  // namespace locklab::app
