#include "app/stress/histogram.h"

namespace locklab::app {

void Histogram::add(std::int64_t value, std::uint64_t times) {
  if (times == 0) return;
  add(value);
  const auto known = static_cast<std::uint64_t>(std::clamp<std::int64_t>(value, 0, largest));
  buckets_[bucket_of(known)] += times - 1;
  count_ += times - 1;
  sum_ += known * (times - 1);
}

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

std::vector<Histogram::Filled> Histogram::filled() const {
  std::vector<Filled> all;
  for (std::size_t i = 0; i < buckets_.size(); ++i)
    if (buckets_[i] > 0) all.push_back({i, buckets_[i]});
  return all;
}

std::optional<Histogram> Histogram::of(const std::vector<Filled>& filled, std::uint64_t sum,
                                       std::uint64_t max) {
  constexpr std::uint64_t most_values = std::uint64_t{1} << 53;
  Histogram all;
  double least = 0;  // what the sum may be; as a double, which cannot overflow
  double most = 0;
  for (const Filled& one : filled) {
    if (one.bucket >= bucket_limit() || one.bucket < all.buckets_.size() || one.count == 0 ||
        one.count > most_values)
      return std::nullopt;
    all.buckets_.resize(one.bucket + 1);
    all.buckets_[one.bucket] = one.count;
    all.count_ += one.count;
    const auto count = static_cast<double>(one.count);
    least += count * (one.bucket == 0 ? 0 : static_cast<double>(end_of(one.bucket - 1) + 1));
    most += count * static_cast<double>(end_of(one.bucket));
    if (all.count_ > most_values) return std::nullopt;
  }
  const auto total = static_cast<double>(sum);
  const double rounding = most * 1e-9 + 1;
  if (total < least - rounding || total > most + rounding) return std::nullopt;
  if (filled.empty()
          ? max != 0
          : max > static_cast<std::uint64_t>(largest) || bucket_of(max) + 1 != all.buckets_.size())
    return std::nullopt;
  all.sum_ = sum;
  all.max_ = max;
  return all;
}

}  // namespace locklab::app
