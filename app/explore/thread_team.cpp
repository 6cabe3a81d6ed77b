#include "app/explore/thread_team.h"

#include <utility>

namespace locklab::app {

void ThreadTeam::is_complete(std::uint32_t members) {
  const std::lock_guard lock(mutex_);
  members_ = members;
  changed_.notify_all();
}

bool ThreadTeam::begin(const std::vector<sim::SearchPiece>& pieces) {
  std::unique_lock lock(mutex_);
  const std::uint64_t level = level_;
  ++arrived_;
  changed_.notify_all();
  // When all have arrived, the first to wake opens the level. This need not be the last to arrive,
  // since the number of members may become known only later.
  changed_.wait(
      lock, [&] { return level_ != level || stopped_ || (members_ > 0 && arrived_ == members_); });
  if (stopped_) return false;
  if (level_ != level) return true;
  ++level_;
  arrived_ = 0;
  over_ = false;
  pieces_.assign(pieces.begin(), pieces.end());
  for (Part& part : parts_) {
    const std::lock_guard of_part(part.mutex);
    part.states = sim::StateSet(std::size_t{1} << 6);
  }
  count_hungry();
  changed_.notify_all();
  return true;
}

std::optional<sim::SearchPiece> ThreadTeam::take() {
  std::unique_lock lock(mutex_);
  ++waiting_;
  if (waiting_ == members_ && pieces_.empty()) {
    over_ = true;
    changed_.notify_all();
  }
  count_hungry();
  changed_.wait(lock, [&] { return over_ || stopped_ || !pieces_.empty(); });
  --waiting_;
  if (stopped_ || pieces_.empty()) {
    count_hungry();
    return std::nullopt;
  }
  sim::SearchPiece piece = std::move(pieces_.front());
  pieces_.pop_front();
  count_hungry();
  return piece;
}

/// Updates the number of further pieces that would be taken immediately.
void ThreadTeam::count_hungry() {
  hungry_ = over_ ? 0 : std::int64_t{waiting_} - static_cast<std::int64_t>(pieces_.size());
}

void ThreadTeam::give(sim::SearchPiece piece) {
  const std::lock_guard lock(mutex_);
  pieces_.push_back(std::move(piece));
  count_hungry();
  changed_.notify_all();
}

bool ThreadTeam::enter(std::uint64_t state, std::uint32_t steps, std::uint32_t& asleep,
                       bool& fresh) {
  Part& part = parts_[state >> 58];
  const std::lock_guard lock(part.mutex);
  const std::size_t known = part.states.size();
  const bool enters = part.states.enter(state, steps, asleep);
  fresh = part.states.size() > known;
  return enters;
}

std::uint64_t ThreadTeam::memory() const {
  std::uint64_t bytes = 0;
  for (const Part& part : parts_) {
    const std::lock_guard lock(part.mutex);
    bytes += part.states.memory();
  }
  return bytes;
}

void ThreadTeam::note(std::size_t property, const sim::Path& path, bool by_chance) {
  const std::lock_guard lock(mutex_);
  Best& best = bests_[property][by_chance ? 1 : 0];
  if (best.path && !path.before(*best.path)) return;
  best.path = path;
  best.steps = path.steps;
}

std::optional<sim::Path> ThreadTeam::best(std::size_t property, bool by_chance) const {
  const std::lock_guard lock(mutex_);
  return bests_[property][by_chance ? 1 : 0].path;
}

void ThreadTeam::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
}

}  // namespace locklab::app
