// A named setting of a lock: its name, its type, its range, its meaning and its default. Each
// strategy declares the switches that it reads; scenario files, forms, lists and messages about bad
// input derive from them. A new switch is a member of LockConfig and an entry in the switches of
// the strategy that reads it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

#include "lock/lock_config.h"

namespace locklab {

enum class SwitchType : std::uint8_t {
  choice,    ///< one of several words; the value is the word's index
  duration,  ///< in microseconds; its name ends in _ms because files and forms give it in
             ///< milliseconds
  count,
  flag,  ///< 0 or 1
};

struct Switch {
  std::string_view name;
  std::string_view meaning;  ///< what it sets, in one line
  SwitchType type = SwitchType::count;
  std::int64_t least = 0;  ///< for a duration or a count
  std::int64_t most = 0;
  std::span<const std::string_view> words;  ///< for a choice
  bool whole_ms = false;                    ///< a duration that Redis counts in whole milliseconds
  std::string_view instead;                 ///< advice for the value 0 if `least` excludes it

  /// The value; nullopt if not set: value() then returns that of `usual`, or 0 without one.
  std::optional<std::int64_t> (*get)(const LockConfig& lock) = nullptr;
  void (*set)(LockConfig& lock, std::int64_t value) = nullptr;
  std::int64_t (*usual)(const LockConfig& lock) = nullptr;  ///< default of an unset value, or null

  std::int64_t value(const LockConfig& lock) const {
    const std::optional<std::int64_t> set_to = get(lock);
    return set_to ? *set_to : usual ? usual(lock) : 0;
  }

  /// A copy of the switch with a default for locks that do not set it.
  constexpr Switch unless_set(std::int64_t (*usually)(const LockConfig&)) const {
    Switch changed = *this;
    changed.usual = usually;
    return changed;
  }
  constexpr Switch in_whole_ms() const {
    Switch changed = *this;
    changed.whole_ms = true;
    return changed;
  }
  constexpr Switch or_else(std::string_view advice) const {
    Switch changed = *this;
    changed.instead = advice;
    return changed;
  }
};

namespace detail {

constexpr std::int64_t as_number(Duration value) { return us(value); }
template <class T>
constexpr std::int64_t as_number(T value) {
  return static_cast<std::int64_t>(value);
}

template <auto Member>
struct Access {
  using Type = std::remove_cvref_t<decltype(LockConfig{}.*Member)>;

  static std::optional<std::int64_t> get(const LockConfig& lock) {
    if constexpr (requires { (lock.*Member).has_value(); }) {
      if (!(lock.*Member).has_value()) return std::nullopt;
      return as_number(*(lock.*Member));
    } else {
      return as_number(lock.*Member);
    }
  }
  static void set(LockConfig& lock, std::int64_t value) {
    if constexpr (std::is_assignable_v<Type&, Duration>) {
      lock.*Member = Duration(value);
    } else {
      lock.*Member = static_cast<Type>(value);
    }
  }
};

template <auto Member>
constexpr Switch row(std::string_view name, std::string_view meaning, SwitchType type) {
  Switch one;
  one.name = name;
  one.meaning = meaning;
  one.type = type;
  one.get = Access<Member>::get;
  one.set = Access<Member>::set;
  return one;
}

}  // namespace detail

inline constexpr Duration longest_time = std::chrono::hours(24);

/// `words` must have the order of the member's enum.
template <auto Member>
constexpr Switch choice(std::string_view name, std::span<const std::string_view> words,
                        std::string_view meaning) {
  Switch one = detail::row<Member>(name, meaning, SwitchType::choice);
  one.words = words;
  return one;
}

template <auto Member>
constexpr Switch duration(std::string_view name, Duration least, std::string_view meaning) {
  Switch one = detail::row<Member>(name, meaning, SwitchType::duration);
  one.least = us(least);
  one.most = us(longest_time);
  return one;
}

template <auto Member>
constexpr Switch count(std::string_view name, std::int64_t least, std::int64_t most,
                       std::string_view meaning) {
  Switch one = detail::row<Member>(name, meaning, SwitchType::count);
  one.least = least;
  one.most = most;
  return one;
}

template <auto Member>
constexpr Switch flag(std::string_view name, std::string_view meaning) {
  return detail::row<Member>(name, meaning, SwitchType::flag);
}

// Switches that several strategies read.

inline constexpr std::string_view on_lost_words[] = {"stop", "ignore"};
inline constexpr Switch on_lost_switch = choice<&LockConfig::on_lost>(
    "on_lost", on_lost_words, "stop: the work ends; ignore: it goes on");
inline constexpr Switch max_renewals_switch = count<&LockConfig::max_renewals>(
    "max_renewals", 0, 1'000'000, "How often one hold is renewed at most; 0: without a limit");
inline constexpr Switch capacity_switch =
    count<&LockConfig::capacity>("capacity", 1, 1'000'000, "How many permits there are in all");
inline constexpr Switch limit_switch =
    count<&LockConfig::limit>("limit", 1, 1'000'000, "Admissions in one window");
inline constexpr Switch window_switch =
    duration<&LockConfig::window>("window_ms", Duration(1000), "The time in which the limit counts")
        .in_whole_ms();

}  // namespace locklab
