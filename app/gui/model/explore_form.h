// "Where does this lock break?" in the window: the question as a form, how far its search has come,
// what it found.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/explore/explore.h"
#include "sim/trace/property.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// One line of the budget: so many faults of that kind.
struct StrikeRow {
  sim::StrikeKind kind = sim::StrikeKind::crash;
  std::uint32_t count = 1;
  std::optional<sim::Phase> phase;  ///< only while its client is there
  std::string place;                ///< a client or a node; empty: any
  bool operator==(const StrikeRow&) const = default;
};

struct ExploreForm {
  std::string strategy = "redlock";
  std::uint32_t clients = 2;
  std::uint32_t nodes = 0;  ///< 0: as many as the lock usually has
  std::uint32_t rounds = 1;
  std::string set;  ///< further settings: "work_ms=20"
  std::vector<StrikeRow> strikes{StrikeRow{}};
  std::optional<Property> property;  ///< none: what a lock is for, and all that this one promises
  bool unpromised = false;           ///< no property: all there are
  sim::SearchKind search = sim::SearchKind::shortest;
  double seconds = 60;  ///< at most; 0: until it is done
  bool operator==(const ExploreForm&) const = default;
};

inline constexpr std::uint32_t most_explored_clients = 6;
inline constexpr std::uint32_t most_explored_nodes = 9;
inline constexpr std::uint32_t most_explored_rounds = 10;

/// How far a search has come.
struct SearchNow {
  sim::SearchCounts counts;
  double seconds = 0;
};

/// What became of one property.
struct FoundProperty {
  Property property = Property::mutual_exclusion;
  bool promised = false;
  bool broken = false;
  std::string run;  ///< of the counterexample
  std::uint32_t steps = 0;
  Sentence why;
};

struct Found {
  ExploreForm form;        ///< the question
  std::string nodes;       ///< so many were searched with
  std::string faults;      ///< the budget as `locklab explore` takes it
  SearchNow searched;      ///< all of it
  bool exhausted = false;  ///< nothing within the bounds was left out
  bool stopped = false;    ///< by the user
  std::vector<FoundProperty> properties;
};

struct Exploring {
  bool shown = false;
  ExploreForm form;
  std::optional<std::uint64_t> job;  ///< the search that is under way
  bool stopping = false;             ///< it was told to end, and puts in order what it has
  SearchNow now;
  Sentence problem;                    ///< why the question cannot be asked
  std::shared_ptr<const Found> found;  ///< the last answer
};

/// "pause@acquire=1,hold@n2=1".
std::string budget_text(const std::vector<StrikeRow>& strikes);
sim::Question question_of(const ExploreForm& form);
/// Who can be struck: the clients' names, then the nodes'.
std::vector<std::string> places_of(const ExploreForm& form);

}  // namespace locklab::app
