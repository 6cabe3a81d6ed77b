#include "app/live/servers/cluster_bus.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "lock/redis/blocking_client.h"
#include "lock/redis/connection.h"
#include "lock/redis/loop.h"

namespace locklab::app {

namespace {

constexpr Duration between_looks_at_bus = 200us;
/// Interval between publications: nodes that are reopening a link lose the message.
constexpr Duration until_said_again = 20ms;

/// A subscriber at one node that waits for a message published at another.
class Hearer final : redis::Connection::Listener {
 public:
  Hearer(redis::Loop& loop, ServerFleet& servers, std::size_t node, const std::string& channel)
      : node_(node),
        endpoint_(servers.server(node).endpoint()),
        login_(servers.login()),
        connection_(loop, endpoint_, login_, *this) {
    connection_.send(1, subscribe(channel));
  }
  Hearer(const Hearer&) = delete;
  Hearer& operator=(const Hearer&) = delete;

  std::size_t node() const { return node_; }
  bool listens() const { return listens_; }
  bool has_heard() const { return heard_; }
  /// The error that ended its connection; empty while there is none.
  std::string trouble() const {
    return connection_.alive() ? std::string() : as_printed(connection_.last_word());
  }

 private:
  void answered(redis::Connection::Ticket, Reply reply) override {
    listens_ = reply.kind == Reply::Kind::array;
  }
  void pushed(Reply) override { heard_ = true; }

  const std::size_t node_;
  const redis::Endpoint endpoint_;
  const redis::Login login_;
  bool listens_ = false;
  bool heard_ = false;
  redis::Connection connection_;
};

/// Returns the name of a channel that nothing else uses.
std::string new_channel() {
  static std::atomic<unsigned> number = 0;
  return fmt::format("locklab:bus:{}:{}", getpid(), ++number);
}

/// Returns a field, counted from 0, of a node's line in CLUSTER NODES; empty if there is no line.
std::string_view field_of(std::string_view nodes, std::string_view id, int field) {
  const std::size_t line = nodes.find(fmt::format("{} ", id));
  if (line == std::string_view::npos) return {};
  nodes = nodes.substr(line, nodes.find('\n', line) - line);
  for (; field > 0; --field) nodes.remove_prefix(nodes.find(' ') + 1);
  return nodes.substr(0, nodes.find(' '));
}

/// Waits until everything that the speaker has sent on its own links has arrived at the nodes that
/// can answer. A link delivers in order, so once a published message has arrived, so have all
/// messages before it.
std::string wait_for_its_links(ServerFleet& servers, std::size_t speaker, const Answers& answers,
                               std::int64_t give_up_us) {
  std::string why;
  const std::unique_ptr<redis::Loop> loop = redis::Loop::open(why);
  if (!loop) return why;
  const std::string channel = new_channel();
  std::vector<std::unique_ptr<Hearer>> hearers;
  for (std::size_t i = 0; i < servers.size(); ++i)
    if (i != speaker && answers(i))
      hearers.push_back(std::make_unique<Hearer>(*loop, servers, i, channel));
  redis::Alarm look([] {});
  std::int64_t say_at_us = 0;
  while (true) {
    std::erase_if(hearers, [&](const auto& hearer) { return !answers(hearer->node()); });
    if (std::ranges::all_of(hearers, &Hearer::has_heard)) break;
    for (const auto& hearer : hearers)
      if (std::string trouble = hearer->trouble(); !trouble.empty()) return trouble;
    const std::int64_t now_us = redis::Loop::now_us();
    if (now_us >= give_up_us) return "the nodes of the cluster do not hear each other";
    if (now_us >= say_at_us && std::ranges::all_of(hearers, &Hearer::listens)) {
      const Reply said = ask(servers, speaker, Command("PUBLISH").add(channel).add("heard"));
      if (said.kind != Reply::Kind::integer) return as_printed(said);
      say_at_us = now_us + us(until_said_again);
    }
    loop->start(look, loop->time_us() + us(between_looks_at_bus));
    loop->run_once();
  }
  loop->stop(look);
  return {};
}

/// Waits until everything that the speaker has sent on the node's own link has arrived: the pong to
/// the one ping that may be pending there.
std::string wait_for_its_answer(ServerFleet& servers, const std::string& speaker_id,
                                std::size_t node, const Answers& answers, std::int64_t give_up_us) {
  constexpr int sent_at = 4;  // 0 if no ping is pending
  std::string first;
  for (; answers(node); std::this_thread::sleep_for(between_looks_at_bus)) {
    const std::string nodes = ask(servers, node, cluster("NODES")).text;
    const std::string_view sent = field_of(nodes, speaker_id, sent_at);
    if (sent == "0" || (!sent.empty() && !first.empty() && sent != first)) break;
    if (first.empty()) first = sent;
    if (redis::Loop::now_us() >= give_up_us) return "a node of the cluster gets no answer";
  }
  return {};
}

}  // namespace

Reply ask(ServerFleet& servers, std::size_t node, const Command& command) {
  constexpr Duration answer_patience = 10s;
  return redis::BlockingClient(servers.server(node).endpoint(), servers.login())
      .call(command, answer_patience);
}

Command cluster(std::string_view what) { return Command("CLUSTER").add(what); }

std::string failure(const Reply& reply) { return reply.ok() ? std::string() : as_printed(reply); }

Answers whoever_runs(ServerFleet& servers) {
  return [&servers](std::size_t node) {
    return servers.server(node).lives() && !servers.server(node).is_stopped();
  };
}

std::string wait_until_heard(ServerFleet& servers, std::size_t speaker, const Answers& answers) {
  const std::int64_t give_up_us = redis::Loop::now_us() + us(cluster_patience);
  if (std::string why = wait_for_its_links(servers, speaker, answers, give_up_us); !why.empty())
    return why;
  const std::string id = ask(servers, speaker, cluster("MYID")).text;
  for (std::size_t i = 0; i < servers.size(); ++i) {
    if (i == speaker) continue;
    if (std::string why = wait_for_its_answer(servers, id, i, answers, give_up_us); !why.empty())
      return why;
  }
  return {};
}

}  // namespace locklab::app
