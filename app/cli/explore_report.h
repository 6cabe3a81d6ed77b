// The output of `locklab explore` about a finished search, as sentences and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "app/cli/commands.h"
#include "sim/explore/explore.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// The answer of a search, how long it took, and whether it was interrupted.
struct Outcome {
  sim::Answer answer;
  double seconds = 0;
  bool interrupted = false;
};

int exit_status_of(const sim::Answer& answer);

nlohmann::ordered_json answer_json(const sim::SearchSpec& spec, const ExploreOptions& options,
                                   const Outcome& outcome);

// ---- sentences before the results
Sentence bounds_words(const sim::SearchSpec& spec);
Sentence properties_words(const sim::SearchSpec& spec);
Sentence counts_words(const sim::Answer& answer, double seconds);

// ---- sentences of the results
Sentence broken_words(const sim::Counterexample& one);
Sentence also_words(const sim::BreakingRun& classic);
/// What an unfinished or inconclusive search leaves open, or what holds after any other search;
/// empty if nothing does.
Sentence end_words(const ExploreOptions& options, const sim::Answer& answer);

/// Number of times that faults struck in a search, as JSON: one object for each kind of fault.
nlohmann::ordered_json struck_json(const std::vector<sim::StrikeKind>& kinds,
                                   const sim::StrikeTally& struck);
/// The kinds of faults in the result of struck_json that never struck while a client acquired, held
/// or released, each with the reason.
nlohmann::ordered_json vacuous_json(const nlohmann::ordered_json& struck);

}  // namespace locklab::app
