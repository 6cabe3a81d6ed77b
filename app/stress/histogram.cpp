#include "app/stress/histogram.h"

namespace locklab::app {

void Histogram::add(const Histogram& other) {
  if (other.buckets_.size() > buckets_.size()) buckets_.resize(other.buckets_.size());
  for (std::size_t i = 0; i < other.buckets_.size(); ++i) buckets_[i] += other.buckets_[i];
  count_ += other.count_;
  sum_ += other.sum_;
  max_ = std::max(max_, other.max_);
}

std::uint64_t Histogram::quantile(std::uint64_t part, std::uint64_t whole) const {
  if (count_ == 0) return 0;
  // Not count_ * part, which may not fit.
  std::uint64_t rank = count_ / whole * part + (count_ % whole * part + whole - 1) / whole;
  rank = std::clamp<std::uint64_t>(rank, 1, count_);
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < buckets_.size(); ++i) {
    seen += buckets_[i];
    if (seen >= rank) return std::min(end_of(i), max_);
  }
  return max_;
}

}  // namespace locklab::app
