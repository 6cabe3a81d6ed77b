// A hash that represents a state, by which a search through schedules recognizes a state that it
// has seen before. Two states with the same hash are treated as equal; among ten million states the
// probability of any collision is about one in 400,000.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace locklab::sim {

class Fingerprint {
 public:
  /// Two chains take turns, so that a multiplication need not wait for the one before.
  void add(std::uint64_t value) {
    const std::uint64_t next = mixed(older_, value);
    older_ = newer_;
    newer_ = next;
  }
  void add(std::int64_t value) { add(static_cast<std::uint64_t>(value)); }
  void add(std::uint32_t value) { add(std::uint64_t{value}); }
  void add(bool value) { add(std::uint64_t{value}); }
  void add(std::string_view bytes);
  /// Adds up to 64 flags as one number.
  void add_flags(std::initializer_list<bool> flags) {
    std::uint64_t bits = 0;
    for (const bool flag : flags) bits = bits * 2 + (flag ? 1u : 0u);
    add(bits);
  }

  std::uint64_t value() const { return mixed(older_, newer_); }

 private:
  friend std::uint64_t fingerprint_of(std::uint64_t value);
  static std::uint64_t mixed(std::uint64_t state, std::uint64_t value) {
    __extension__ using Wide = unsigned __int128;
    const Wide product =
        static_cast<Wide>(state ^ value ^ 0x9e3779b97f4a7c15u) * 0xd6e8feb86659fd93u;
    return (static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64)) +
           value;
  }

  std::uint64_t older_ = 0x2545f4914f6cdd1d;
  std::uint64_t newer_ = 0x9fb21c651e98df25;
};

/// The fingerprint of a single number, for sums that are independent of the order.
inline std::uint64_t fingerprint_of(std::uint64_t value) {
  return Fingerprint::mixed(0x2545f4914f6cdd1d, value);
}

}  // namespace locklab::sim
