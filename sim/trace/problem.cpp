#include "sim/trace/problem.h"

#include <algorithm>
#include <vector>

namespace locklab::sim {

namespace {

constexpr std::size_t longest_word = 64;
/// Of what a user wrote, as much is quoted as shows which part is meant.
constexpr std::size_t longest_quote = 80;

bool same_letter(char x, char y) {
  const auto lower = [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  };
  return lower(x) == lower(y);
}

/// The edit distance: how many insertions, deletions, replacements and swaps of neighbours turn `a`
/// into `b` if no part is edited twice (optimal string alignment, after Damerau 1964). Small and
/// capital letters are alike.
std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (same_letter(a[i - 1], b[j - 1]) ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped =
          i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

}  // namespace

Sentence sentence(const Problem& problem) {
  const Sentence what = problem.what.with_names_cut(longest_quote);
  Sentence said = problem.instead.empty() ? what : say("{}; {}", what, problem.instead);
  if (problem.file.empty() && problem.line == 0) return said;
  const Sentence file =
      problem.file == of_run_name ? say("run name") : Sentence::name(problem.file);
  if (problem.line == 0) return say("{}: {}", file, said);
  if (problem.column == 0) return say("{}:{}: {}", file, problem.line, said);
  return say("{}:{}:{}: {}", file, problem.line, problem.column, said);
}

std::string to_string(const Problem& problem) { return sentence(problem).english(); }

bool begins_alike(std::string_view text, std::string_view word) {
  return text.size() >= word.size() &&
         std::equal(word.begin(), word.end(), text.begin(), same_letter);
}

std::optional<std::string_view> nearest(std::string_view word,
                                        std::span<const std::string_view> choices) {
  if (word.empty() || word.size() > longest_word) return std::nullopt;
  std::optional<std::string_view> best;
  std::size_t fewest = std::max<std::size_t>(1, (word.size() + 1) / 3) + 1;
  for (std::string_view choice : choices) {
    if (choice.size() > longest_word) continue;
    const std::size_t n = edits(word, choice);
    if (n < fewest) {
      fewest = n;
      best = choice;
    }
  }
  if (best) return best;
  for (std::string_view choice : choices) {
    if (word.size() < 2 || !choice.starts_with(word)) continue;
    if (best && *best != choice) return std::nullopt;
    best = choice;
  }
  return best;
}

Sentence use_instead(std::string_view word, std::span<const std::string_view> choices) {
  if (const auto meant = nearest(word, choices)) return say("did you mean '{}'?", *meant);
  if (choices.empty()) return {};
  const std::string_view last = choices.back();
  if (choices.size() == 1) return say("use {}", last);
  return say("use {}", say("{} or {}", listed(choices.first(choices.size() - 1)), last));
}

}  // namespace locklab::sim
