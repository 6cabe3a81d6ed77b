#include "app/stress/slot_moves.h"

#include <fmt/format.h>

#include "app/live/cluster.h"
#include "lock/redis/loop.h"

namespace locklab::app {

std::string SlotMoves::go_on() {
  constexpr std::int64_t a_moment_us = 20'000;
  const std::int64_t until_us = redis::Loop::now_us() + a_moment_us;
  for (; to_move_ > 0 && redis::Loop::now_us() < until_us; --to_move_) {
    const std::uint16_t slot = locks_[next_++ % locks_.size()];
    const std::optional<std::size_t> owner = owner_of(cluster_, slot);
    if (!owner) return fmt::format("nobody has slot {}", slot);
    if (std::string why = mover_.move(slot, (*owner + 1) % cluster_.size()); !why.empty())
      return why;
  }
  return {};
}

}  // namespace locklab::app
