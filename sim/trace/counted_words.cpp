#include "sim/trace/counted_words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace locklab::sim {

namespace {

/// What sentences count. A word that is not here stays as it is: a client may be called 1.
constexpr std::array<std::string_view, 52> plurals{
    "accesses",   "acquisitions", "admissions", "attempts",  "bytes",    "cells",
    "characters", "choices",      "clients",    "columns",   "commands", "connections",
    "counters",   "days",         "decisions",  "entries",   "events",   "failures",
    "faults",     "files",        "generators", "keys",      "kinds",    "loads",
    "masters",    "messages",     "nodes",      "others",    "overlaps", "parts",
    "permits",    "processes",    "questions",  "quotas",    "refusals", "replicas",
    "rounds",     "rows",         "scenarios",  "schedules", "seconds",  "servers",
    "states",     "steps",        "threads",    "times",     "tokens",   "transitions",
    "updates",    "violations",   "processors", "Sentinels"};

constexpr std::array<std::string_view, 7> adjectives{"more",  "other",  "open",   "different",
                                                     "whole", "failed", "missing"};

constexpr std::array<std::pair<std::string_view, std::string_view>, 7> verbs{{{"were", "was"},
                                                                              {"are", "is"},
                                                                              {"have", "has"},
                                                                              {"run", "runs"},
                                                                              {"do", "does"},
                                                                              {"stand", "stands"},
                                                                              {"leave", "leaves"}}};

std::string_view word_of(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return text.substr(0, static_cast<std::size_t>(
                            std::find_if_not(text.begin(), text.end(), letter) - text.begin()));
}

std::string singular(std::string_view plural) {
  if (plural.ends_with("ies")) return std::string(plural.substr(0, plural.size() - 3)) + "y";
  if (plural.ends_with("sses")) plural.remove_suffix(1);
  plural.remove_suffix(1);
  return std::string(plural);
}

/// Replaces the end of `told`, if it is `end`. Whether it was.
bool replace_end(std::string& told, std::string_view end, std::string_view by) {
  if (!told.ends_with(end)) return false;
  told.replace(told.size() - end.size(), end.size(), by);
  return true;
}

}  // namespace

void add_after_one(std::string& told, std::string_view piece, bool is_subject) {
  if (!piece.starts_with(' ')) return void(told += piece);
  std::string_view rest = piece.substr(1);
  std::string_view word = word_of(rest);
  std::string_view adjective;
  if (std::find(adjectives.begin(), adjectives.end(), word) != adjectives.end() &&
      rest.substr(word.size()).starts_with(' ')) {
    adjective = rest.substr(0, word.size() + 1);
    rest.remove_prefix(adjective.size());
    word = word_of(rest);
  }
  if (std::find(plurals.begin(), plurals.end(), word) == plurals.end()) return void(told += piece);
  const bool of_all = replace_end(told, "all 1", "the only");
  if (!of_all && !replace_end(told, "there are only 1", "there is only 1"))
    replace_end(told, "there are 1", "there is 1");
  told.append(" ").append(adjective).append(singular(word));
  rest.remove_prefix(word.size());
  if (is_subject && rest.starts_with(' ')) {
    const std::string_view verb = word_of(rest.substr(1));
    for (const auto& [of_many, of_one] : verbs) {
      if (verb != of_many) continue;
      told.append(" ").append(of_one);
      rest.remove_prefix(1 + verb.size());
      break;
    }
  }
  told += rest;
}

}  // namespace locklab::sim
