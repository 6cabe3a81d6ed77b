// How a scenario writes the switches of a lock that are one of several words, in the order of their
// enums (lock/lock_config.h).
#pragma once

#include <string_view>

namespace locklab::sim {

inline constexpr std::string_view how_words[] = {"two", "multi"};
inline constexpr std::string_view sell_words[] = {"decr", "lua"};
inline constexpr std::string_view renew_words[] = {"lua", "expire"};
inline constexpr std::string_view order_words[] = {"sequential", "parallel"};
inline constexpr std::string_view clock_words[] = {"monotonic", "wall"};
inline constexpr std::string_view on_lost_words[] = {"stop", "ignore"};

}  // namespace locklab::sim
