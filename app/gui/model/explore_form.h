// The dialog "Where does this lock break?": the question as a form, the progress of its search, and
// the answer.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/explore/explore.h"
#include "sim/trace/property.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// A line of the budget: a number of faults of one kind.
struct StrikeRow {
  sim::StrikeKind kind = sim::StrikeKind::crash;
  std::uint32_t count = 1;
  std::optional<sim::Phase> phase;  ///< only while the client is in this phase; nullopt for any
  std::string place;                ///< a client or a node; empty for any
  bool operator==(const StrikeRow&) const = default;
};

struct ExploreForm {
  std::string strategy = "redlock";
  std::uint32_t clients = 2;
  std::uint32_t nodes = 0;  ///< 0 for the lock's default
  std::uint32_t rounds = 1;
  std::uint32_t least_outage_ms = 0;  ///< 0 for the default
  std::string set;                    ///< more settings: "work 20 ms", or "work_ms=20"
  std::vector<StrikeRow> strikes{StrikeRow{sim::StrikeKind::clock_jump}};
  std::optional<sim::Property>
      property;             ///< nullopt for the essential properties and all promises of the lock
  bool unpromised = false;  ///< without `property`: checks all properties, promised or not
  sim::SearchKind search = sim::SearchKind::shortest;
  double seconds = 60;  ///< time limit; 0 for none
  bool operator==(const ExploreForm&) const = default;
};

inline constexpr std::uint32_t most_explored_clients = 6;
inline constexpr std::uint32_t most_explored_nodes = 9;
inline constexpr std::uint32_t most_explored_rounds = 10;

/// The progress of a search.
struct SearchNow {
  sim::SearchCounts counts;
  double seconds = 0;
};

/// The answer for one property.
struct FoundProperty {
  sim::Property property = sim::Property::mutual_exclusion;
  bool promised = false;
  bool broken = false;
  std::string run;  ///< name of the counterexample; empty if none
  std::uint32_t steps = 0;
  Sentence why;
  std::string also_run;  ///< name of the classic counterexample; empty if none
  Sentence also_why;
};

struct Found {
  ExploreForm form;        ///< the question
  std::string nodes;       ///< number of nodes, as digits
  std::string faults;      ///< the budget in the syntax of `locklab explore`
  SearchNow searched;      ///< totals of the search
  bool exhausted = false;  ///< everything within the bounds was searched, with a conclusive result
  bool stopped = false;    ///< stopped by the user
  Sentence shows_nothing;  ///< why a finished search is inconclusive; empty if it is conclusive
  std::vector<FoundProperty> properties;
  /// Properties that applied in no schedule, each with the reason.
  std::vector<std::pair<sim::Property, Sentence>> not_applicable;
  std::vector<Sentence> stands_on;  ///< the settings and limits that the answer depends on
  std::vector<Sentence> struck;     ///< hits of each fault by client, and the faults without hits
};

struct Exploring {
  bool shown = false;
  ExploreForm form;
  std::optional<std::uint64_t> job;  ///< job of the current search
  bool stopping = false;             ///< the search is stopping and prepares its answer
  SearchNow now;
  Sentence problem;                    ///< why the form is not valid, or the search failed
  std::shared_ptr<const Found> found;  ///< the last answer; null if none
};

/// The most instructive fault for a lock: a clock jump for majorities and wall clocks, since it
/// ends leases early; a killed node for semaphores, rate limits and atomic steps; a pause for other
/// leases, since it outlasts them; otherwise a client crash, which leaves a key without a lease.
sim::StrikeKind telling_strike(std::string_view strategy);
/// Sets the form to the lock's most instructive fault, unless the user has changed the faults since
/// they were set for the lock `before`.
void suit_strikes(ExploreForm& form, std::string_view before);

/// Converts settings from the window's words in either language, "work 20 ms, lease 0.1 s", to a
/// scenario file's, "work_ms=20, ttl_ms=100". Anything else stays unchanged.
std::string settings_text(std::string_view set);
/// Why the settings cannot be parsed; empty if they can. Names and values are not checked.
Sentence wrong_settings(std::string_view set);

/// Formats the budget: "pause@acquire=1,hold@n2=1".
std::string budget_text(const std::vector<StrikeRow>& strikes);
sim::Question question_of(const ExploreForm& form);
/// The targets for a fault: clients, then nodes.
std::vector<std::string> places_of(const ExploreForm& form);

}  // namespace locklab::app
