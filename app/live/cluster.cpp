#include "app/live/cluster.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "app/live/ready_watch.h"
#include "lock/redis/blocking_client.h"
#include "lock/redis/loop.h"

namespace locklab::app {

namespace {

constexpr std::int64_t all_slots = 16'384;
constexpr Duration join_patience = 30s;
constexpr Duration between_looks_at_cluster = 10ms;
constexpr Duration between_looks_at_epochs = 200us;
/// Keys that one MIGRATE takes along.
constexpr std::int64_t keys_at_once = 100;

redis::BlockingClient client_of(ServerFleet& servers, std::size_t i) {
  return {servers.server(i).endpoint(), servers.login()};
}

Command cluster(std::string_view what) { return Command("CLUSTER").add(what); }

/// What went wrong; empty: nothing did.
std::string failure(const Reply& reply) { return reply.ok() ? std::string() : as_printed(reply); }

/// Slots that one master has.
struct SlotRange {
  std::int64_t first = 0, last = 0;
  std::string host;
  std::uint16_t port = 0;
  bool has(std::uint16_t slot) const { return first <= slot && slot <= last; }
};

std::vector<SlotRange> slot_ranges(redis::BlockingClient client) {
  std::vector<SlotRange> all;
  const Reply ranges = client.call(cluster("SLOTS"));
  for (const Reply& range : ranges.items) {
    if (range.items.size() < 3 || range.items[2].items.size() < 2) continue;
    const Reply& master = range.items[2];
    all.push_back({range.items[0].integer, range.items[1].integer, master.items[0].text,
                   static_cast<std::uint16_t>(master.items[1].integer)});
  }
  return all;
}

std::int64_t bus_port(ServerFleet& servers, std::size_t i) {
  const std::vector<std::string>& extra = servers.server(i).plan().extra;
  for (std::size_t word = 0; word + 1 < extra.size(); ++word)
    if (extra[word] == "--cluster-port") return std::stoll(extra[word + 1]);
  return servers.server(i).endpoint().port + 10'000;
}

std::string give_out_slots(ServerFleet& servers) {
  const auto count = static_cast<std::int64_t>(servers.size());
  for (std::int64_t i = 0; i < count; ++i) {
    redis::BlockingClient client = client_of(servers, static_cast<std::size_t>(i));
    Command slots = cluster("ADDSLOTSRANGE");
    slots.add(all_slots * i / count).add(all_slots * (i + 1) / count - 1);
    if (std::string why = failure(client.call(slots)); !why.empty()) return why;
    // Without an epoch of its own each would dispute the others'.
    if (std::string why = failure(client.call(cluster("SET-CONFIG-EPOCH").add(i + 1)));
        !why.empty())
      return why;
  }
  return {};
}

/// Whether the server has heard of every other one, and of the owner of every slot.
bool agrees(ServerFleet& servers, std::size_t i) {
  const Reply info = client_of(servers, i).call(cluster("INFO"));
  const std::string text = "\n" + info.text;
  return info_field(text, "cluster_state") == "ok" &&
         info_field(text, "cluster_slots_ok") == std::to_string(all_slots) &&
         info_field(text, "cluster_known_nodes") == std::to_string(servers.size());
}

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

/// The epoch in which that node claims its slots, as the asked one knows it.
std::string_view epoch_of(std::string_view nodes, const std::string& id) {
  constexpr int fields_before = 6;
  const std::size_t line = nodes.find(id + " ");
  if (line == std::string_view::npos) return {};
  nodes = nodes.substr(line, nodes.find('\n', line) - line);
  for (int i = 0; i < fields_before; ++i) nodes.remove_prefix(nodes.find(' ') + 1);
  return nodes.substr(0, nodes.find(' '));
}

/// Waits until one node knows the epoch of another. Returns why it does not; empty: it does.
std::string wait_for_epoch(redis::BlockingClient& asked, redis::BlockingClient& owner,
                           const std::string& id) {
  const std::int64_t give_up_us = redis::Loop::now_us() + us(join_patience);
  while (redis::Loop::now_us() < give_up_us) {
    const std::string nodes = "\n" + asked.call(cluster("NODES")).text;
    const std::string own = "\n" + owner.call(cluster("INFO")).text;
    const std::string_view epoch = epoch_of(nodes, id);
    if (!epoch.empty() && epoch == info_field(own, "cluster_my_epoch")) return {};
    std::this_thread::sleep_for(between_looks_at_epochs);
  }
  return "a node does not hear of the slot's new owner";
}

}  // namespace

std::vector<std::string> cluster_options() {
  return {
      "--cluster-enabled",     "yes",        "--cluster-port",        std::to_string(free_port()),
      "--cluster-config-file", "nodes.conf", "--cluster-announce-ip", "127.0.0.1"};
}

std::string join_cluster(ServerFleet& servers) {
  if (std::string why = give_out_slots(servers); !why.empty()) return why;
  redis::BlockingClient first = client_of(servers, 0);
  for (std::size_t i = 1; i < servers.size(); ++i) {
    const redis::Endpoint& other = servers.server(i).endpoint();
    Command meet = cluster("MEET");
    meet.add(other.host).add(std::int64_t{other.port}).add(bus_port(servers, i));
    if (std::string why = failure(first.call(meet)); !why.empty()) return why;
  }
  const std::int64_t give_up_us = redis::Loop::now_us() + us(join_patience);
  for (std::size_t i = 0; i < servers.size(); ++i)
    while (!agrees(servers, i)) {
      if (!servers.server(i).lives()) return servers.server(i).last_words();
      if (redis::Loop::now_us() >= give_up_us) return "the nodes do not agree on their cluster";
      std::this_thread::sleep_for(between_looks_at_cluster);
    }
  return {};
}

std::vector<redis::Endpoint> masters_of(const redis::Endpoint& node, const redis::Login& login) {
  std::vector<redis::Endpoint> masters;
  for (const SlotRange& range : slot_ranges(redis::BlockingClient(node, login))) {
    std::string why;
    auto master = redis::resolve(range.host.empty() ? node.host : range.host, range.port, why);
    if (master &&
        std::ranges::find(masters, master->text(), &redis::Endpoint::text) == masters.end())
      masters.push_back(std::move(*master));
  }
  return masters;
}

std::optional<std::size_t> owner_of(ServerFleet& servers, std::uint16_t slot) {
  for (const SlotRange& range : slot_ranges(client_of(servers, 0)))
    for (std::size_t i = 0; i < servers.size(); ++i)
      if (range.has(slot) && range.port == servers.server(i).endpoint().port) return i;
  return std::nullopt;
}

std::string move_slot(ServerFleet& servers, std::uint16_t slot, std::size_t to) {
  const std::optional<std::size_t> from = owner_of(servers, slot);
  if (!from) return fmt::format("nobody has slot {}", slot);
  if (*from == to) return {};
  redis::BlockingClient source = client_of(servers, *from);
  redis::BlockingClient target = client_of(servers, to);
  const std::string source_id = source.call(cluster("MYID")).text;
  const std::string target_id = target.call(cluster("MYID")).text;
  if (std::string why = failure(target.call(setslot(slot, "IMPORTING", source_id))); !why.empty())
    return why;
  if (std::string why = failure(source.call(setslot(slot, "MIGRATING", target_id))); !why.empty())
    return why;
  while (true) {
    Command which = cluster("GETKEYSINSLOT");
    const Reply keys = source.call(which.add(std::int64_t{slot}).add(keys_at_once));
    if (keys.kind != Reply::Kind::array) return as_printed(keys);
    if (keys.items.empty()) break;
    const Reply moved = source.call(migrate(servers, servers.server(to).endpoint(), keys));
    if (!moved.ok() && moved != Reply::status("NOKEY")) return as_printed(moved);
  }
  // The new owner first: the old one would otherwise send on commands that nobody takes. It claims
  // the slot in a new epoch. Before the others know that, an older claim that is still under way
  // could take the slot from it, and nobody would have it.
  const Command owned = setslot(slot, "NODE", target_id);
  if (std::string why = failure(target.call(owned)); !why.empty()) return why;
  for (std::size_t i = 0; i < servers.size(); ++i) {
    if (i == to) continue;
    redis::BlockingClient other = client_of(servers, i);
    if (std::string why = wait_for_epoch(other, target, target_id); !why.empty()) return why;
    if (std::string why = failure(other.call(owned)); !why.empty()) return why;
  }
  return {};
}

}  // namespace locklab::app
