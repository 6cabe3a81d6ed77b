// Answers "Where does this lock break?": finds, for a strategy, a few settings and a fault budget,
// the smallest runs that break its promises, each with a name that `locklab run` and the window
// accept.
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
  std::string base = "bare";  ///< name of the scenario or run to search
  std::optional<std::uint32_t> clients;
  std::optional<std::uint32_t>
      nodes;  ///< number of nodes; n1 and its replicas if the lock is on one node and needs them
  std::optional<std::uint32_t> rounds;
  std::string set;     ///< further settings, as TOML without the braces: "work_ms=20"
  std::string faults;  ///< the budget, for example "clock_jump=1"
  std::optional<Property>
      property;  ///< nullopt: all that the strategy promises and, for a lock, the essential ones
  bool every = false;  ///< all properties, promised or not
  /// Minimum time until a dead node is back (StrikeSizes); nullopt for the default.
  std::optional<Duration> least_outage;
  /// Interval at whose multiples retry delays and faults may also end (StrikeSizes). With 0, they
  /// end only where that meets another event.
  Duration end_every{0};
};

/// A parsed question: everything that a search needs to know.
struct SearchSpec {
  OpenedRun run;  ///< the run whose schedules are searched
  Budget budget;
  Properties wanted;
  StrikeSizes sizes;

  /// The task for the shortest counterexamples; the caller may change its kind. The spec must
  /// outlive it.
  SearchTask task() const;
};
std::variant<SearchSpec, Problem> understand(const Library& library, const Question& question);

/// The name of the run that follows this path.
std::string run_name(const SearchSpec& spec, const Path& path);

/// A run that breaks a property.
struct BreakingRun {
  Path path;                 ///< minimised
  std::string run;           ///< name that reproduces the run
  std::uint32_t faults = 0;  ///< number of faults, without their ends
  std::uint32_t steps = 0;   ///< index of the event at which the property breaks
  std::string why;           ///< the verdict's sentence
  Sentence sentence;         ///< `why`, for translation
};

/// Minimises a path and names its run. nullopt if the run does not break the property after all, or
/// violates `keeps`.
std::optional<BreakingRun> breaking_run(const SearchSpec& spec, Property property, const Path& path,
                                        const Keeps& keeps = {});

/// The simplest run that breaks a property: fewest faults, then fewest steps, then smallest sizes.
struct Counterexample : BreakingRun {
  Property property = Property::mutual_exclusion;
  bool promised = true;  ///< whether this strategy promises the property
  /// The classic counterexample, in which a fault hits a client that holds the lock; nullopt if
  /// this one is it, or if none was found.
  std::optional<BreakingRun> also;
};

/// A property that did not apply in any schedule, or that a single client cannot break.
struct NotApplicable {
  Property property = Property::mutual_exclusion;
  Sentence why;
};

struct Answer {
  SearchCounts counts;
  std::vector<Counterexample> broken;         ///< in the order of the properties
  std::vector<NotApplicable> not_applicable;  ///< wanted properties, in order
  /// Violations that the search found but its replay did not show. Always empty unless the search
  /// is faulty, which a test checks.
  std::vector<Property> unconfirmed;
  bool exhausted = false;       ///< everything within the bounds was searched
  bool used_series = false;     ///< see SearchResult
  std::vector<Property> holds;  ///< wanted, applicable, exhaustively searched, not broken
  /// Wanted properties that were not broken, but were not searched exhaustively or not exercised.
  std::vector<Property> unsettled;
  /// Why an exhaustive search without a violation is still inconclusive: no fault hit a client that
  /// held, acquired or released the lock, or every schedule ended (run_for) before all clients were
  /// done. Empty if it is conclusive.
  Sentence shows_nothing;
  StrikeTally struck;
};

/// Whether the search covers its whole question or one shard: only the whole can be inconclusive.
enum class Extent { whole, part };

/// Minimises the counterexamples of a search and names their runs.
Answer answer(const SearchSpec& spec, const SearchResult& found, Extent extent = Extent::whole);

/// Searches for the classic run that belongs to each counterexample, with a bounded number of
/// transitions for each number of faults.
void add_classics(const SearchSpec& spec, Answer& answer,
                  const std::function<bool(const SearchCounts&)>& watch = {});

/// The settings, besides the bounds, that an answer depends on, in a sentence each.
std::vector<Sentence> ground_words(const SearchSpec& spec);
/// Whether a lease of the lock may end without an event, at a moment that is not searched: its
/// deadline is a value, in whole milliseconds, that clients compare with their clocks.
bool ends_unseen(const SearchSpec& spec);
/// What the search left out, in a sentence each.
std::vector<Sentence> limit_words(const SearchSpec& spec, const Answer& answer);
/// How often each fault of the budget hit which clients, and which faults were never exercised.
std::vector<Sentence> fault_words(const SearchSpec& spec, const Answer& answer);

}  // namespace locklab::sim
