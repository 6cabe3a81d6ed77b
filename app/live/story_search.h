// Finds what must have happened unseen in a server, where a reply does not fit what is believed of
// it: leases that were over, commands whose own replies have not come. The shortest story that
// makes the shadow answer as the real server did is the one that is told.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/live/key_beliefs.h"
#include "app/live/open_commands.h"
#include "lock/reply.h"

namespace locklab::app {

/// One thing that happened before a command ran.
struct Move {
  enum class Kind : std::uint8_t {
    expired,  ///< the key's lease was over
    ran,      ///< another command ran
    gone,     ///< somebody unknown removed the key
    held,     ///< somebody unknown had set the key to `value`
  };
  Kind kind = Kind::expired;
  KeyId key{no_node, 0};
  std::uint32_t message = 0;  ///< of the command that ran
  std::string value;
};

/// In the order in which they happened.
using Story = std::vector<Move>;

class StorySearch {
 public:
  StorySearch(KeyBeliefs& beliefs, OpenCommands& open) : beliefs_(beliefs), open_(open) {}

  /// What happened before `command` ran and was answered with `reply`, which came at `at`. Nothing:
  /// the reply proves nothing that must be told, because it changed nothing and may tell of former
  /// times, or because what it did is over.
  std::optional<Story> explain(const OpenCommand& command, const Reply& reply, std::int64_t at);

 private:
  struct Trial {
    Story story;
    ShadowServer::Result result;
    ShadowServer::Saved before;  ///< the command's keys as it found them
    bool agrees = false;
  };

  Trial attempt(Story story);
  std::optional<Trial> search(const Trial& plain, std::size_t longest, bool silent);
  bool refused_by_somebody();
  bool ran_long_ago();
  bool proves_something(const Trial& trial) const;
  bool is_over(const Trial& trial) const;

  std::vector<Move> told_moves(const Story& so_far) const;
  std::vector<Move> silent_moves(const Trial& last) const;
  std::vector<std::string> plausible_values(const KeyId& key, const Trial& last) const;
  void make(const Move& move);

  KeyBeliefs& beliefs_;
  OpenCommands& open_;
  // What is asked now.
  const OpenCommand* command_ = nullptr;
  const Reply* reply_ = nullptr;
  std::int64_t at_ = 0;
  int tries_left_ = 0;
};

/// Whether a number in one of the keys is smaller than it was before.
bool counted_down(const ShadowServer::Saved& before,
                  const std::vector<ShadowServer::Change>& changes);

}  // namespace locklab::app
