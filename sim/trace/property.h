// The promises that a lock can make. sim/check judges which of them a trace kept.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace locklab::sim {

enum class Property : std::uint8_t {
  mutual_exclusion,
  no_lost_update,
  owner_only_release,
  no_deadlock,
  fault_tolerance,
  prompt_hand_over,
  clean_failure,
  fencing,
  quota,
  reentrancy,
  fairness,
  durability,
  availability,
  count_,
};

inline constexpr std::size_t property_count = static_cast<std::size_t>(Property::count_);

/// The name in scenarios and JSON: "mutual_exclusion".
std::string_view name(Property property);
/// The textbook name in Chinese: "互斥性".
std::string_view chinese_name(Property property);
/// The promise in one sentence.
std::string_view meaning(Property property);
std::optional<Property> property_named(std::string_view name);

/// Whether a run kept a promise.
enum class Kept : std::uint8_t { kept, broken, not_applicable };

std::string_view name(Kept kept);  ///< "kept", "broken", "not_applicable"

/// A set of properties, one bit each.
class Properties {
 public:
  constexpr Properties() = default;
  constexpr Properties(std::initializer_list<Property> all) {
    for (Property p : all) bits_ |= bit(p);
  }
  constexpr explicit Properties(std::uint32_t bits) : bits_(bits) {}
  constexpr bool has(Property p) const { return bits_ & bit(p); }
  constexpr std::uint32_t bits() const { return bits_; }
  constexpr Properties operator|(Properties other) const { return Properties(bits_ | other.bits_); }

 private:
  static constexpr std::uint32_t bit(Property p) { return 1u << static_cast<unsigned>(p); }
  std::uint32_t bits_ = 0;
};

inline constexpr Properties every_property((1u << property_count) - 1);

}  // namespace locklab::sim
