// Searches for unseen events in a server whose reply contradicts the beliefs about it: leases that
// had ended, commands whose own replies have not come, or keys removed or set by unknown clients.
// The result is a story that makes the shadow reply as the real server did: the shortest without
// unknown clients or, if there is none, the shortest with them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/live/inference/key_beliefs.h"
#include "app/live/inference/open_commands.h"
#include "lock/reply.h"

namespace locklab::app {

/// One unseen event before a command ran.
struct Move {
  enum class Kind : std::uint8_t {
    expired,  ///< the key's lease was over
    ran,      ///< another command had run
    gone,     ///< an unknown client had removed the key
    held,     ///< an unknown client had set the key to `value`
  };
  Kind kind = Kind::expired;
  KeyId key{no_node, 0};
  std::uint32_t message = 0;  ///< of the command that ran
  std::string value;
};

/// Unseen events in order.
using Story = std::vector<Move>;

class StorySearch {
 public:
  StorySearch(KeyBeliefs& beliefs, OpenCommands& open) : beliefs_(beliefs), open_(open) {}

  /// Returns the story before `command`, which got `reply` at time `at`. Empty if the command needs
  /// none, or if no story explains the reply but the shadow's is of the same kind and no integer.
  /// nullopt if no story explains the reply otherwise, or it proves nothing that must be recorded:
  /// the command changed nothing and may be old, or its effects may be over.
  std::optional<Story> explain(const OpenCommand& command, const Reply& reply, std::int64_t at);

 private:
  struct Trial {
    Story story;
    ShadowServer::Result result;
    ShadowServer::Saved before;  ///< the command's keys before it ran
    bool agrees = false;
  };

  Trial attempt(Story story);
  std::optional<Trial> search(const Trial& plain, std::size_t longest, bool silent);
  bool refused_by_somebody();
  bool owns_a_key() const;
  bool ran_long_ago();
  bool proves_something(const Trial& trial) const;
  bool is_over(const Trial& trial) const;

  std::vector<Move> told_moves(const Story& so_far) const;
  std::vector<Move> silent_moves(const Trial& last) const;
  std::vector<std::string> plausible_values(const KeyId& key, const Trial& last) const;
  void make(const Move& move);

  KeyBeliefs& beliefs_;
  OpenCommands& open_;
  // Set by explain().
  const OpenCommand* command_ = nullptr;
  const Reply* reply_ = nullptr;
  std::int64_t at_ = 0;
  int tries_left_ = 0;
};

/// Whether a number in one of the keys became smaller.
bool counted_down(const ShadowServer::Saved& before,
                  const std::vector<ShadowServer::Change>& changes);

}  // namespace locklab::app
