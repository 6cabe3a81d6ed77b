// The time of a live world, free or stepped, and with it the clocks of its servers.
#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>
#include <variant>

#include "app/live/live_limits.h"
#include "app/live/run/live_world.h"
#include "sim/scenario/fault_text.h"
#include "sim/scenario/run_name.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

constexpr Duration between_looks = 100ms;

/// Returns how far the machine's wall clock, since 1970, is ahead of Loop::now_us(). Of several
/// tries, uses the one with the least time between the two readings.
std::int64_t wall_ahead_us() {
  std::int64_t ahead = 0;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (int tries = 0; tries < 5; ++tries) {
    const std::int64_t before = redis::Loop::now_us();
    const auto wall = std::chrono::system_clock::now().time_since_epoch();
    const std::int64_t after = redis::Loop::now_us();
    if (after - before >= least) continue;
    least = after - before;
    ahead = std::chrono::floor<Duration>(wall).count() - before;
  }
  return ahead;
}

}  // namespace

std::optional<LiveProblem> LiveWorld::begin_steps() {
  if (!servers_.observer || !servers_.observer->gate()) return std::nullopt;
  Stepper::World world;
  world.is_owed = [this] { return is_owed(); };
  world.is_starting = [this] { return is_starting(); };
  world.tell_clocks = [this] { tell_clocks(); };
  world.take_round = [this] {
    for (const auto& client : clients_) client->take_round();
  };
  world.look = [this](bool looks) { look_from_time_to_time(looks); };
  world.now_us = [this] { return record_.now_us(); };
  world.strike = [this](const sim::Fault& fault) { strike_now(fault); };
  stepper_.emplace(loop_, trace_, *servers_.observer, std::move(world));
  // Servers count leases in whole milliseconds, so the run begins at a whole one, as in the
  // simulator.
  constexpr std::int64_t us_in_ms = 1'000;
  loop_.stand_still(true);
  wall_ahead_us_ = wall_ahead_us();
  const std::int64_t into_it = (loop_.time_us() + *wall_ahead_us_) % us_in_ms;
  loop_.move_on_to(loop_.time_us() + us_in_ms - into_it);
  if (stepper_->begin()) return std::nullopt;
  return LiveProblem{say("nothing wakes the run for its next step"), raise_limit()};
}

/// Injects a fault that the user has chosen during the run. If it has an effect, the run's name
/// contains it from now on, at the event after which it was injected.
void LiveWorld::strike_now(sim::Fault fault) {
  const auto now = sim::trigger_now(trace_, record_.now_us());
  if (!now || problem_) return;
  fault.trigger = *now;
  if (strike(fault, sim::token_of(scenario_.faults.size())) != sim::NoEffect::none) return after();
  scenario_.faults.push_back(fault);
  auto name = sim::parse_run_name(trace_.info.run);
  if (auto* run = std::get_if<sim::RunName>(&name)) {
    run->changes.faults.push_back(sim::to_toml(fault, scenario_));
    trace_.info.run = sim::to_string(*run);
  }
  after();
  settle();
}

void LiveWorld::turn() {
  if (!stepper_) return loop_.run_once();
  stopped_ = stopped_ || servers_.observer->wants_to_stop();
  if (!stopped_) stepper_->turn();
}

void LiveWorld::ring_in(redis::Alarm& alarm, Duration delay) {
  loop_.start(alarm, loop_.time_us() + us(delay));
}

/// Whether a reply is expected soon. A stopped server owes none until it resumes. The reply to WAIT
/// comes by itself once the lag of all replicas that were asked has passed.
bool LiveWorld::is_owed() {
  Owed most = Owed::nothing;
  std::size_t ways = 0;
  std::size_t asked = 0;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const LiveNode& node = nodes_[i];
    if (struck_.stage(NodeId(i)) != Stage::stopped)
      most = std::max(most, proxy_.owed_by(NodeId(i)));
    if (!node.lag || struck_.stage(NodeId(i)) != Stage::up) continue;
    if (struck_.stage(node.master) != Stage::up) continue;
    if (node.lag->is_owed()) return true;
    ++ways;
    asked += node.lag->asks();
  }
  return most == Owed::by_server || (most == Owed::by_replicas && (ways == 0 || asked < ways));
}

/// Whether a server is starting, and waits only for the machine. A replica may wait for its master,
/// or for data in flight from it, which takes the run's time.
bool LiveWorld::is_starting() const {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const LiveNode& node = nodes_[i];
    const bool alone = node.master == no_node || struck_.stage(node.master) == Stage::up;
    if (struck_.stage(NodeId(i)) == Stage::coming_back && alone &&
        !(node.lag && node.lag->travels()))
      return true;
  }
  return false;
}

void LiveWorld::look_from_time_to_time(bool looks) {
  if (!servers_.observer || !looks) return loop_.stop(look_);
  ring_in(look_, between_looks);
}

void LiveWorld::show_observer() {
  stopped_ = servers_.observer->wants_to_stop();
  if (stopped_) return;
  servers_.observer->recorded(trace_);
  ring_in(look_, between_looks);
}

void LiveWorld::tell_clocks() {
  lateness_.time_changed();
  if (!loop_.stands_still()) {
    wall_ahead_us_.reset();
  } else if (!wall_ahead_us_) {
    wall_ahead_us_ = wall_ahead_us();
  }
  for (std::size_t i = 0; i < nodes_.size(); ++i) set_machine_clock(NodeId(i));
  for (const auto& client : clients_) client->time_changed();
}

/// Sets a server's clock to the world's time, with the error that the scenario and its faults give
/// it.
void LiveWorld::set_machine_clock(NodeId id) {
  const sim::Clock& clock = struck_.clock_of(id);
  const std::int64_t now = record_.now_us();
  const std::int64_t wrong_by = clock.wall(now) - now;
  ClockError error{.ahead_us = wrong_by - loop_.behind_us(),
                   .ppm = clock.ppm(),
                   .since_us = redis::Loop::now_us()};
  if (wall_ahead_us_) error.stands_at_us = loop_.time_us() + *wall_ahead_us_ + wrong_by;
  servers_.fleet->server(index(id)).machine()->set_clock(error);
}

}  // namespace locklab::app
