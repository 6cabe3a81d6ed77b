#include "app/stress/moment_ring.h"

#include <algorithm>
#include <utility>

namespace locklab::app {

/// Returns a new slot or, if the ring is full, the oldest one, cleared except for `order`. The
/// memory of `key` and `text` is reused.
Moment& MomentRing::next() {
  if (moments_.size() < most_) return moments_.emplace_back();
  Moment& moment = moments_[oldest_];
  oldest_ = (oldest_ + 1) % most_;
  moment.event = {};
  moment.begins = moment.ends = false;
  moment.key.clear();
  moment.text.clear();
  moment.reply = {};
  moment.script = nullptr;
  moment.place.reset();
  return moment;
}

std::vector<Moment> MomentRing::follow(std::shared_ptr<Aftermath> later) {
  const std::lock_guard lock(busy_);
  followers_.push_back(std::move(later));
  std::vector<Moment> all(moments_.begin() + static_cast<std::ptrdiff_t>(oldest_), moments_.end());
  all.insert(all.end(), moments_.begin(), moments_.begin() + static_cast<std::ptrdiff_t>(oldest_));
  return all;
}

void MomentRing::tell(const Moment& moment) {
  for (const auto& follower : followers_) {
    follower->moments.push_back(moment);
    --follower->room;
  }
  std::erase_if(followers_,
                [&](const auto& follower) { return moment.ends || follower->room == 0; });
}

}  // namespace locklab::app
