// Two faults at the same time on different targets may be written in either order, with the same
// effect. LOCKLAB_SEED=n repeats one world.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "sim/check/check.h"
#include "sim/scenario/read_scenario.h"
#include "sim/world/simulate.h"
#include "tests/support/environment.h"
#include "tests/support/faulty_world.h"
#include "tests/support/mutations.h"

namespace locklab::sim {
namespace {

/// An event as text. Names and texts are written out, because their ids depend on earlier events.
std::string in_words(const Trace& trace, const Event& e) {
  const std::string_view text = e.text == no_text ? std::string_view{} : trace.text(e);
  const std::string_view key = e.key == no_name ? std::string_view{} : trace.name_of(e.key);
  return fmt::format(
      "{} {}: client {} node {} message {} acquisition {} value {} extra {} key {} text "
      "{} detail {} standing {} fault {}",
      e.at, name(e.kind), index(e.client), index(e.node), e.message, e.acquisition, e.value,
      e.extra, key, text, e.detail, e.standing, e.fault);
}

/// The events of a run as text, by time.
using Happenings = std::map<std::int64_t, std::vector<std::string>>;

Happenings happenings(const Trace& trace) {
  Happenings all;
  for (std::size_t i = 0; i < trace.size(); ++i)
    all[trace[i].at].push_back(in_words(trace, trace[i]));
  return all;
}

/// Marks the pieces of the two faults, which are recognised by it after other pieces are removed.
constexpr std::string_view mark = "\n# one of the two";

bool is_one_of_the_two(const std::string& piece) { return piece.starts_with(mark); }

/// The pieces of the world, followed by both faults in this order.
test::Pieces in_order(const TwoFaults& two) {
  test::Pieces pieces = two.world.pieces();
  pieces.push_back((std::string(mark) + "\n[[fault]]\n" + two.one + "\n"));
  pieces.push_back((std::string(mark) + "\n[[fault]]\n" + two.other + "\n"));
  return pieces;
}

/// The verdicts without their reasons. A reason may mention a state that lasted no time: whether a
/// client that is paused when a node dies had waited for the node depends on the order.
std::string verdicts(const Trace& trace) {
  std::string words;
  for (const Verdict& verdict : check(trace))
    words += fmt::format("{} {}, ", name(verdict.property), name(verdict.kept));
  return words;
}

/// The trace with the tokens of the last two faults exchanged.
Trace with_tokens_exchanged(const Trace& trace, const Scenario& scenario) {
  const auto last = static_cast<FaultToken>(scenario.faults.size());
  Trace other;
  other.info = trace.info;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    Event event = trace[i];
    if (event.text != no_text) event.text = other.keep(trace.text(trace[i]));
    if (event.key != no_name) event.key = other.name_id(trace.name_of(trace[i].key));
    event.place = no_name;
    if (event.fault == last) {
      event.fault = static_cast<FaultToken>(last - 1);
    } else if (event.fault == last - 1) {
      event.fault = last;
    }
    other.add(event);
  }
  return other;
}

/// The first difference between both orders of the two faults; empty if there is none. Both may set
/// timers, which fire in the order in which they were set; from a time at which two meet, the runs
/// may diverge.
std::string difference(const Scenario& one, const Scenario& other) {
  const Trace first = simulate(one);
  const Trace second = with_tokens_exchanged(simulate(other), other);
  const std::int64_t struck = us(*one.faults.back().trigger.at);
  Happenings here = happenings(first);
  Happenings there = happenings(second);
  for (auto& [at, words] : here) {
    std::vector<std::string>& others = there[at];
    if (words == others) continue;
    std::sort(words.begin(), words.end());
    std::sort(others.begin(), others.end());
    if (at != struck && words == others) return {};
    for (std::size_t i = 0; i < std::max(words.size(), others.size()); ++i) {
      const std::string a = i < words.size() ? words[i] : "nothing";
      const std::string b = i < others.size() ? others[i] : "nothing";
      if (a != b) return a + "\n  in the other order " + b;
    }
  }
  if (here.size() != there.size()) return "one run lasts longer";
  if (verdicts(first) != verdicts(second))
    return verdicts(first) + "\n  in the other order " + verdicts(second);
  return {};
}

test::Trial run_in_both_orders(const test::Pieces& pieces) {
  test::Trial trial;
  test::Pieces others = pieces;
  if (pieces.size() < 2 || !is_one_of_the_two(pieces.end()[-1]) ||
      !is_one_of_the_two(pieces.end()[-2]))
    return trial;
  std::swap(others.end()[-1], others.end()[-2]);
  const auto one = read_scenario(test::joined(pieces), "faulty.toml");
  const auto other = read_scenario(test::joined(others), "faulty.toml");
  if (!std::holds_alternative<Scenario>(one) || !std::holds_alternative<Scenario>(other))
    return trial;
  trial.read = trial.ran = true;
  trial.wrong = difference(std::get<Scenario>(one), std::get<Scenario>(other));
  return trial;
}

TEST(CommutingFaults, MayBeWrittenInEitherOrder) {
  const auto make = [](std::uint64_t seed) { return in_order(random_two_faults(seed)); };
  test::fuzz({make, run_in_both_orders, test::joined}, 200);
}

}  // namespace
}  // namespace locklab::sim
