#include "sim/wire/open_times.h"

#include <algorithm>

namespace locklab::sim {

void OpenTimes::open(const Open& time) {
  for (Open& known : open_) {
    if (known.timer != time.timer) continue;
    const std::int64_t passed = known.passed;
    known = time;
    known.passed = passed;
    return;
  }
  open_.push_back(time);
}

void OpenTimes::close(const Timer& timer) {
  const Open* const known = find(timer);
  if (!known) return;
  if (known->has_passed()) decided_.push_back({known->draw, known->most});
  erase(static_cast<std::size_t>(known - open_.data()));
}

std::uint64_t OpenTimes::asked_at(std::int64_t now) {
  constexpr std::uint64_t most_at_once = 1024;
  if (asked_at_ != now) asked_ = 0;
  asked_at_ = now;
  return static_cast<std::uint64_t>(now) * most_at_once + asked_++;
}

void OpenTimes::decided(std::uint32_t draw, std::uint64_t amount, std::uint64_t usual) {
  if (amount != usual) decided_.push_back({draw, amount});
}

const OpenTimes::Open* OpenTimes::find(const Timer& timer) const {
  const auto found = std::find_if(open_.begin(), open_.end(),
                                  [&](const Open& one) { return one.timer == &timer; });
  return found == open_.end() ? nullptr : &*found;
}

std::vector<Draw> OpenTimes::draws() const {
  std::vector<Draw> all = decided_;
  for (const Open& one : open_)
    if (one.has_passed()) all.push_back({one.draw, one.most});
  std::sort(all.begin(), all.end(),
            [](const Draw& a, const Draw& b) { return a.number < b.number; });
  return all;
}

}  // namespace locklab::sim
