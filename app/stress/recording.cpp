#include "app/stress/recording.h"

#include <algorithm>

#include "lock/redis/loop.h"

namespace locklab::app {

namespace {

constexpr std::size_t fewest_moments = 48;  ///< enough for one lock on five servers
constexpr std::size_t most_moments = 256;
constexpr std::size_t moments_of_all = 200'000;
/// Maximum number of moments of a client recorded after a violation: renewals of a holder and
/// retries of a waiter may never end.
constexpr std::size_t most_later = 256;
constexpr std::uint64_t bytes_of_a_moment = 400;  ///< including its texts

std::size_t moments_for(std::uint32_t clients) {
  return std::clamp(moments_of_all / clients, fewest_moments, most_moments);
}

}  // namespace

Recording::Recording(const StressWork& work) {
  for (std::uint32_t i = 0; i < work.clients; ++i)
    clients_.emplace_back(moments_for(work.clients), order_);
}

std::uint64_t Recording::bytes_for(std::uint32_t clients) {
  return clients * moments_for(clients) * bytes_of_a_moment;
}

void Recording::struck(const sim::Event& event) {
  Moment& moment = servers_.emplace_back();
  moment.event = event;
  moment.event.at = redis::Loop::now_us();
  moment.order = order_.fetch_add(1, std::memory_order_relaxed);
}

void Recording::saw(std::size_t number, const Violation& violation) {
  const std::lock_guard lock(keeping_);
  if (count_[static_cast<std::size_t>(violation.harm)]++ >= windows_of_a_kind) return;
  Kept kept;
  kept.violation = number;
  for (const Hold* hold : {&violation.first, &violation.second}) {
    if (hold == &violation.second && hold->client == violation.first.client) continue;
    const auto later = std::make_shared<Aftermath>();
    later->room = most_later;
    kept.later.push_back(later);
    kept.sides.push_back({hold->client, *hold, clients_[hold->client].ring.follow(later)});
  }
  kept_.push_back(std::move(kept));
}

std::vector<Window> Recording::windows(const std::vector<Violation>& listed) const {
  std::vector<Window> all;
  for (const Kept& kept : kept_) {
    const Violation& violation = listed[kept.violation];
    Window& window = all.emplace_back();
    window.violation = kept.violation;
    window.harm = violation.harm;
    window.lock = violation.lock;
    window.sides = kept.sides;
    window.servers = servers_;
    for (std::size_t i = 0; i < window.sides.size(); ++i) {
      Window::Side& side = window.sides[i];
      side.hold = i == 0 ? violation.first : violation.second;  // now with its end
      const std::vector<Moment>& later = kept.later[i]->moments;
      side.moments.insert(side.moments.end(), later.begin(), later.end());
    }
  }
  std::sort(all.begin(), all.end(),
            [](const Window& a, const Window& b) { return a.violation < b.violation; });
  return all;
}

}  // namespace locklab::app
