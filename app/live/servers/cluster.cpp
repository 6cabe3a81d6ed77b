#include "app/live/servers/cluster.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "app/live/servers/info_field.h"
#include "lock/redis/blocking_client.h"
#include "lock/redis/loop.h"

namespace locklab::app {

namespace {

constexpr std::int64_t all_slots = 16'384;
constexpr Duration between_looks_at_cluster = 10ms;

/// A range of slots of one master.
struct SlotRange {
  std::int64_t first = 0, last = 0;
  std::string host;
  std::uint16_t port = 0;
  bool has(std::uint16_t slot) const { return first <= slot && slot <= last; }
};

/// Parses a reply to CLUSTER SLOTS.
std::vector<SlotRange> slot_ranges(const Reply& ranges) {
  std::vector<SlotRange> all;
  for (const Reply& range : ranges.items) {
    if (range.items.size() < 3 || range.items[2].items.size() < 2) continue;
    const Reply& master = range.items[2];
    all.push_back({range.items[0].integer, range.items[1].integer, master.items[0].text,
                   static_cast<std::uint16_t>(master.items[1].integer)});
  }
  return all;
}

std::string give_out_slots(ServerFleet& servers) {
  const auto count = static_cast<std::int64_t>(servers.size());
  for (std::int64_t i = 0; i < count; ++i) {
    const auto node = static_cast<std::size_t>(i);
    Command slots = cluster("ADDSLOTSRANGE");
    slots.add(all_slots * i / count).add(all_slots * (i + 1) / count - 1);
    std::string why = failure(ask(servers, node, slots));
    // Nodes of the same epoch would dispute each other's slots.
    if (why.empty()) why = failure(ask(servers, node, cluster("SET-CONFIG-EPOCH").add(i + 1)));
    if (!why.empty()) return why;
  }
  return {};
}

std::string info_of(ServerFleet& servers, std::size_t node) {
  return "\n" + ask(servers, node, cluster("INFO")).text;
}

/// Whether the server knows every other server, and the owner of every slot.
bool agrees(ServerFleet& servers, std::size_t i) {
  const std::string text = info_of(servers, i);
  return info_field(text, "cluster_state") == "ok" &&
         info_field(text, "cluster_slots_ok") == std::to_string(all_slots) &&
         info_field(text, "cluster_known_nodes") == std::to_string(servers.size());
}

}  // namespace

std::string join_cluster(ServerFleet& servers) {
  if (std::string why = give_out_slots(servers); !why.empty()) return why;
  for (std::size_t i = 1; i < servers.size(); ++i) {
    const redis::Endpoint& other = servers.server(i).endpoint();
    Command meet = cluster("MEET");
    meet.add(other.host).add(std::int64_t{other.port});
    meet.add(std::int64_t{servers.server(i).plan().bus_port});
    if (std::string why = failure(ask(servers, 0, meet)); !why.empty()) return why;
  }
  const std::int64_t give_up_us = redis::Loop::now_us() + us(cluster_patience);
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
  for (const SlotRange& range :
       slot_ranges(redis::BlockingClient(node, login).call(cluster("SLOTS")))) {
    std::string why;
    auto master = redis::resolve(range.host.empty() ? node.host : range.host, range.port, why);
    if (master &&
        std::ranges::find(masters, master->text(), &redis::Endpoint::text) == masters.end())
      masters.push_back(std::move(*master));
  }
  return masters;
}

bool serves_keys(ServerFleet& servers, std::size_t node) {
  return info_field(info_of(servers, node), "cluster_state") == "ok";
}

std::optional<std::size_t> owner_of(ServerFleet& servers, std::uint16_t slot,
                                    const Answers& answers) {
  // Each node is asked about its own slots, since its knowledge of others may be old.
  for (std::size_t i = 0; i < servers.size(); ++i) {
    if (!answers(i)) continue;
    for (const SlotRange& range : slot_ranges(ask(servers, i, cluster("SLOTS"))))
      if (range.has(slot) && range.port == servers.server(i).endpoint().port) return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> owner_of(ServerFleet& servers, std::uint16_t slot) {
  return owner_of(servers, slot, whoever_runs(servers));
}

}  // namespace locklab::app
