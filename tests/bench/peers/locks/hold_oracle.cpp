// Judges the holds of another library's locks with the oracle of the lab's own loads. Reads the
// file that peer.mjs and peer.py write: every entry and exit, in order. Prints the number of
// overlapping holds and of lost updates.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "app/stress/oracle.h"

namespace {

struct Event {
  std::uint32_t client;
  std::uint32_t lock_and_entered;  ///< twice the lock, plus one for an entry
  double us;

  std::uint32_t lock() const { return lock_and_entered / 2; }
  bool entered() const { return lock_and_entered % 2 == 1; }
};
static_assert(sizeof(Event) == 16);

std::vector<Event> read_events(const char* file) {
  std::ifstream in(file, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(in), {});
  std::vector<Event> events(bytes.size() / sizeof(Event));
  std::memcpy(events.data(), bytes.data(), events.size() * sizeof(Event));
  return events;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: hold_oracle FILE\n");
    return 2;
  }
  const std::vector<Event> events = read_events(argv[1]);
  std::uint32_t locks = 0;
  std::uint32_t clients = 0;
  for (const Event& event : events) {
    locks = std::max(locks, event.lock() + 1);
    clients = std::max(clients, event.client + 1);
  }
  locklab::app::Oracle oracle({.locks = std::max(locks, 1u)});
  std::vector<std::unique_ptr<locklab::app::Oracle::Section>> sections;
  for (std::uint32_t i = 0; i < clients; ++i)
    sections.push_back(std::make_unique<locklab::app::Oracle::Section>(oracle));
  std::uint64_t holds = 0;
  for (const Event& event : events) {
    const auto at = static_cast<std::int64_t>(event.us);
    if (event.entered()) {
      ++holds;
      sections[event.client]->enter(event.lock(), {event.client, at, at});
    } else {
      sections[event.client]->leave(at);
    }
  }
  fmt::print("{{\"holds\": {}, \"overlaps\": {}, \"lost_updates\": {}}}\n", holds,
             oracle.count(locklab::app::Harm::overlap),
             oracle.count(locklab::app::Harm::lost_update));
}
