// From words to a reply: finds the command, checks whether it may run now, then runs or queues it.
#pragma once

#include <cstddef>
#include <new>
#include <string_view>
#include <vector>

#include "sim/service/redis/command_table.h"

namespace locklab::sim {

/// The words of a command as an array, without an allocation for the usual number.
class WordList {
 public:
  explicit WordList(const PackedWords& words) {
    for (std::string_view word : words) add(word);
  }
  WordList(const WordList&) = delete;
  WordList& operator=(const WordList&) = delete;
  WordsView view() const { return many_.empty() ? WordsView(few(), count_) : many_; }

 private:
  void add(std::string_view word) {
    if (count_ < room) {
      new (few() + count_++) std::string_view(word);
      return;
    }
    if (many_.empty()) many_.assign(few(), few() + room);
    many_.push_back(word);
  }

  static constexpr std::size_t room = 10;

  std::string_view* few() { return reinterpret_cast<std::string_view*>(bytes_); }
  const std::string_view* few() const { return reinterpret_cast<const std::string_view*>(bytes_); }

  // Not zeroed, since most commands use only three of these words.
  alignas(std::string_view) std::byte bytes_[room * sizeof(std::string_view)];
  std::size_t count_ = 0;
  std::vector<std::string_view> many_;
};

/// Refuses, queues or runs a client's command.
Outcome dispatch(ServerState& server, Session& session, WordsView words);

/// Runs a command that has passed all checks, and updates its connection's state.
Reply run_command(const CommandSpec& spec, Invocation& call);

/// Runs the commands of a transaction, after the replies already in `done`. If a script blocks, the
/// rest is stored until the script is killed, and `exec.ending` says so.
Reply run_queue(Invocation& exec, std::vector<Reply> done, std::vector<Command> queue);

}  // namespace locklab::sim
