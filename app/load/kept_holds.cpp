#include "app/load/kept_holds.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace locklab::app {

namespace {

constexpr unsigned thinnest = 20;  ///< one slice in 2^20: one in three hours

}  // namespace

/// True if the hold touches a kept slice.
bool KeptHolds::in_kept_slice(const Hold& hold) const {
  const std::int64_t first = std::max<std::int64_t>(hold.entered_us, 0) / slice_us;
  const std::int64_t last = std::max(hold.left_us, hold.entered_us) / slice_us;
  const std::int64_t kept = (first + (std::int64_t{1} << thinned_) - 1) >> thinned_ << thinned_;
  return kept <= last;
}

void KeptHolds::add(std::uint64_t lock, const Hold& hold) {
  ++seen_;
  KeptHold kept{lock, hold};
  kept.hold.wanted_us -= zero_us_;
  kept.hold.entered_us -= zero_us_;
  kept.hold.left_us -= zero_us_;
  if (!in_kept_slice(kept.hold)) return;
  while (holds_.size() >= most_ && thinned_ < thinnest) thin();
  if (!in_kept_slice(kept.hold)) return;
  if (holds_.size() < most_) {
    holds_.push_back(kept);
  } else {
    ++dropped_;
  }
}

void KeptHolds::thin() {
  ++thinned_;
  std::erase_if(holds_, [this](const KeptHold& kept) { return !in_kept_slice(kept.hold); });
}

void KeptHolds::thin_to(std::uint64_t one_of) {
  while (one_slice_of() < one_of && thinned_ < thinnest) thin();
}

void KeptHolds::add(const KeptHolds& other) {
  thin_to(other.one_slice_of());
  for (const KeptHold& kept : other.holds_)
    if (in_kept_slice(kept.hold)) holds_.push_back(kept);
  seen_ += other.seen_;
  dropped_ += other.dropped_;
}

KeptHolds KeptHolds::of(std::vector<KeptHold> holds, std::uint64_t seen, std::uint64_t one_of,
                        std::uint64_t dropped) {
  KeptHolds all;
  all.holds_ = std::move(holds);
  all.seen_ = seen;
  all.thinned_ = std::min(thinnest, static_cast<unsigned>(std::bit_width(one_of | 1) - 1));
  all.dropped_ = dropped;
  return all;
}

}  // namespace locklab::app
