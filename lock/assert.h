// LOCKLAB_ASSERT(condition): an invariant, checked in every build. A condition that does not hold
// is a bug in this code, never an error in its input:
//
//   LOCKLAB_ASSERT(votes <= nodes.size());
//
// In a program that links the library, a violation is printed and the program aborts. In the lab it
// is thrown instead, as BrokenInvariant, to whatever started the run, the search or the load: the
// one exception that may cross lock/ and sim/. The objects involved must be discarded, since their
// state is undefined. A violation in a destructor or a noexcept function ends the program.
#pragma once

#include <array>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <type_traits>

namespace locklab {

class BrokenInvariant : public std::exception {
 public:
  explicit BrokenInvariant(std::string_view words) { add(words); }
  /// Such as "sim/wire/event_queue.h:94: at >= last_at_ does not hold: 4 and 7".
  const char* what() const noexcept override { return words_.data(); }
  /// Appends where the invariant broke, such as a run's name. Only the first `where` that is not
  /// empty has an effect.
  void in(std::string_view where);

 private:
  void add(std::string_view words);

  /// Stored in place, because allocated memory may belong to an arena that is discarded.
  std::array<char, 1024> words_{};
  bool is_placed_ = false;
};

/// Makes broken invariants throw in this process from now on.
void throw_broken_invariants();

namespace detail {

[[noreturn]] void invariant_broken(const char* condition, const std::string& values,
                                   const char* file, int line);
/// For a coroutine's promise: rethrows a broken invariant; any other exception ends the program.
[[noreturn]] void unhandled_in_task();

template <class T>
std::string shown(const T& value) {
  if constexpr (std::same_as<T, bool>) return value ? "true" : "false";
  if constexpr (std::is_enum_v<T>) return shown(static_cast<std::int64_t>(value));
  if constexpr (std::integral<T>) return std::to_string(value);
  if constexpr (std::convertible_to<const T&, std::string_view>)
    return '"' + std::string(std::string_view(value)) + '"';
  if constexpr (requires { std::chrono::nanoseconds(value); })
    return std::to_string(std::chrono::nanoseconds(value).count()) + " ns";
  return "?";
}

/// Both sides of a comparison, and its result.
template <class L, class R>
struct Compared {
  const L& left;
  const R& right;
  const bool holds;
  std::string values() const { return shown(left) + " and " + shown(right); }
};

struct Checked {
  const bool holds;
  std::string values() const { return {}; }
};

/// The left side of a condition. A comparison operator turns it into a Compared.
template <class L>
struct LeftSide {
  const L& value;

  template <class R>
  Compared<L, R> operator==(const R& right) const {
    return {value, right, value == right};
  }
  template <class R>
  Compared<L, R> operator!=(const R& right) const {
    return {value, right, value != right};
  }
  template <class R>
  Compared<L, R> operator<(const R& right) const {
    return {value, right, value < right};
  }
  template <class R>
  Compared<L, R> operator<=(const R& right) const {
    return {value, right, value <= right};
  }
  template <class R>
  Compared<L, R> operator>(const R& right) const {
    return {value, right, value > right};
  }
  template <class R>
  Compared<L, R> operator>=(const R& right) const {
    return {value, right, value >= right};
  }
};

/// The start of a condition. `<<` binds more loosely than arithmetic, and tighter than comparisons.
struct Condition {
  template <class L>
  LeftSide<L> operator<<(const L& left) const {
    return {left};
  }
};

template <class L>
Checked checked(const LeftSide<L>& alone) {
  return {static_cast<bool>(alone.value)};
}
template <class L, class R>
Compared<L, R> checked(const Compared<L, R>& both) {
  return both;
}

}  // namespace detail

}  // namespace locklab

#ifdef __clang__
#define LOCKLAB_ALLOW_SHIFT_BEFORE_COMPARISON(expression)                       \
  _Pragma("clang diagnostic push")                                              \
      _Pragma("clang diagnostic ignored \"-Woverloaded-shift-op-parentheses\"") \
          expression _Pragma("clang diagnostic pop")
#else
#define LOCKLAB_ALLOW_SHIFT_BEFORE_COMPARISON(expression) expression
#endif

// NOLINTBEGIN(bugprone-macro-parentheses): parentheses would hide a comparison's left side
/// The condition is one value or one comparison; write `a && b` as two assertions.
#define LOCKLAB_ASSERT(condition)                                                               \
  do {                                                                                          \
    if (!(condition)) [[unlikely]]                                                              \
      LOCKLAB_ALLOW_SHIFT_BEFORE_COMPARISON(                                                    \
          ::locklab::detail::invariant_broken(                                                  \
              #condition,                                                                       \
              ::locklab::detail::checked(::locklab::detail::Condition() << condition).values(), \
              __FILE__, __LINE__);)                                                             \
  } while (false)
// NOLINTEND(bugprone-macro-parentheses)
