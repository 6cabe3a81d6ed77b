#include "app/load/histogram.h"

#include <utility>

namespace locklab::app {

namespace {

void put(std::vector<std::uint8_t>& bytes, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7)
    bytes.push_back(static_cast<std::uint8_t>(number & 0x7f) | 0x80);
  bytes.push_back(static_cast<std::uint8_t>(number));
}

std::uint64_t take(const std::uint8_t*& from) {
  std::uint64_t number = 0;
  for (unsigned shift = 0;; shift += 7) {
    number |= std::uint64_t{*from & 0x7fu} << shift;
    if ((*from++ & 0x80) == 0) return number;
  }
}

}  // namespace

/// Calls visit(bucket, count) for each non-empty bucket in ascending order.
template <class Visit>
void Histogram::each_filled(Visit visit) const {
  for (std::size_t i = 0; i < buckets_.size(); ++i)
    if (buckets_[i] > 0) visit(i, buckets_[i]);
  std::size_t bucket = 0;
  for (const std::uint8_t* at = packed_.data(); at != packed_.data() + packed_.size();) {
    bucket += take(at);
    visit(bucket, take(at));
  }
}

void Histogram::pack() {
  if (buckets_.empty()) return;
  std::vector<std::uint8_t> packed;
  std::size_t before = 0;
  each_filled([&](std::size_t bucket, std::uint64_t count) {
    put(packed, bucket - std::exchange(before, bucket));
    put(packed, count);
  });
  packed.shrink_to_fit();
  packed_ = std::move(packed);
  std::vector<std::uint64_t>().swap(buckets_);
}

void Histogram::unpack() {
  std::vector<std::uint64_t> buckets;
  each_filled([&](std::size_t bucket, std::uint64_t count) {
    buckets.resize(bucket + 1);
    buckets[bucket] = count;
  });
  buckets_ = std::move(buckets);
  std::vector<std::uint8_t>().swap(packed_);
}

bool Histogram::operator==(const Histogram& other) const {
  return count_ == other.count_ && sum_ == other.sum_ && max_ == other.max_ &&
         filled() == other.filled();
}

void Histogram::add(std::int64_t value, std::uint64_t times) {
  if (times == 0) return;
  add(value);
  const auto known = static_cast<std::uint64_t>(std::clamp<std::int64_t>(value, 0, largest));
  buckets_[bucket_of(known)] += times - 1;
  count_ += times - 1;
  sum_ += known * (times - 1);
}

void Histogram::add(const Histogram& other) {
  if (!packed_.empty()) unpack();
  other.each_filled([&](std::size_t bucket, std::uint64_t count) {
    if (bucket >= buckets_.size()) buckets_.resize(bucket + 1);
    buckets_[bucket] += count;
  });
  count_ += other.count_;
  sum_ += other.sum_;
  max_ = std::max(max_, other.max_);
}

std::uint64_t Histogram::quantile(std::uint64_t part, std::uint64_t whole) const {
  if (count_ == 0) return 0;
  // Computed in two parts, since count_ * part may overflow.
  std::uint64_t rank = count_ / whole * part + (count_ % whole * part + whole - 1) / whole;
  rank = std::clamp<std::uint64_t>(rank, 1, count_);
  std::uint64_t seen = 0;
  std::uint64_t found = max_;
  each_filled([&](std::size_t bucket, std::uint64_t count) {
    if (seen < rank && seen + count >= rank) found = std::min(end_of(bucket), max_);
    seen += count;
  });
  return found;
}

std::vector<Histogram::Filled> Histogram::filled() const {
  std::vector<Filled> all;
  each_filled([&](std::size_t bucket, std::uint64_t count) { all.push_back({bucket, count}); });
  return all;
}

std::optional<Histogram> Histogram::of(const std::vector<Filled>& filled, std::uint64_t sum,
                                       std::uint64_t max) {
  constexpr std::uint64_t most_values = std::uint64_t{1} << 53;
  Histogram all;
  double least = 0;  // bounds of the sum, as doubles since integers may overflow
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
