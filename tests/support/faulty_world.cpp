#include "tests/support/faulty_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <variant>

#include "lock/strategy.h"
#include "sim/scenario/read_scenario.h"
#include "sim/trace/fingerprint.h"
#include "sim/world/dice.h"
#include "tests/support/environment.h"
#include "tests/support/mutations.h"

namespace locklab::sim {

namespace {

using Lines = std::vector<std::string>;

std::string client_name(std::size_t i) {
  static constexpr std::array names{"alice", "bob", "carol"};
  return i < names.size() ? names[i] : fmt::format("c{}", i + 1);
}

class Imagination {
 public:
  explicit Imagination(std::uint64_t seed)
      : dice_(fingerprint_of(seed)), more_(fingerprint_of(seed ^ 0x6d6f7265)) {}

  FaultyWorld world() {
    const Strategy& strategy = strategies()[dice_.below(strategies().size())];
    FaultyWorld world;
    world.settings = settings(strategy);
    nodes(strategy, world);
    clients_ = one_in(20) ? 20 : 1 + dice_.below(3);
    for (std::size_t i = 0; i < clients_; ++i) world.clients.push_back(client(i));
    // In half of the worlds the faults meet: one client, one node, and close times.
    if (one_in(2)) focus_ = Focus{{a_client(), a_node()}, dice_.below(100), dice_.below(3)};
    for (std::size_t i = (focus_ ? 2 : 1) + dice_.below(3); i > 0; --i)
      world.faults.push_back(fault());
    focus_.reset();
    return world;
  }

  TwoFaults two_faults() {
    TwoFaults two;
    two.world = world();
    std::erase_if(two.world.settings,
                  [](const std::string& line) { return line.find("jitter") != line.npos; });
    two.world.settings.push_back("jitter_ms = 0");
    two.world.settings.push_back("retry_jitter_ms = 0");
    std::erase_if(two.world.faults,
                  [](const std::string& fault) { return fault.starts_with("when"); });
    const std::string when = "at_ms = " + ms(120) + "\n";
    Thing one, other;
    do {
      one = any_thing();
      other = any_thing();
      if (touches(one, other)) continue;
      two.one = when + action_on(one);
      odd_ = 4 - odd_;
      two.other = when + action_on(other);
    } while (touches(one, other) || reaches_further(two.one, other, two.other) ||
             reaches_further(two.other, one, two.one));
    return two;
  }

 private:
  bool one_in(std::uint64_t n) { return dice_.below(n) == 0; }
  std::string any_of(std::initializer_list<const char*> words) {
    return *(words.begin() + dice_.below(words.size()));
  }
  /// A random time from 0 to below `most` ms, as text; in steps of half a millisecond unless
  /// `only_` is set.
  std::string ms(std::uint64_t most) {
    // Off that grid, so that nothing else is due at its end, not even the other fault's end.
    if (only_) return fmt::format("{}.{:03}", dice_.below(most), 4 * dice_.below(249) + odd_);
    return fmt::format("{}.{}", dice_.below(most), one_in(2) ? 5 : 0);
  }

  Lines settings(const Strategy& strategy) {
    Lines lines{fmt::format("strategy = \"{}\"", strategy.id),
                fmt::format("seed = {}", 1 + dice_.below(1000)),
                "ttl_ms = " + any_of({"20", "50", "200"}),
                "node_timeout_ms = 10",
                "retry_delay_ms = " + any_of({"5", "20"}),
                "retry_jitter_ms = 3",
                "allow_short_ttl = true",
                "run_ms = 600"};
    if (one_in(3)) lines.push_back("jitter_ms = 0");
    if (one_in(3)) lines.push_back("persistence = \"" + any_of({"everysec", "always"}) + "\"");
    if (strategy.id == "watchdog" && one_in(2)) lines.push_back("renew = \"expire\"");
    if (strategy.id == "redlock" && one_in(2)) lines.push_back("order = \"parallel\"");
    if (strategy.id == "setnx_expire" && one_in(2)) lines.push_back("how = \"multi\"");
    return lines;
  }

  void nodes(const Strategy& strategy, FaultyWorld& world) {
    const bool masters = strategy.topology == Topology::masters;
    replicas_ = strategy.id == "set_wait" || (!masters && one_in(2));
    cluster_ = !masters && !replicas_ && one_in(3);
    nodes_ = masters ? 3 : replicas_ || cluster_ ? 2 + dice_.below(2) : 1;
    if (cluster_) world.settings.emplace_back("cluster = true");
    for (std::size_t i = 0; i < nodes_; ++i) {
      std::string node = fmt::format("name = \"n{}\"", i + 1);
      if (replicas_ && i > 0)
        node += "\nreplica_of = \"n1\"\nreplication_lag_ms = " + any_of({"1", "5", "40"});
      if (one_in(5)) node += "\ndrift_ppm = " + any_of({"-20000", "50000"});
      if (more_.below(4) == 0) node += "\nexpiry_clock = \"monotonic\"";
      world.nodes.push_back(node);
    }
  }

  std::string client(std::size_t i) {
    std::string one = fmt::format("name = \"{}\"", client_name(i));
    one += "\nwork_ms = " + any_of({"0", "3", "30"});
    if (one_in(2)) one += "\nrounds = 3";
    if (one_in(3)) one += "\nstart_ms = " + ms(40);
    if (one_in(3)) one += "\ndrift_ppm = " + any_of({"-500000", "-1000", "30000"});
    if (more_.below(6) == 0) one += "\non_fail = \"go_on\"\nwait_ms = 15";
    return one;
  }

  /// The target of a fault: a client, a node, or with both the link between them.
  struct Thing {
    std::string client, node;
  };

  struct Focus {
    Thing thing;
    std::uint64_t from_ms = 0;
    std::uint64_t kinds = 0;  ///< of faults: on clients, on nodes, or on links whose nodes die
  };

  Thing any_thing() {
    Thing thing;
    const std::uint64_t which = dice_.below(3);
    if (which != 1) thing.client = a_client();
    if (which != 0) thing.node = a_node();
    return thing;
  }

  /// True if two targets touch each other. Nodes of a cluster do, and so do nodes that replicate:
  /// data that one sends at its restart are in flight to the other, or wait for it.
  bool touches(const Thing& one, const Thing& other) const {
    if ((replicas_ || cluster_) && one.client.empty() && other.client.empty()) return true;
    const bool links =
        !one.client.empty() && !one.node.empty() && !other.client.empty() && !other.node.empty();
    const bool same_client = !one.client.empty() && one.client == other.client;
    const bool same_node = !one.node.empty() && one.node == other.node;
    return links ? same_client && same_node : same_client || same_node;
  }

  /// True if a fault affects more than its target. A client that has to act at that time sends
  /// requests: the order of the faults decides whether its connection is older than a node's death,
  /// and which node it reaches after a failover. Also, two faults that start messages, or move due
  /// times, may make them due at one time, and the order of the faults then decides the tie.
  static bool reaches_further(const std::string& fault, const Thing& other_thing,
                              const std::string& other) {
    const auto is = [](const std::string& one, std::initializer_list<std::string_view> kinds) {
      return std::any_of(kinds.begin(), kinds.end(), [&](std::string_view kind) {
        return one.find(fmt::format("\n{} =", kind)) != std::string::npos;
      });
    };
    const auto acts = {std::string_view("resume"), std::string_view("foreign_release")};
    const auto sets_going = {std::string_view("resume"),  std::string_view("foreign_release"),
                             std::string_view("restart"), std::string_view("kill"),
                             std::string_view("heal"),    std::string_view("release"),
                             std::string_view("reset"),   std::string_view("drift"),
                             std::string_view("delete")};
    const bool on_node = other_thing.client.empty();
    return (on_node && is(fault, acts)) || (is(fault, sets_going) && is(other, sets_going));
  }

  std::string action_on(const Thing& thing) {
    static constexpr unsigned on_client[] = {0, 1, 2, 3, 5, 6, 18};
    static constexpr unsigned on_node[] = {4, 7, 8, 9, 10, 11, 19, 20};
    static constexpr unsigned on_link[] = {12, 13, 14, 15, 16, 17};
    only_ = thing;
    const unsigned kind = thing.node.empty()     ? on_client[dice_.below(std::size(on_client))]
                          : thing.client.empty() ? on_node[dice_.below(std::size(on_node))]
                                                 : on_link[dice_.below(std::size(on_link))];
    const std::string words = action(kind);
    only_.reset();
    return words;
  }

  /// Random options of a promotion.
  std::string split() {
    std::string how;
    if (one_in(3)) how += ", client = \"" + a_client() + "\"";
    if (one_in(3)) how += ", ms = " + ms(60);
    if (one_in(4)) how += ", untold = true";
    if (one_in(4)) how += ", after_ms = " + ms(30);
    return how;
  }
  std::string a_client() {
    if (focus_ && !one_in(4)) return focus_->thing.client;
    return only_ ? only_->client : client_name(dice_.below(clients_));
  }
  std::string a_node() {
    if (focus_ && !one_in(4)) return focus_->thing.node;
    return only_ ? only_->node : fmt::format("n{}", 1 + dice_.below(nodes_));
  }

  std::string a_replica() { return fmt::format("n{}", 2 + dice_.below(nodes_ - 1)); }

  std::string moment() {
    const bool meets = focus_ && !one_in(4);
    if (meets && !one_in(3))
      return fmt::format("at_ms = {}.{}", focus_->from_ms + dice_.below(30), one_in(2) ? 5 : 0);
    if (!meets && one_in(2)) return "at_ms = " + ms(120);
    const std::string client = a_client();
    const std::string nth = any_of({"1st", "2nd", "3rd"});
    std::string words;
    switch (dice_.below(6)) {
      case 0:
        words = client + " " + any_of({"entered", "attempt", "releasing", "refused"}) + " " + nth +
                " time";
        break;
      case 1:
        words = "after " + client + "'s " + nth + " reply from " + a_node();
        break;
      case 2:
        words = client + "'s " + nth + " request to " + a_node();
        break;
      case 3:
        words = a_node() + " ran " + client + "'s " + nth + " request";
        break;
      case 4:
        words = client + " read stock";
        break;
      default:
        words = a_node() + " " + any_of({"key set", "key expired", "killed", "stopped"});
    }
    std::string when = "when = \"" + words + "\"";
    if (one_in(4)) when += "\nplus_ms = " + ms(20);
    return when;
  }

  std::string link() {
    if (only_) return fmt::format("client = \"{}\", node = \"{}\", ", only_->client, only_->node);
    std::string fields;
    if (!one_in(4)) fields += "client = \"" + a_client() + "\", ";
    if (!one_in(4)) fields += "node = \"" + (one_in(5) ? "stock" : a_node()) + "\", ";
    return fields;
  }

  std::string action(std::uint64_t kind) {
    const std::string direction = "direction = \"" + any_of({"both", "requests", "replies"}) + "\"";
    const std::string count = fmt::format("count = {}", 1 + dice_.below(3));
    switch (kind) {
      case 0:
        return "crash = { client = \"" + a_client() + "\" }";
      case 1:
      case 2:
        return "pause = { client = \"" + a_client() + "\", ms = " + ms(80) + " }";
      case 3:
        return "resume = { client = \"" + a_client() + "\" }";
      case 4:
        return "jump = { node = \"" + a_node() + "\", ms = " + any_of({"-30", "25", "300"}) + " }";
      case 5:
        return "jump = { client = \"" + a_client() + "\", ms = " + any_of({"-30", "300"}) + " }";
      case 6:
        return "drift = { client = \"" + a_client() + "\", ppm = " + any_of({"-400000", "200000"}) +
               " }";
      case 7:
        return "kill = { node = \"" + a_node() + "\"" + any_of({"", ", power = true"}) +
               (one_in(4) ? "" : ", restart_after_ms = " + ms(one_in(2) ? 60 : 10)) + " }";
      case 9:
        return "stop = { node = \"" + a_node() + "\", ms = " + ms(60) + " }";
      case 8:
        return "stop = { node = \"" + a_node() + "\"" + (one_in(4) ? "" : ", ms = " + ms(60)) +
               " }";
      case 10:
        return "restart = { node = \"" + a_node() + "\" }";
      case 11:
        if (replicas_ && (!only_ || only_->node != "n1"))
          return "promote = { node = \"" + (only_ ? a_node() : a_replica()) + "\"" + split() + " }";
        if (cluster_ && !only_) return "migrate = { node = \"" + a_node() + "\" }";
        return "stop = { node = \"" + (only_ ? a_node() : "n1") + "\", ms = " + ms(7) + " }";
      case 12:
        return "cut = { " + link() + direction + ", ms = " + ms(60) + " }";
      case 13:
        return "hold = { " + link() + direction + (one_in(2) ? ", " + count : "") +
               ", ms = " + ms(60) + " }";
      case 14:
        return "slow = { " + link() + "ms = " + ms(20) + (one_in(2) ? ", for_ms = " + ms(60) : "") +
               " }";
      case 15:
        return "drop = { " + link() + direction + ", " + count + " }";
      case 16:
        return "delay = { " + link() + direction + ", ms = " + ms(30) + ", " + count + " }";
      case 17:
        return any_of({"heal", "release", "reset"}) + " = { client = \"" + a_client() +
               "\", node = \"" + a_node() + "\" }";
      case 20:
        if (more_.below(3) == 0)
          return "delete = { node = \"" + a_node() + "\", why = \"" +
                 any_of({"del", "flush", "evicted"}) + "\" }";
        return "refuse = { node = \"" + a_node() + "\", why = \"" +
               any_of({"full", "read_only", "unsaved"}) + "\"" +
               (one_in(4) ? "" : ", ms = " + ms(60)) + " }";
      case 19:
        return "drift = { node = \"" + a_node() + "\", ppm = " + any_of({"-50000", "20000"}) + " }";
      case 18:
        if (one_in(2)) return "duplicate = { client = \"" + a_client() + "\", " + count + " }";
        [[fallthrough]];
      default:
        return "foreign_release = { client = \"" + a_client() + "\" }";
    }
  }

  std::uint64_t a_kind() {
    static constexpr std::array<std::array<unsigned, 8>, 3> meeting{
        {{0, 1, 2, 3, 5, 6, 13, 18}, {4, 7, 7, 8, 9, 10, 11, 13}, {7, 7, 12, 13, 14, 15, 16, 17}}};
    if (focus_ && !one_in(4)) return meeting[focus_->kinds][dice_.below(8)];
    return dice_.below(21);
  }

  std::string fault() {
    std::string when = moment();
    return when + "\n" + action(a_kind());
  }

  RandomBits dice_;
  RandomBits more_;  ///< for what was added later, so that a seed still gives its world of before
  std::size_t clients_ = 1;
  std::size_t nodes_ = 1;
  bool replicas_ = false;
  bool cluster_ = false;
  std::uint64_t odd_ = 1;
  std::optional<Focus> focus_;
  std::optional<Thing> only_;  ///< target of the next action; nullopt for any
};

}  // namespace

test::Pieces FaultyWorld::pieces() const {
  test::Pieces pieces;
  for (const std::string& line : settings) pieces.push_back(line + "\n");
  for (const std::string& node : nodes) pieces.push_back("\n[[node]]\n" + node + "\n");
  for (const std::string& client : clients) pieces.push_back("\n[[client]]\n" + client + "\n");
  for (const std::string& fault : faults) pieces.push_back("\n[[fault]]\n" + fault + "\n");
  return pieces;
}

std::string FaultyWorld::to_toml() const { return test::joined(pieces()); }

TwoFaults random_two_faults(std::uint64_t seed) { return Imagination(seed).two_faults(); }

FaultyWorld random_faulty_world(std::uint64_t seed) { return Imagination(seed).world(); }

void try_faulty_worlds(const std::function<std::string(const Scenario&)>& wrong_with) {
  const auto make = [](std::uint64_t seed) { return random_faulty_world(seed).pieces(); };
  const auto judge = [&](const test::Pieces& pieces) {
    test::Trial trial;
    const auto read = read_scenario(test::joined(pieces), "faulty.toml");
    const auto* scenario = std::get_if<Scenario>(&read);
    if (!scenario) return trial;
    trial.read = trial.ran = true;
    trial.wrong = wrong_with(*scenario);
    return trial;
  };
  test::fuzz({make, judge, test::joined}, 200);
}

}  // namespace locklab::sim
