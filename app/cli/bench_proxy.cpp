#include "app/cli/bench_proxy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "app/proxy/link_watch.h"
#include "app/proxy/proxy.h"
#include "lock/redis/connection.h"

namespace locklab::app {

namespace {

constexpr NodeId the_server{0};
constexpr std::size_t many = 50;
constexpr std::size_t pipeline = 32;
constexpr int proxy_rounds = 3;

/// Sends commands over one connection: each reply triggers the next command.
class Asker final : private redis::Connection::Listener, private redis::Turn {
 public:
  Asker(redis::Loop& loop, const redis::Endpoint& server, const redis::Login& login, Proxy* proxy,
        ClientId self)
      : loop_(loop), ask_("GET") {
    ask_.add("locklab:lock");
    constexpr auto together = redis::Connection::Leave::together;
    Listener& listener = *this;
    if (proxy) {
      const Proxy::Opened opened = proxy->open(self, the_server, false);
      connection_ =
          std::make_unique<redis::Connection>(loop, opened.socket, login, listener, together);
    } else {
      connection_ = std::make_unique<redis::Connection>(loop, server, login, listener, together);
    }
  }

  bool ready() const { return connection_->ready() || !connection_->alive(); }
  bool ended() const { return !connection_->alive(); }
  void begin(std::size_t under_way, std::uint64_t commands) {
    owed_ = under_way;
    left_ = commands;
    loop_.queue(*this);
  }
  bool done() const { return answered_ == commands_ && left_ == 0; }
  std::vector<std::int64_t>& took_us() { return took_us_; }

 private:
  using Ticket = redis::Connection::Ticket;
  void answered(Ticket sent_us, Reply) override {
    ++answered_;
    ++owed_;
    took_us_.push_back(redis::Loop::now_us() - static_cast<std::int64_t>(sent_us));
    if (!queued()) loop_.queue(*this);
  }
  void take() override {
    for (; owed_ > 0 && left_ > 0; --owed_, --left_, ++commands_)
      connection_->send(static_cast<Ticket>(redis::Loop::now_us()), ask_);
  }

  redis::Loop& loop_;
  Command ask_;
  std::unique_ptr<redis::Connection> connection_;
  std::size_t owed_ = 0;
  std::uint64_t left_ = 0;
  std::uint64_t commands_ = 0;
  std::uint64_t answered_ = 0;
  std::vector<std::int64_t> took_us_;
};

struct AskedCost {
  double median_us = 0;
  double rate = 0;
};

/// Sends `commands` commands on each connection, with `under_way` in flight on each. The median is
/// that of the first connection.
AskedCost ask_server(redis::Loop& loop, const redis::Endpoint& server, const redis::Login& login,
                     bool through_proxy, std::size_t connections, std::size_t under_way,
                     std::uint64_t commands) {
  NobodyWatches unwatched;
  const std::vector<redis::Endpoint> servers{server};
  Proxy proxy(loop, servers, unwatched);
  std::vector<std::unique_ptr<Asker>> askers;
  for (std::size_t i = 0; i < connections; ++i)
    askers.push_back(std::make_unique<Asker>(loop, server, login, through_proxy ? &proxy : nullptr,
                                             static_cast<ClientId>(i)));
  const auto all = [&](auto condition) {
    return std::all_of(askers.begin(), askers.end(),
                       [&](const auto& asker) { return condition(*asker); });
  };
  while (!all([](const Asker& asker) { return asker.ready(); })) loop.run_once();
  const std::int64_t start = redis::Loop::now_us();
  for (const auto& asker : askers) asker->begin(under_way, commands);
  std::size_t done = 0;
  while (done < askers.size()) {
    loop.run_once();
    while (done < askers.size() && (askers[done]->done() || askers[done]->ended())) ++done;
  }
  const auto took = static_cast<double>(redis::Loop::now_us() - start);
  std::vector<std::int64_t>& each = askers[0]->took_us();
  if (each.empty()) return {};
  const auto middle = each.begin() + static_cast<std::ptrdiff_t>(each.size() / 2);
  std::nth_element(each.begin(), middle, each.end());
  return {static_cast<double>(*middle), static_cast<double>(connections * commands) / took * 1e6};
}

}  // namespace

/// The best of several rounds, alternating between both paths, so that other load on the machine
/// slows both.
ProxyCost measure_proxy(redis::Loop& loop, const redis::Endpoint& server,
                        const redis::Login& login) {
  ProxyCost best;
  best.direct_us = best.proxied_us = 1e9;
  const auto ask = [&](bool proxied, std::size_t connections, std::size_t under_way,
                       std::uint64_t commands) {
    return ask_server(loop, server, login, proxied, connections, under_way, commands);
  };
  for (int round = 0; round < proxy_rounds; ++round) {
    best.direct_us = std::min(best.direct_us, ask(false, 1, 1, 10'000).median_us);
    best.proxied_us = std::min(best.proxied_us, ask(true, 1, 1, 10'000).median_us);
    best.direct_rate = std::max(best.direct_rate, ask(false, many, 1, 2'000).rate);
    best.proxied_rate = std::max(best.proxied_rate, ask(true, many, 1, 2'000).rate);
    best.direct_pipelined = std::max(best.direct_pipelined, ask(false, many, pipeline, 8'000).rate);
    best.proxied_pipelined =
        std::max(best.proxied_pipelined, ask(true, many, pipeline, 8'000).rate);
  }
  return best;
}

void add_proxy(const ProxyCost& cost, std::vector<BenchmarkRun>& runs) {
  runs.push_back({"proxy/direct", cost.direct_us, "us"});
  runs.push_back({"proxy/proxied", cost.proxied_us, "us"});
  runs.push_back({"proxy/direct/50_connections", 1e6 / cost.direct_rate, "us"});
  runs.push_back({"proxy/proxied/50_connections", 1e6 / cost.proxied_rate, "us"});
  runs.push_back({"proxy/direct/pipelined", 1e6 / cost.direct_pipelined, "us"});
  runs.push_back({"proxy/proxied/pipelined", 1e6 / cost.proxied_pipelined, "us"});
}

void print_proxy(const ProxyCost& cost) {
  fmt::print(
      "proxy: a command takes {:.0f} us more (median, one connection; limit 100): {:.0f} us, "
      "directly {:.0f} us\n",
      cost.added_us(), cost.proxied_us, cost.direct_us);
  fmt::print(
      "proxy: {:.0f} commands/s on {} connections, {:.0f} % of {:.0f} directly (limit 50 %)\n",
      cost.proxied_rate, many, 100 * cost.proxied_rate / cost.direct_rate, cost.direct_rate);
  fmt::print("proxy: {:.0f} commands/s with {} under way on each (limit 300000), directly {:.0f}\n",
             cost.proxied_pipelined, pipeline, cost.direct_pipelined);
}

}  // namespace locklab::app
