// What a load's thread and a client that is a process of its own say to each other, in words of a
// Command (client_channel.h). Both have the same clock: all times are Loop::now_us().
//
// The register of a lock is the thread's. So the client says that it has entered, and is inside
// when the thread says "go"; and that it leaves, and releases after "go".
#pragma once

#include <cstdint>
#include <string_view>

namespace locklab::app {

/// What a client says: each with a LoadNoted first.
namespace load_said {
inline constexpr std::string_view ready = "ready";        ///< is connected: lost node, why
inline constexpr std::string_view entered = "entered";    ///< when, token; waits for "go"
inline constexpr std::string_view gave_up = "gave up";    ///< has not got the lock
inline constexpr std::string_view left = "left";          ///< when; waits for "go"
inline constexpr std::string_view released = "released";  ///< when it left, when, outcome
inline constexpr std::string_view admitted = "admitted";  ///< when, a counter's reply
inline constexpr std::string_view decided = "decided";    ///< when, whether a limiter said yes
inline constexpr std::string_view failed = "failed";      ///< node, reply
inline constexpr std::string_view noted = "noted";        ///< nothing else
}  // namespace load_said

/// What the thread says.
namespace load_told {
inline constexpr std::string_view begin = "begin";  ///< first of all: ClientSetting, time inside
inline constexpr std::string_view want = "want";    ///< ask for the lock of that key
inline constexpr std::string_view go = "go";        ///< the register knows
inline constexpr std::string_view jump = "jump";    ///< set your wall clock: so far
}  // namespace load_told

/// What a client has counted since it said something last. It says so at the latest
/// `noted_within_us` after the first of it.
struct LoadNoted {
  std::uint64_t attempts = 0;
  std::uint64_t refused = 0;
  std::uint64_t renewed = 0;
  std::uint64_t lost = 0;
  std::uint64_t replies = 0;  ///< in time
  bool found_taken = false;   ///< its lock was refused to it because somebody holds it
  bool operator==(const LoadNoted&) const = default;
};
inline constexpr std::int64_t noted_within_us = 100'000;

}  // namespace locklab::app
