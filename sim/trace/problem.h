// What is wrong with something that a person wrote (a scenario, a run's name), where it stands, and
// what to write instead; sentences, which every language can tell. A value: nothing in sim/ throws,
// and bad input is an everyday thing.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/trace/sentence.h"

namespace locklab::sim {

/// Where a problem stands that is in a run's name.
inline constexpr std::string_view of_run_name = "run name";

struct Problem {
  /// Its name, or what else the text was (`of_run_name`, "--set"); may be empty.
  std::string file;
  std::uint32_t line = 0;    ///< from 1; 0: the whole file
  std::uint32_t column = 0;  ///< from 1, in characters
  Sentence what;
  Sentence instead;  ///< what to write or do; may be empty
  bool operator==(const Problem&) const = default;
};

/// "F12.toml:14:3: unknown key 'wrok_ms' in [[client]]; did you mean 'work_ms'?"
Sentence sentence(const Problem& problem);
/// The same, in English.
std::string to_string(const Problem& problem);

/// Of `choices`, the one that `word` was probably meant to be: few edits away, or the only one that
/// begins with it. Earlier choices win ties.
std::optional<std::string_view> nearest(std::string_view word,
                                        std::span<const std::string_view> choices);

/// Advice for a word that is none of `choices`: "did you mean 'x'?" where one is near, else "use a,
/// b or c".
Sentence use_instead(std::string_view word, std::span<const std::string_view> choices);

}  // namespace locklab::sim
