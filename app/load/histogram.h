// Latency histogram with a bounded number of buckets. Each value below 128 has its own bucket; each
// octave above is split into 128, so the relative error is at most 1/128. Integers only: merging
// the histograms of many threads gives exactly the histogram of all their values.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace locklab::app {

class Histogram {
 public:
  /// Adds a value, clamped to 0 .. 2^40 - 1.
  void add(std::int64_t value) {
    const auto known = static_cast<std::uint64_t>(std::clamp<std::int64_t>(value, 0, largest));
    const std::size_t bucket = bucket_of(known);
    if (!packed_.empty()) [[unlikely]]
      unpack();
    if (bucket >= buckets_.size()) buckets_.resize(bucket + 1);
    ++buckets_[bucket];
    ++count_;
    sum_ += known;
    max_ = std::max(max_, known);
  }
  void add(std::int64_t value, std::uint64_t times);
  void add(const Histogram& other);

  std::uint64_t count() const { return count_; }
  std::uint64_t sum() const { return sum_; }
  std::uint64_t max() const { return max_; }
  bool empty() const { return count_ == 0; }
  /// The smallest value that at least the fraction `part` / `whole` of all values do not exceed,
  /// such as quantile(99, 100); rounded up by less than 1 %. 0 if the histogram is empty.
  std::uint64_t quantile(std::uint64_t part, std::uint64_t whole) const;
  /// quantile(part, 100); nullopt if the histogram is empty.
  std::optional<std::uint64_t> percentile(std::uint64_t part) const {
    return empty() ? std::nullopt : std::optional(quantile(part, 100));
  }

  /// A non-empty bucket and its number of values.
  struct Filled {
    std::size_t bucket = 0;
    std::uint64_t count = 0;
    bool operator==(const Filled&) const = default;
  };
  /// All non-empty buckets in ascending order.
  std::vector<Filled> filled() const;
  /// Rebuilds a histogram from its buckets; nullopt if one is out of order, empty or out of range,
  /// if they hold more than 2^53 values, or if they contradict the sum or the maximum.
  static std::optional<Histogram> of(const std::vector<Filled>& filled, std::uint64_t sum,
                                     std::uint64_t max);

  /// Compresses the buckets, for callers that keep many histograms: one second of a load typically
  /// takes hundreds of bytes instead of thousands. The next add() unpacks them.
  void pack();
  /// Bytes allocated for the buckets.
  std::size_t memory() const {
    return buckets_.capacity() * sizeof(std::uint64_t) + packed_.capacity();
  }

  /// Exclusive upper bound of all bucket numbers.
  static constexpr std::size_t bucket_limit() { return bucket_of(largest) + 1; }
  bool operator==(const Histogram& other) const;

 private:
  static constexpr unsigned precision = 7;  ///< 2^7 buckets per octave
  static constexpr std::int64_t largest = (std::int64_t{1} << 40) - 1;

  static constexpr std::size_t bucket_of(std::uint64_t value) {
    const auto width = static_cast<unsigned>(std::bit_width(value));
    if (width <= precision) return value;
    const unsigned shift = width - precision - 1;
    return (static_cast<std::size_t>(shift) << precision) + (value >> shift);
  }
  /// The largest value in a bucket.
  static constexpr std::uint64_t end_of(std::size_t bucket) {
    if (bucket < (std::size_t{2} << precision)) return bucket;
    const std::size_t shift = (bucket >> precision) - 1;
    const std::uint64_t first = (bucket - (shift << precision)) << shift;
    return first + (std::uint64_t{1} << shift) - 1;
  }

  template <class Visit>
  void each_filled(Visit visit) const;
  void unpack();

  std::vector<std::uint64_t> buckets_;  ///< counts by bucket, up to the last non-empty one; empty
                                        ///< if packed
  /// If packed: for each non-empty bucket, the distance from the previous one (for the first, from
  /// 0) and the count, as varints: seven bits per byte, lowest first, the eighth bit set if another
  /// byte follows.
  std::vector<std::uint8_t> packed_;
  std::uint64_t count_ = 0;
  std::uint64_t sum_ = 0;
  std::uint64_t max_ = 0;
};

}  // namespace locklab::app
