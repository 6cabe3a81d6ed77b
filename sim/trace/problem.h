// A problem in something that a user wrote (a scenario, a run's name): what is wrong, where, and
// what to write instead, as translatable sentences. A value and not an exception, since bad input
// is not exceptional.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/trace/sentence.h"

namespace locklab::sim {

/// Problem::file of a problem in a run's name.
inline constexpr std::string_view of_run_name = "run name";

struct Problem {
  /// The name of the file or of another source (`of_run_name`, "--set"); may be empty.
  std::string file;
  std::uint32_t line = 0;    ///< from 1; 0 for the whole file
  std::uint32_t column = 0;  ///< from 1, in characters; 0 for the whole line
  Sentence what;
  Sentence instead;  ///< what to write or do; may be empty
  bool operator==(const Problem&) const = default;
};

/// The problem as a sentence: "F12.toml:14:3: unknown key 'wrok_ms' in [[client]]; did you mean
/// 'work_ms'?"
Sentence sentence(const Problem& problem);
/// The problem in English.
std::string to_string(const Problem& problem);

/// Whether `text` begins with `word`, where small and capital letters are alike.
bool begins_alike(std::string_view text, std::string_view word);

/// The choice that `word` probably means: few edits away, or the only one that begins with it;
/// nullopt if there is none. Earlier choices win ties.
std::optional<std::string_view> nearest(std::string_view word,
                                        std::span<const std::string_view> choices);

/// Advice for a word that is not one of `choices`: "did you mean 'x'?" if one is near, otherwise
/// "use a, b or c". Empty if there are no choices.
Sentence use_instead(std::string_view word, std::span<const std::string_view> choices);

}  // namespace locklab::sim
