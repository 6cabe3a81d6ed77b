#include "app/live/servers/slot_move.h"

#include <fmt/format.h>

#include <optional>
#include <thread>

#include "app/live/servers/cluster.h"

namespace locklab::app {

namespace {

/// Number of keys per MIGRATE.
constexpr std::int64_t keys_at_once = 100;
/// Time between two moves. A node that has just sent on the bus sends no more before an
/// acknowledgement, which Linux delays by 40 ms if nothing is sent back. In that time the slot
/// would have no owner.
constexpr std::chrono::milliseconds bus_is_busy_for{50};

Command setslot(std::uint16_t slot, std::string_view state, const std::string& id) {
  return cluster("SETSLOT").add(std::int64_t{slot}).add(state).add(id);
}

Command migrate(const ServerFleet& servers, const redis::Endpoint& to, const Reply& keys) {
  constexpr std::int64_t patience_ms = 5'000;
  Command command("MIGRATE");
  command.add(to.host).add(std::int64_t{to.port}).add("").add("0").add(patience_ms);
  if (const redis::Login login = servers.login(); !login.password.empty())
    command.add("AUTH").add(login.password);
  command.add("KEYS");
  for (const Reply& key : keys.items) command.add(key.text);
  return command;
}

/// Moves the keys of a slot. From then on, commands that do not find them are redirected.
std::string move_keys(ServerFleet& servers, std::uint16_t slot, std::size_t from, std::size_t to) {
  while (true) {
    Command which = cluster("GETKEYSINSLOT");
    const Reply keys = ask(servers, from, which.add(std::int64_t{slot}).add(keys_at_once));
    if (keys.kind != Reply::Kind::array) return as_printed(keys);
    if (keys.items.empty()) return {};
    const Reply moved = ask(servers, from, migrate(servers, servers.server(to).endpoint(), keys));
    if (!moved.ok() && moved != Reply::status("NOKEY")) return as_printed(moved);
  }
}

}  // namespace

std::string SlotMover::move(std::uint16_t slot, std::size_t to) {
  const std::optional<std::size_t> from = owner_of(servers_, slot, answers_);
  if (!from) return fmt::format("nobody has slot {}", slot);
  if (*from == to) return {};
  std::this_thread::sleep_until(bus_is_quiet_);
  const std::string source_id = ask(servers_, *from, cluster("MYID")).text;
  const std::string target_id = ask(servers_, to, cluster("MYID")).text;
  std::string why = failure(ask(servers_, to, setslot(slot, "IMPORTING", source_id)));
  if (why.empty()) why = failure(ask(servers_, *from, setslot(slot, "MIGRATING", target_id)));
  if (why.empty()) why = move_keys(servers_, slot, *from, to);
  if (why.empty()) why = hand_over(slot, *from, to, target_id);
  bus_is_quiet_ = std::chrono::steady_clock::now() + bus_is_busy_for;
  return why;
}

/// Makes `to`, whose id is given, the slot's owner in the view of every node that can answer.
///
/// A node that has once received a heartbeat of a slot's owner without that slot gives the slot to
/// the next node that claims it, however old that claim is; Redis 7.0 does not forget this when the
/// slot is handed over. Such a claim could take the slot from its new owner, with all its keys, and
/// leave it without any owner. No claim has an effect while a node imports the slot. So `to`
/// becomes the owner last, when no other node claims the slot, and all claims in flight have
/// arrived. By then it also knows the others' epochs, and takes a higher one.
std::string SlotMover::hand_over(std::uint16_t slot, std::size_t from, std::size_t to,
                                 const std::string& id) const {
  const auto tell = [&](std::size_t node) {
    return failure(ask(servers_, node, setslot(slot, "NODE", id)));
  };
  std::string why;
  for (std::size_t i = 0; i < servers_.size() && why.empty(); ++i)
    if (i != from && i != to && answers_(i)) why = tell(i);
  if (why.empty()) why = tell(from);
  for (std::size_t i = 0; i < servers_.size() && why.empty(); ++i)
    if (i != to && answers_(i)) why = wait_until_heard(servers_, i, answers_);
  return why.empty() ? tell(to) : why;
}

}  // namespace locklab::app
