#include "app/stress/servers/redis_clock.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <vector>

#include "app/live/servers/named_servers.h"
#include "lock/redis/blocking_client.h"
#include "lock/redis/loop.h"

namespace locklab::app {

namespace {

constexpr int questions = 20;

std::int64_t whole_part(std::string_view text) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

ClockReading quickest(std::span<const ClockTrip> trips) {
  const ClockTrip& best =
      *std::min_element(trips.begin(), trips.end(), [](const ClockTrip& a, const ClockTrip& b) {
        return a.answered_us - a.asked_us < b.answered_us - b.asked_us;
      });
  const std::int64_t took_us = best.answered_us - best.asked_us;
  // Each of the three times was truncated to a whole microsecond.
  return {best.server_us - best.asked_us - took_us / 2, took_us / 2 + 2};
}

ClockReading covering(const ClockReading& before, const ClockReading& after) {
  const std::int64_t least =
      std::min(before.ahead_us - before.error_us, after.ahead_us - after.error_us);
  const std::int64_t most =
      std::max(before.ahead_us + before.error_us, after.ahead_us + after.error_us);
  return {least + (most - least) / 2, (most - least + 1) / 2};
}

std::variant<ClockReading, LiveProblem> read_clock(const redis::Endpoint& server,
                                                   const redis::Login& login) {
  redis::BlockingClient client(server, login);
  std::vector<ClockTrip> trips;
  for (int i = 0; i < questions; ++i) {
    ClockTrip trip{.asked_us = redis::Loop::now_us()};
    const Reply reply = client.call(Command("TIME"));
    trip.answered_us = redis::Loop::now_us();
    if (reply.kind != Reply::Kind::array || reply.items.size() != 2)
      return server_refused(server, reply);
    trip.server_us = whole_part(reply.items[0].text) * 1'000'000 + whole_part(reply.items[1].text);
    trips.push_back(trip);
  }
  return quickest(trips);
}

}  // namespace locklab::app
