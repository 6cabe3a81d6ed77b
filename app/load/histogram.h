// Latencies by size, in a bounded number of buckets. Below 128 each value has a bucket of its own;
// above, each octave is split into 128, so that a value is known to 1 in 128. Integers only:
// merging the histograms of many threads gives exactly the histogram of all their values.
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
  /// A negative value counts as 0, one of 2^40 or more as 2^40 - 1.
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
  /// The same value so many times.
  void add(std::int64_t value, std::uint64_t times);
  void add(const Histogram& other);

  std::uint64_t count() const { return count_; }
  std::uint64_t sum() const { return sum_; }
  std::uint64_t max() const { return max_; }
  bool empty() const { return count_ == 0; }
  /// The value that `part` of `whole` values do not exceed: quantile(99, 100). At most 1 % above
  /// the exact one, and never below it. 0 if there are no values.
  std::uint64_t quantile(std::uint64_t part, std::uint64_t whole) const;
  /// The same of a hundred parts. None: it is empty.
  std::optional<std::uint64_t> percentile(std::uint64_t part) const {
    return empty() ? std::nullopt : std::optional(quantile(part, 100));
  }

  /// A bucket by its number, with how many values it has.
  struct Filled {
    std::size_t bucket = 0;
    std::uint64_t count = 0;
    bool operator==(const Filled&) const = default;
  };
  /// The buckets that have values, in their order.
  std::vector<Filled> filled() const;
  /// The histogram with these buckets. None: they are out of order, empty or out of range, or do
  /// not go with the sum and the largest value.
  static std::optional<Histogram> of(const std::vector<Filled>& filled, std::uint64_t sum,
                                     std::uint64_t max);

  /// Takes a fraction of the memory from now on, for who keeps many: a second of a load some
  /// hundred bytes and not some thousand. Another value takes the room again.
  void pack();
  /// Bytes of its buckets.
  std::size_t memory() const {
    return buckets_.capacity() * sizeof(std::uint64_t) + packed_.capacity();
  }

  /// The number of buckets that values can fill.
  static constexpr std::size_t bucket_limit() { return bucket_of(largest) + 1; }
  bool operator==(const Histogram& other) const;

 private:
  static constexpr unsigned precision = 7;  ///< 2^7 buckets an octave
  static constexpr std::int64_t largest = (std::int64_t{1} << 40) - 1;

  static constexpr std::size_t bucket_of(std::uint64_t value) {
    const auto width = static_cast<unsigned>(std::bit_width(value));
    if (width <= precision) return value;
    const unsigned shift = width - precision - 1;
    return (static_cast<std::size_t>(shift) << precision) + (value >> shift);
  }
  /// The largest value of a bucket.
  static constexpr std::uint64_t end_of(std::size_t bucket) {
    if (bucket < (std::size_t{2} << precision)) return bucket;
    const std::size_t shift = (bucket >> precision) - 1;
    const std::uint64_t first = (bucket - (shift << precision)) << shift;
    return first + (std::uint64_t{1} << shift) - 1;
  }

  template <class Visit>
  void each_filled(Visit visit) const;
  void unpack();

  std::vector<std::uint64_t> buckets_;  ///< up to the largest that has a value; empty if packed
  /// For each bucket that has values how far it is from the one before, and how many: numbers of
  /// seven bits a byte, the lowest first, where the eighth bit says that more follow.
  std::vector<std::uint8_t> packed_;
  std::uint64_t count_ = 0;
  std::uint64_t sum_ = 0;
  std::uint64_t max_ = 0;
};

}  // namespace locklab::app
