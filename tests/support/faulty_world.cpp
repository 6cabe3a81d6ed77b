#include "tests/support/faulty_world.h"

#include <fmt/format.h>

#include <array>

#include "lock/strategy.h"
#include "sim/trace/fingerprint.h"

namespace locklab::sim {

namespace {

using Lines = std::vector<std::string>;

constexpr std::array<const char*, 3> client_names{"alice", "bob", "carol"};

class Imagination {
 public:
  explicit Imagination(std::uint64_t seed) : dice_(fingerprint_of(seed)) {}

  FaultyWorld world() {
    const Strategy& strategy = strategies()[dice_.below(strategies().size())];
    FaultyWorld world;
    world.settings = settings(strategy);
    nodes(strategy, world);
    clients_ = 1 + dice_.below(3);
    for (std::size_t i = 0; i < clients_; ++i) world.clients.push_back(client(i));
    for (std::size_t i = 1 + dice_.below(3); i > 0; --i) world.faults.push_back(fault());
    return world;
  }

 private:
  bool one_in(std::uint64_t n) { return dice_.below(n) == 0; }
  std::string any_of(std::initializer_list<const char*> words) {
    return *(words.begin() + dice_.below(words.size()));
  }
  /// 0.5 .. most milliseconds, in steps of half of one.
  std::string ms(std::uint64_t most) {
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
    replicas_ = strategy.id == "set_wait" || (!masters && one_in(3));
    nodes_ = masters ? 3 : replicas_ ? 2 + dice_.below(2) : 1;
    for (std::size_t i = 0; i < nodes_; ++i) {
      std::string node = fmt::format("name = \"n{}\"", i + 1);
      if (!masters && i > 0)
        node += "\nreplica_of = \"n1\"\nreplication_lag_ms = " + any_of({"1", "5", "40"});
      if (one_in(5)) node += "\ndrift_ppm = " + any_of({"-20000", "50000"});
      world.nodes.push_back(node);
    }
  }

  std::string client(std::size_t i) {
    std::string one = fmt::format("name = \"{}\"", client_names[i]);
    one += "\nwork_ms = " + any_of({"0", "3", "30"});
    if (one_in(2)) one += "\nrounds = 3";
    if (one_in(3)) one += "\nstart_ms = " + ms(40);
    if (one_in(3)) one += "\ndrift_ppm = " + any_of({"-500000", "-1000", "30000"});
    return one;
  }

  std::string a_client() { return client_names[dice_.below(clients_)]; }
  std::string a_node() { return fmt::format("n{}", 1 + dice_.below(nodes_)); }

  std::string moment() {
    if (one_in(2)) return "at_ms = " + ms(120);
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
    std::string fields;
    if (!one_in(4)) fields += "client = \"" + a_client() + "\", ";
    if (!one_in(4)) fields += "node = \"" + (one_in(5) ? "stock" : a_node()) + "\", ";
    return fields;
  }

  std::string action() {
    const std::string direction = "direction = \"" + any_of({"both", "requests", "replies"}) + "\"";
    const std::string count = fmt::format("count = {}", 1 + dice_.below(3));
    switch (dice_.below(19)) {
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
               (one_in(4) ? "" : ", restart_after_ms = " + ms(60)) + " }";
      case 8:
      case 9:
        return "stop = { node = \"" + a_node() + "\"" + (one_in(4) ? "" : ", ms = " + ms(60)) +
               " }";
      case 10:
        return "restart = { node = \"" + a_node() + "\" }";
      case 11:
        return replicas_ ? "promote = { node = \"n2\" }" : "stop = { node = \"n1\", ms = 7 }";
      case 12:
        return "cut = { " + link() + direction + ", ms = " + ms(60) + " }";
      case 13:
        return "hold = { " + link() + direction + (one_in(2) ? ", " + count : "") +
               ", ms = " + ms(60) + " }";
      case 14:
        return "slow = { " + link() + "ms = " + ms(20) + " }";
      case 15:
        return "drop = { " + link() + direction + ", " + count + " }";
      case 16:
        return "delay = { " + link() + direction + ", ms = " + ms(30) + ", " + count + " }";
      case 17:
        return any_of({"heal", "release", "reset"}) + " = { client = \"" + a_client() +
               "\", node = \"" + a_node() + "\" }";
      default:
        return "foreign_release = { client = \"" + a_client() + "\" }";
    }
  }

  std::string fault() {
    std::string when = moment();
    return when + "\n" + action();
  }

  RandomBits dice_;
  std::size_t clients_ = 1;
  std::size_t nodes_ = 1;
  bool replicas_ = false;
};

/// Leaves out one piece of `lines` after the other, for as long as the world fails without it.
bool leave_out(Lines FaultyWorld::*lines, std::size_t least, FaultyWorld& world,
               const std::function<bool(const FaultyWorld&)>& fails) {
  bool smaller = false;
  for (std::size_t i = 0; i < (world.*lines).size() && (world.*lines).size() > least;) {
    FaultyWorld without = world;
    (without.*lines).erase((without.*lines).begin() + static_cast<std::ptrdiff_t>(i));
    if (fails(without)) {
      world = without;
      smaller = true;
    } else {
      ++i;
    }
  }
  return smaller;
}

}  // namespace

std::string FaultyWorld::to_toml() const {
  std::string text;
  for (const std::string& line : settings) text += line + "\n";
  for (const std::string& node : nodes) text += "\n[[node]]\n" + node + "\n";
  for (const std::string& client : clients) text += "\n[[client]]\n" + client + "\n";
  for (const std::string& fault : faults) text += "\n[[fault]]\n" + fault + "\n";
  return text;
}

FaultyWorld random_faulty_world(std::uint64_t seed) { return Imagination(seed).world(); }

FaultyWorld shrink(FaultyWorld world, const std::function<bool(const FaultyWorld&)>& fails) {
  bool smaller = true;
  while (smaller) {
    smaller = leave_out(&FaultyWorld::faults, 0, world, fails);
    smaller = leave_out(&FaultyWorld::clients, 1, world, fails) || smaller;
    smaller = leave_out(&FaultyWorld::nodes, 1, world, fails) || smaller;
    smaller = leave_out(&FaultyWorld::settings, 1, world, fails) || smaller;
  }
  return world;
}

}  // namespace locklab::sim
