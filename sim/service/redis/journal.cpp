#include "sim/service/redis/journal.h"

#include <algorithm>
#include <utility>

#include "lock/assert.h"
#include "sim/service/redis/numbers.h"

namespace locklab::sim {
namespace {

std::vector<Effect> take_backwards(std::vector<Effect>& from, std::size_t first) {
  std::vector<Effect> taken(std::make_move_iterator(from.begin() + static_cast<long>(first)),
                            std::make_move_iterator(from.end()));
  from.resize(first);
  std::reverse(taken.begin(), taken.end());
  return taken;
}

}  // namespace

void ChangeJournal::report(const KeyChange& change, const KeyValue* value) {
  // The end of a lease does not count as a change of a watched key: a transaction checks the clock
  // to see whether the key has expired.
  if (!watched_.empty() && change.kind != KeyChange::Kind::expired) {
    if (auto found = watched_.find(change.key); found != watched_.end()) ++found->second;
  }
  if (observer) observer(change);
  if (only_observe) return;
  ++uncounted_;
  if (collecting_) {
    effects_.push_back({std::string(change.key),
                        value ? std::optional<KeyValue>(*value) : std::nullopt,
                        value ? change.deadline_ms : -1, change.origin});
  }
}

void ChangeJournal::commit(std::int64_t now_us) {
  if (uncounted_ == 0) return;
  offset_ += std::exchange(uncounted_, 0);
  sendable_ = effects_.size();
  written_ = undo_.size();
  if (persistence_ == Persistence::always) {
    undo_.clear();
    written_ = 0;
  } else if (persistence_ == Persistence::everysec) {
    sync_until(now_us);
  }
}

void ChangeJournal::sync_until(std::int64_t now_us) {
  const std::int64_t second = floor_div(now_us, 1'000'000);
  if (persistence_ != Persistence::everysec || second <= last_sync_s_ || written_ == 0) return;
  undo_.erase(undo_.begin(), undo_.begin() + static_cast<long>(written_));
  written_ = 0;
  last_sync_s_ = second;
}

std::vector<Effect> ChangeJournal::take_unfinished() {
  LOCKLAB_ASSERT(written_ <= undo_.size());
  return take_backwards(undo_, written_);
}

std::vector<Effect> ChangeJournal::take_unsynced() {
  written_ = 0;
  return take_backwards(undo_, 0);
}

void ChangeJournal::drop_unfinished() {
  LOCKLAB_ASSERT(sendable_ <= effects_.size());
  effects_.resize(sendable_);
  uncounted_ = 0;
  watched_.clear();
}

void ChangeJournal::drop_past() {
  undo_.clear();
  written_ = 0;
}

std::vector<Effect> ChangeJournal::take_effects() {
  LOCKLAB_ASSERT(sendable_ <= effects_.size());
  std::vector<Effect> taken(
      std::make_move_iterator(effects_.begin()),
      std::make_move_iterator(effects_.begin() + static_cast<long>(sendable_)));
  effects_.erase(effects_.begin(), effects_.begin() + static_cast<long>(sendable_));
  sendable_ = 0;
  return taken;
}

std::uint64_t ChangeJournal::watch(std::string_view key) {
  return watched_.try_emplace(std::string(key), 0).first->second;
}

std::uint64_t ChangeJournal::touches(std::string_view key) const {
  auto found = watched_.find(key);
  return found == watched_.end() ? 0 : found->second;
}

}  // namespace locklab::sim
