// The remedies of a run, and the matrix's verdict on them.

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/explore/matrix_cache.h"
#include "app/matrix/same_faults.h"
#include "app/matrix/trait_stories.h"
#include "app/runs/judged_run.h"
#include "app/workshop/search_work.h"
#include "lock/strategy.h"
#include "tests/support/opened_run.h"

namespace locklab::app {
namespace {

std::vector<Remedy> remedies_in_window(const ShownRun& run) {
  const std::atomic<bool> stopped{false};
  return remedies_of(sim::Library(), run, stopped);
}

/// True if, by the matrix, some schedule of the run's faults breaks what the remedy's lock saved.
bool is_breakable(const Matrix& matrix, const ShownRun& run, const Remedy& remedy) {
  const auto& verdicts = run.judged.verdicts;
  return std::any_of(verdicts.begin(), verdicts.end(), [&](const sim::Verdict& verdict) {
    const auto& left = remedy.left_broken;
    return verdict.promised && verdict.kept == sim::Kept::broken &&
           std::find(left.begin(), left.end(), verdict.property) == left.end() &&
           breaks_under(matrix, remedy.strategy, verdict.property, run.judged.scenario.faults);
  });
}

// A lock that the matrix calls broken under a pause is no general remedy for pauses; it is listed
// if the story has a variation with it.
TEST(RemediesInWindow, ALockThatTheMatrixCallsBrokenSaysSo) {
  const auto matrix = shipped_matrix(sim::Library());
  ASSERT_TRUE(matrix);
  std::size_t lucky = 0, safe = 0;
  for (const std::string& name : library_runs(sim::Library()).names) {
    const ShownRunPtr run = test::opened(name);
    for (const Remedy& remedy : remedies_in_window(*run)) {
      if (remedy.strategy.empty()) continue;
      EXPECT_EQ(remedy.by_luck || remedy.sure_of_data, is_breakable(*matrix, *run, remedy))
          << remedy.run;
      ++(remedy.by_luck ? lucky : safe);
    }
  }
  EXPECT_GE(lucky, 1u);
  EXPECT_GE(safe, 1u);
}

// A longer pause, or a larger clock jump, breaks it again.
TEST(RemediesInWindow, ALeaseThatIsJustLongEnoughIsForThisRunOnlyAndComesLast) {
  for (const char* name : {"F06", "F12"}) {
    const auto found = remedies_in_window(*test::opened(name));
    const auto lease = std::find_if(found.begin(), found.end(), [](const Remedy& one) {
      return one.setting && one.setting->key == "ttl_ms";
    });
    ASSERT_NE(lease, found.end()) << name;
    EXPECT_TRUE(lease->by_luck) << name;
    EXPECT_TRUE(std::all_of(lease, found.end(), [](const Remedy& one) { return one.by_luck; }))
        << name;
  }
}

std::string cure(const Remedy& remedy) {
  std::string words = remedy.setting         ? std::string(remedy.setting->key)
                      : remedy.title.empty() ? std::string(remedy.strategy)
                                             : remedy.title;
  if (remedy.by_luck) words += ", by luck";
  if (remedy.needs_servers) words += ", more servers";
  return words;
}

/// The expected first remedy of each shipped story that breaks a promise.
const std::map<std::string, std::string> textbook{
    {"F02", "setnx_expire_lua"},     // both steps in one script
    {"F03", "set_px_lua"},           // an owner's token
    {"F04", "watchdog"},             // renews while the work lasts
    {"F05", "set_px_lua, by luck"},  // compares and deletes at once; a pause may still break it
    {"F06", "fenced"},               // the late write is refused
    {"F07", "fenced"},
    {"F08", "ttl_ms, by luck"},      // already fenced: two inside do no harm
    {"F09", "set_px_lua"},           // the server's clock alone decides
    {"F10", "set_px_lua, by luck"},  // expiry by the server has no such race
    {"F11", "set_wait, by luck"},    // a grant counts only when a replica has it
    {"F12", "keys expire by a clock that cannot jump"},
    {"F13", "every write is synced before it is answered"},
    {"F15", "check_validity"},  // replies count only within the lease
    {"F16", "A random wait breaks the tie"},
    {"F17", "Release everywhere, also where no answer came"},
    {"F19", "check_validity"},                           // time to acquire counts against the lease
    {"F28", "rate_limit_lua"},                           // checks and counts in one script
    {"F29", "redlock, by luck, more servers"},           // one of five nodes may die
    {"F30", "clock"},                                    // a monotonic clock cannot be set
    {"F31", "keys expire by a clock that cannot jump"},  // otherwise two are inside briefly
    {"F32", "set_px_lua"},              // SET NX PX sets the lease only if it sets the key
    {"F33", "on_lost"},                 // a client that has lost the lock stops
    {"F34", "takeover"},                // atomically, by GETSET
    {"F35", "extend"},                  // extending sets a lost key again
    {"F37", "renew"},                   // the renewal compares the token
    {"F38", "set_wait, by luck"},       // a master without replicas grants nothing
    {"F40", "Both in the same order"},  // no circular wait
    {"F41", "Who gets no lock does not work"},
    {"F42", "fenced"},  // its counter is another key
};

TEST(RemediesInWindow, TheFirstOfEachShippedStoryIsTheTextbooksCure) {
  std::map<std::string, std::string> first;
  for (const sim::ScenarioEntry& story : sim::Library().list()) {
    const ShownRunPtr run = test::opened(story.name);
    if (!breaks_a_promise(run->judged)) continue;
    const auto found = remedies_in_window(*run);
    first[story.name.substr(0, 3)] = found.empty() ? "" : cure(found.front());
  }
  EXPECT_EQ(first, textbook);
}

/// The kinds of a run's faults, and whether each is a client's.
std::vector<std::pair<sim::FaultKind, bool>> kinds_of(const ShownRun& run) {
  std::vector<std::pair<sim::FaultKind, bool>> kinds;
  for (const sim::Fault& fault : run.judged.scenario.faults)
    kinds.emplace_back(fault.kind, fault.client != no_client);
  return kinds;
}

std::set<sim::Property> broken_promises(const ShownRun& run) {
  std::set<sim::Property> all;
  for (const sim::Verdict& verdict : run.judged.verdicts)
    if (verdict.promised && verdict.kept == sim::Kept::broken) all.insert(verdict.property);
  return all;
}

/// True if two runs have the same lock and the same values of choices and flags; numbers and times
/// may differ.
bool same_lock(const sim::Scenario& a, const sim::Scenario& b) {
  const auto switches = find_strategy(a.strategy)->switches;
  return a.strategy == b.strategy &&
         std::all_of(switches.begin(), switches.end(), [&](const Switch& one) {
           const bool selects = one.type == SwitchType::choice || one.type == SwitchType::flag;
           return !selects || one.value(a.lock) == one.value(b.lock);
         });
}

// With its two commands sent one by one, F32's lock is F02's, which the same crash breaks.
TEST(RemediesInWindow, NoSwitchGivesALockThatAnotherStoryBreaksInTheSameWay) {
  std::vector<ShownRunPtr> stories;
  for (const sim::ScenarioEntry& story : sim::Library().list())
    if (ShownRunPtr run = test::opened(story.name); breaks_a_promise(run->judged))
      stories.push_back(std::move(run));
  std::size_t switches = 0;
  for (const ShownRunPtr& run : stories)
    for (const Remedy& remedy : remedies_in_window(*run)) {
      if (!remedy.setting || remedy.setting->kind != SettingKind::word) continue;
      ++switches;
      const JudgedRun saved = test::judged(remedy.run);
      for (const ShownRunPtr& other : stories)
        if (kinds_of(*other) == kinds_of(*run) &&
            same_lock(saved.scenario, other->judged.scenario)) {
          for (const sim::Property property : broken_promises(*run))
            EXPECT_FALSE(broken_promises(*other).contains(property))
                << remedy.run << ": " << other->judged.scenario.name << " breaks "
                << name(property);
        }
    }
  EXPECT_GE(switches, 3u);
}

// Covers runs opened from the tables, not only shipped stories.
TEST(RemediesInWindow, OfTheRunsOfTheTablesKeepWhatTheyPromise) {
  constexpr std::size_t one_in = 40;
  const auto matrix = shipped_matrix(sim::Library());
  ASSERT_TRUE(matrix);
  std::vector<std::string> names;
  for (const MatrixCell& cell : matrix->cells)
    for (const PropertyCell& one : cell.properties)
      if (one.promised && !one.run.empty()) names.push_back(one.run);
  for (const Strategy& strategy : strategies())
    for (const TextbookTrait& trait : traits())
      if (const auto story = story_of(trait, strategy.id); story && has_traits(strategy))
        names.push_back(sim::to_string(story->run));
  std::size_t checked = 0;
  for (std::size_t i = 0; i < names.size(); i += one_in) {
    const ShownRunPtr run = test::opened(names[i]);
    for (const Remedy& remedy : remedies_in_window(*run)) {
      const JudgedRun saved = test::judged(remedy.run);
      for (const sim::Property property : broken_promises(*run)) {
        const auto& left = remedy.left_broken;
        EXPECT_EQ(saved.verdicts[static_cast<std::size_t>(property)].kept == sim::Kept::broken,
                  std::find(left.begin(), left.end(), property) != left.end())
            << remedy.run;
      }
      ++checked;
    }
  }
  EXPECT_GE(checked, 5u);
}

}  // namespace
}  // namespace locklab::app
