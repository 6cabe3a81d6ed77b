// What a reader is told first would have saved a story: the cure that textbooks give for it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <string>

#include "app/runs/judged_run.h"
#include "app/workshop/search_work.h"
#include "lock/strategy.h"

namespace locklab::app {
namespace {

ShownRunPtr shown_story(const std::string& name) {
  return std::get<ShownRunPtr>(make_shown_run(sim::Library(), name));
}

std::string cure(const Remedy& remedy) {
  std::string words = remedy.setting         ? std::string(remedy.setting->key)
                      : remedy.title.empty() ? std::string(remedy.strategy)
                                             : remedy.title;
  if (remedy.by_luck) words += ", by luck";
  if (remedy.needs_servers) words += ", more servers";
  return words;
}

/// The first remedy of each shipped story that breaks a promise, read one by one.
const std::map<std::string, std::string> textbook{
    {"F02", "setnx_expire_lua"},     // both steps in one script
    {"F03", "set_px_lua"},           // an owner's token
    {"F04", "watchdog"},             // renews while the work goes on
    {"F05", "set_px_lua, by luck"},  // looks and deletes in one script; a pause may still kill it
    {"F06", "fenced"},               // the late write is refused
    {"F07", "fenced"},
    {"F08", "ttl_ms, by luck"},      // it is fenced already; two inside cost nothing
    {"F09", "set_px_lua"},           // the server's clock alone decides
    {"F10", "set_px_lua, by luck"},  // expiry by the server has no such race
    {"F11", "set_wait, by luck"},    // a grant counts only when a replica has it
    {"F12", "keys expire by a clock that cannot jump"},
    {"F13", "every write is synced before it is answered"},
    {"F15", "check_validity"},  // the clock is read again before the answers count
    {"F16", "A random wait breaks the tie"},
    {"F17", "Release everywhere, also where no answer came"},
    {"F19", "check_validity"},                  // what acquiring took is taken off the lease
    {"F28", "rate_limit_lua"},                  // looks and counts in one script
    {"F29", "redlock, by luck, more servers"},  // one of five may die
    {"F30", "clock"},                           // a monotonic clock cannot be set
    {"F31", "keys expire by a clock that cannot jump"},  // else two are inside for a moment
    {"F32", "set_px_lua"},         // SET NX PX sets the lease only where it sets the key
    {"F33", "on_lost"},            // who has lost the lock stops
    {"F34", "takeover"},           // by GETSET, in one step
    {"F35", "extend"},             // an extension that puts the key back
    {"F37", "renew"},              // a renewal that compares
    {"F38", "set_wait, by luck"},  // a master without replicas grants nothing
};

TEST(FirstRemedies, OfEachShippedStoryItIsTheTextbooksCure) {
  const std::atomic<bool> stopped{false};
  std::map<std::string, std::string> first;
  for (const sim::ScenarioEntry& story : sim::Library().list()) {
    const ShownRunPtr run = shown_story(story.name);
    if (!breaks_a_promise(run->judged)) continue;
    const auto found = remedies_of(sim::Library(), *run, stopped);
    first[story.name.substr(0, 3)] = found.empty() ? "" : cure(found.front());
  }
  EXPECT_EQ(first, textbook);
}

}  // namespace
}  // namespace locklab::app
