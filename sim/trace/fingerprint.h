// A hash that represents a state, so that a search through schedules enters no state twice. Two
// states with the same hash are treated as equal; among ten million states the probability of any
// collision is about one in 400,000.
#pragma once

#include <cstdint>
#include <string_view>

namespace locklab::sim {

class Fingerprint {
 public:
  void add(std::uint64_t value) {
    const Wide product =
        static_cast<Wide>(value_ ^ value ^ 0x9e3779b97f4a7c15u) * 0xd6e8feb86659fd93u;
    value_ =
        (static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64)) + value;
  }
  void add(std::int64_t value) { add(static_cast<std::uint64_t>(value)); }
  void add(std::uint32_t value) { add(std::uint64_t{value}); }
  void add(bool value) { add(std::uint64_t{value}); }
  void add(std::string_view bytes);

  std::uint64_t value() const { return value_; }

 private:
  __extension__ using Wide = unsigned __int128;
  std::uint64_t value_ = 0x2545f4914f6cdd1d;
};

/// The fingerprint of a single number, for sums that are independent of the order.
inline std::uint64_t fingerprint_of(std::uint64_t value) {
  Fingerprint print;
  print.add(value);
  return print.value();
}

}  // namespace locklab::sim
