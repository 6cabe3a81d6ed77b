// "Where does this lock break?": from a strategy, a few numbers and a budget of faults to the
// smallest runs that break its promises, each with a name that `locklab run` and the window take.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "sim/explore/minimise.h"
#include "sim/explore/search.h"
#include "sim/scenario/run_name.h"

namespace locklab::sim {

struct Question {
  std::string strategy = "redlock";
  std::string base = "bare";  ///< what is searched: a scenario, or the name of a run
  std::optional<std::uint32_t> clients;
  std::optional<std::uint32_t> nodes;  ///< with a failover in the budget: replicas of the first
  std::optional<std::uint32_t> rounds;
  std::string set;                   ///< further settings, TOML without the braces: "work_ms=20"
  std::string faults;                ///< the budget: "clock_jump=1"
  std::optional<Property> property;  ///< none: what a lock is for, and all that this one promises
  bool every = false;                ///< all properties, whoever promises them
  /// A dead node is not back sooner (StrikeSizes); none: the usual time.
  std::optional<Duration> least_outage;
};

/// A question that is understood: everything that a search needs to know.
struct SearchSpec {
  OpenedRun run;  ///< what is searched
  Budget budget;
  Properties wanted;
  StrikeSizes sizes;

  /// The search for the shortest counterexamples, until its kind is changed. The spec must outlive
  /// it.
  SearchTask task() const;
};
std::variant<SearchSpec, Problem> understand(const Library& library, const Question& question);

/// The name of the run that follows this path.
std::string run_name(const SearchSpec& spec, const Path& path);

/// A run that breaks a property.
struct BreakingRun {
  Path path;                 ///< as small as it can be
  std::string run;           ///< the name that reproduces it
  std::uint32_t faults = 0;  ///< without their ends
  std::uint32_t steps = 0;   ///< events up to the one that breaks the property
  std::string why;           ///< the verdict's sentence
  Sentence sentence;         ///< the same, to be told in another language
};

/// Minimises a path and names its run. None: the run does not break the property after all, or it
/// does not keep what it must.
std::optional<BreakingRun> breaking_run(const SearchSpec& spec, Property property, const Path& path,
                                        const Keeps& keeps = {});

/// The simplest run that breaks a property: with the fewest faults, then the fewest steps, then the
/// smallest sizes.
struct Counterexample : BreakingRun {
  Property property = Property::mutual_exclusion;
  bool promised = true;  ///< by this strategy
  /// The classic one, in which the faults strike while somebody holds the lock; none if this one is
  /// it, or if there is none.
  std::optional<BreakingRun> also;
};

/// A property that applied in no schedule.
struct NotApplicable {
  Property property = Property::mutual_exclusion;
  Sentence why;
};

struct Answer {
  SearchCounts counts;
  std::vector<Counterexample> broken;         ///< in the order of the properties
  std::vector<NotApplicable> not_applicable;  ///< looked for, in the order of the properties
  /// Violations that a search found and its replay did not show. Always empty, unless the search
  /// is wrong: a test watches it.
  std::vector<Property> unconfirmed;
  bool exhausted = false;  ///< all within the bounds was searched: what was not broken holds there
  std::vector<Property> holds;  ///< looked for, applicable, and searched exhaustively
  /// Looked for and not broken, but not searched to the end, or nothing was shown.
  std::vector<Property> unsettled;
  /// Why a search that broke nothing has shown nothing, though all of it was searched: no fault
  /// struck anybody, or nobody came to an end. Empty: it has shown something.
  Sentence shows_nothing;
  StrikeTally struck;
};

/// Whether the search is the whole of its question, or one shard: only the whole may show nothing.
enum class Extent { whole, part };

/// Minimises what a search has found and names its runs.
Answer answer(const SearchSpec& spec, const SearchResult& found, Extent extent = Extent::whole);

/// Looks for the classic run beside each counterexample, for a bounded number of steps.
void add_classics(const SearchSpec& spec, Answer& answer,
                  const std::function<bool(const SearchCounts&)>& watch = {});

/// The settings, beside the bounds, that an answer stands on, a sentence for each line.
std::vector<Sentence> ground_words(const SearchSpec& spec);
/// How often each fault of the budget struck whom, and which of them have shown nothing.
std::vector<Sentence> fault_words(const SearchSpec& spec, const Answer& answer);

}  // namespace locklab::sim
