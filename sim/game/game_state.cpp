#include "sim/game/game_state.h"

#include <optional>

namespace locklab::sim {

namespace {

constexpr std::size_t longest_trace = 30'000;  // in events

}  // namespace

GameState::GameState(const Scenario& scenario, const Budget& budget, Property goal)
    : scenario_(scenario),
      budget_(budget),
      goal_(goal),
      rules_(scenario, budget, sizes_for(scenario)),
      now_(scenario, choice_) {
  rules_.tell_alike_apart();
  go_on();
}

void GameState::take(std::uint32_t move) {
  if (move < orders_) {
    step(move);
  } else {
    const Strike chosen = strikes_[move - orders_];
    strike(chosen);
  }
  go_on();
}

/// Advances to the next decision, or to the end.
void GameState::go_on() {
  while (true) {
    orders_ = 0;
    strikes_.clear();
    const std::optional<std::int64_t> at = now_.world.next_at();
    cut_short_ = now_.world.trace().size() >= longest_trace;
    if (won_ || !at || cut_short_) return;
    at_ = *at;
    forget_what_is_over();
    may_strike_ = *at > now_.world.now() || just_struck_;
    if (may_strike_) strikes_ = rules_.possible(now_, spent_, *at);
    orders_ = now_.world.ways();
    rules_.add_before_answers(now_, spent_, *at, strikes_);
    if (moves() > 1) return;
    step(0);
  }
}

void GameState::step(std::uint32_t order) {
  choice_.tell({order});
  now_.world.step();
  add_decisions();
  just_struck_ = false;
  judge();
}

void GameState::strike(const Strike& what) {
  if (what.before_answer) return strike_before_answer(what);
  Strikes::spend(what, spent_, at_);
  now_.world.pass_until(at_);
  for (const Fault& fault : what.faults) {
    faults_.push_back(fault);
    faults_.back().trigger.at = Duration(at_);
    struck_at_.push_back(at_);
    now_.world.apply(fault);
  }
  just_struck_ = true;
  judge();
}

void GameState::strike_before_answer(const Strike& what) {
  choice_.tell(what.choices());
  if (now_.world.step_and_strike(what.answering(), what.faults)) {
    Strikes::spend(what, spent_, at_);
    faults_.insert(faults_.end(), what.faults.begin(), what.faults.end());
    struck_at_.resize(faults_.size(), now_.world.now());
  }
  add_decisions();
  just_struck_ = false;
  judge();
}

/// Drops the ends of active faults that have happened by themselves, and faults without a further
/// end: the player cannot end these any more.
void GameState::forget_what_is_over() {
  std::vector<SpentBudget::Standing>& standing = spent_.standing;
  for (std::size_t i = 0; i < standing.size();) {
    if (!ends_nothing(now_.world, standing[i].later.front().fault)) {
      ++i;
    } else if (standing[i].later.size() == 1) {
      standing.erase(standing.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      standing[i].later.erase(standing[i].later.begin());
      standing[i].since = now_.world.now();
    }
  }
}

void GameState::add_decisions() {
  for (const GuidedChoice::Decision& made : choice_.made()) {
    if (made.chosen > 0) schedule_.orders.push_back({decisions_, made.chosen, made.options});
    ++decisions_;
  }
}

void GameState::judge() {
  now_.judge();
  won_ = now_.checker.broken(now_.world.now()).has(goal_);
}

std::uint64_t GameState::fingerprint() const {
  Fingerprint print;
  print.add(now_.fingerprint({goal_}));
  spent_.fingerprint(print);
  print.add(just_struck_);
  print.add(at_ == now_.world.now() && now_.world.clients_have_acted());
  return print.value();
}

Path GameState::path() const {
  Path path;
  path.faults = faults_;
  path.schedule = schedule_;
  return path;
}

bool ends_nothing(World& world, const Fault& end) {
  Network& network = world.network();
  switch (end.kind) {
    case FaultKind::resume:
      return !world.client(end.client).paused();
    case FaultKind::restart:
      return world.node(end.node).up();
    case FaultKind::release:
      return network.count(end.client, end.node, FaultKind::hold, every_fault) == 0;
    case FaultKind::heal:
      return network.link(end.client, end.node).faults.empty();
    case FaultKind::promote:
      return !world.node(end.node).master() && !world.node(end.node).splits();
    default:
      return false;
  }
}

}  // namespace locklab::sim
