// A network without a world: the test is its clock, its clients and its services.
#pragma once

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "sim/wire/network.h"
#include "sim/world/dice.h"
#include "tests/support/env_by_hand.h"
#include "tests/support/small_world.h"

namespace locklab::sim {

/// Logs what reaches either end, each with its time in us: "1000 PING at n0".
class WireByHand final : public ClientEnd, public ServiceEnd {
 public:
  /// Two clients and two nodes; every message takes 1 ms.
  WireByHand()
      : record_({}, &now_us),
        network({now_us, queue, agenda, record_, dice_, open_, *this}, two_nodes()) {}

  /// Sends a request of the first client to a node.
  Exchange& send(const std::string& verb, NodeId node = NodeId{0}, bool continues = false) {
    Exchange& exchange = network.open(*this, ClientId{0}, node);
    exchange.command = Command(verb);
    exchange.command.listens = verb == "SUBSCRIBE";
    exchange.continues = continues;
    exchange.call = &awaited_;
    queue.set(exchange.deadline, now_us + 1'000'000);
    exchange.sent = true;
    network.send(exchange);
    agenda.settle([] { return false; });
    return exchange;
  }
  /// Replies to a request that has arrived.
  void answer(Exchange& exchange, const std::string& text = "OK") {
    exchange.reply = Reply::status(text);
    network.answer(exchange);
  }
  /// Lets time pass, and fires timers as they become due.
  void pass(Duration time) {
    const std::int64_t end = now_us + us(time);
    while (!queue.empty() && queue.next_at() <= end) {
      now_us = queue.next_at();
      queue.pop([](Timer& timer) { timer.fire(timer); });
    }
    now_us = end;
  }
  void strike(const LinkFault& fault) { network.strike(ClientId{0}, NodeId{0}, fault); }
  void end(FaultKind kind, FaultToken token) { network.end(ClientId{0}, NodeId{0}, kind, token); }
  std::vector<std::string> take_log() { return std::exchange(log_, {}); }
  /// The events recorded so far: "message_lost: connection reset".
  std::vector<std::string> events() const {
    std::vector<std::string> all;
    const Trace& trace = record_.trace();
    for (std::size_t i = 0; i < trace.size(); ++i) {
      const std::string why(trace[i].text == no_text ? "" : trace.text(trace[i].text));
      all.push_back(std::string(name(trace[i].kind)) + (why.empty() ? "" : ": " + why));
    }
    return all;
  }
  std::uint64_t fingerprint() const {
    Fingerprint print;
    network.fingerprint(print);
    return print.value();
  }

  void reply_arrived(Exchange& exchange) override {
    if (exchange.pushed) {
      log("pushed " + exchange.reply.text);
    } else {
      log("reply " +
          (exchange.is_silent() ? std::string(exchange.silence_words()) : exchange.reply.text));
    }
    network.settle(exchange);
    if (exchange.call) network.stop_waiting(exchange);
  }
  void reply_lost(Exchange&) override {}
  void deadline_passed(Exchange& exchange) override {
    log("over: " + std::string(exchange.is_silent() ? exchange.silence_words() : "timeout"));
    network.stop_waiting(exchange);
  }
  void pushes_ended(NodeId) override { log("pushes ended"); }
  void request_arrived(Exchange& exchange) override {
    exchange.stage = Stage::at_node;
    log(std::string(*exchange.command.words().begin()) + " at n" +
        std::to_string(index(exchange.node)));
    arrived.push_back(&exchange);
  }
  void wait_over(Exchange&) override { log("wait over"); }

  std::int64_t now_us = 0;
  OpenTimes open_;
  EventQueue queue;
  Agenda agenda;
  std::vector<Exchange*> arrived;  ///< at a node, in order of arrival

 private:
  static const Scenario& two_nodes() {
    static const Scenario scenario = [] {
      Scenario made = idle_world();
      made.nodes.push_back(made.nodes.front());
      made.nodes.back().name = "n2";
      LinkSpec far;
      far.node = "far";
      far.latency = 7ms;
      far.jitter = 0ms;
      made.links.push_back(far);
      return made;
    }();
    return scenario;
  }
  void log(const std::string& what) { log_.push_back(std::to_string(now_us) + " " + what); }

  Dice dice_{1};
  Record record_;
  test::EnvByHand env_{nullptr};
  Call awaited_{env_, NodeId{0}, Command("PING"), 1s};  ///< the caller of every request
  std::vector<std::string> log_;

 public:
  Network network;  ///< last, because it uses the others
};

}  // namespace locklab::sim
