// The program of a client: its steps in one round, each in words:
//
//   step    = "lock" [mode] [permits] {key} ["within" time]   lock · lock shared locklab:b
//           | "unlock" [mode] {key}                           unlock · unlock exclusive
//           | "forget" [mode] {key}                           forget
//           | "work" [time] | "think" [time] | "hang"         work · think 20 ms · hang
//   mode    = "exclusive" | "shared"
//   permits = number ("permit" | "permits")
//   time    = number "ms"
//
// Without a key, a step means the client's own lock; several keys are one claim, all or none.
// `unlock` releases the newest hold of those locks (of that mode, if it names one). `forget` leaves
// without releasing it, as after an exception that nobody caught: its lease is still renewed.
// `work` reads the resource, works, and writes it back, inside a lock or not. `think` does nothing,
// and `hang` does so for ever, or until its lease is lost. Times are the client's wait_ms, work_ms
// and think_ms unless a step gives its own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lock/lock_config.h"

namespace locklab::sim {

enum class StepKind : std::uint8_t { lock, unlock, work, think, hang, forget };
inline constexpr std::string_view step_words[] = {"lock",  "unlock", "work",
                                                  "think", "hang",   "forget"};
inline constexpr std::string_view mode_words[] = {"exclusive", "shared"};

struct Step {
  StepKind kind = StepKind::lock;
  std::vector<std::string> keys;  ///< lock, unlock, forget; empty for the client's own
  std::optional<Mode> mode;       ///< lock: exclusive by default; unlock, forget: any by default
  std::uint32_t permits = 1;      ///< lock
  std::optional<Duration> time;   ///< lock: how long it tries; work, think: the duration

  bool operator==(const Step&) const = default;
};

/// The steps of a round. Every lock in it is unlocked or forgotten.
using Program = std::vector<Step>;
inline constexpr std::size_t most_steps = 100;

/// Whether the step ends a hold: unlock, forget.
constexpr bool ends_hold(StepKind kind) {
  return kind == StepKind::unlock || kind == StepKind::forget;
}

/// The program of a client that specifies none: lock, work, unlock.
Program usual_program();

/// Formats the step; parsing the text (sim/scenario/step_phrase.h) gives the same step.
std::string to_string(const Step& step);
/// The program as a list in TOML: ["lock", "work", "unlock"].
std::string to_toml(const Program& program);

/// The keys of a step's locks, for a client whose own lock is `own`.
std::vector<std::string> keys_of(const Step& step, const std::string& own);

/// A step that does not fit its program: it unlocks or forgets a lock that no step has locked, or
/// locks one that is never unlocked or forgotten.
struct WrongStep {
  std::size_t step = 0;  ///< index, from 0
  bool stays = false;    ///< it is of the second sort
};
std::optional<WrongStep> wrong_step(const Program& program, const std::string& own);

}  // namespace locklab::sim
