// The cost of inference: proportional to the events whatever the number of clients, and bounded
// whatever the number of lost replies.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/live/inference/inference.h"
#include "lock/scripts.h"

namespace locklab::app {
namespace {

/// Clients that acquire and release at the same time, with all commands in flight at once.
class Crowd {
 public:
  explicit Crowd(int clients) : clients_(clients) {
    trace_.info.nodes = {"n1"};
    for (int i = 0; i < clients; ++i) trace_.info.clients.push_back(fmt::format("c{}", i));
  }

  /// Every client acquires and releases its own key.
  void each_its_own() {
    std::vector<std::uint32_t> sent;
    for (int i = 0; i < clients_; ++i) sent.push_back(claim(i, key_of(i)));
    for (int i = 0; i < clients_; ++i) receive(i, sent[index(i)], Reply::status("OK"));
    for (int i = 0; i < clients_; ++i) sent[index(i)] = release(i, key_of(i));
    for (int i = 0; i < clients_; ++i) receive(i, sent[index(i)], Reply::number(1));
  }
  /// All clients claim one key. One acquires, and the next one's grant is received before the reply
  /// to the release.
  void all_one() {
    std::vector<std::uint32_t> sent;
    for (int i = 0; i < clients_; ++i) sent.push_back(claim(i, key_of(0)));
    const int winner = turn_++ % clients_;
    receive(winner, sent[index(winner)], Reply::status("OK"));
    for (int i = 0; i < clients_; ++i)
      if (i != winner) receive(i, sent[index(i)], Reply::nil());
    const std::uint32_t last = release(winner, key_of(0));
    const int next = (winner + 1) % clients_;
    const std::uint32_t early = claim(next, key_of(0));
    receive(next, early, Reply::status("OK"));
    if (next != winner) receive(winner, last, Reply::number(1));
    receive(next, release(next, key_of(0)), Reply::number(1));
  }
  /// A claim without a reply.
  void lose_one() {
    const std::uint32_t message = claim(0, key_of(0));
    add({.message = message,
         .client = ClientId{0},
         .node = NodeId{0},
         .kind = sim::EventKind::timed_out},
        nullptr);
  }
  void stand(sim::EventKind kind) { add({.node = NodeId{0}, .kind = kind}, nullptr); }
  void wait(std::int64_t us) {
    now_ += us;
    add({.kind = sim::EventKind::started}, nullptr);
  }

  double work_per_event() const {
    return static_cast<double>(inference_.work()) / static_cast<double>(events_);
  }
  Inference& inference() { return inference_; }

 private:
  static std::size_t index(int client) { return static_cast<std::size_t>(client); }
  static std::string key_of(int number) { return fmt::format("locklab:lock{}", number); }

  std::uint32_t claim(int client, const std::string& name) {
    ++acquisition_;
    Command command = set_nx_px(name, fmt::format("T{}", client), 10s);
    command.purpose = Purpose::claim;
    return send(client, std::move(command));
  }
  std::uint32_t release(int client, const std::string& name) {
    Command command = eval(scripts::release_if_owner, {name});
    command.add(fmt::format("T{}", client)).purpose = Purpose::release;
    return send(client, std::move(command));
  }
  std::uint32_t send(int client, Command command) {
    add({.message = ++messages_,
         .acquisition = acquisition_,
         .text = trace_.keep(command.packed()),
         .client = static_cast<ClientId>(client),
         .node = NodeId{0},
         .kind = sim::EventKind::sent,
         .purpose = command.purpose},
        nullptr);
    return messages_;
  }
  void receive(int client, std::uint32_t message, const Reply& reply) {
    add({.value = reply.integer,
         .message = message,
         .client = static_cast<ClientId>(client),
         .node = NodeId{0},
         .kind = sim::EventKind::received},
        &reply);
  }
  void add(sim::Event event, const Reply* reply) {
    event.at = now_ += 10;
    ++events_;
    inference_.before(event, reply);
    trace_.add(event);
  }

  const int clients_;
  sim::Trace trace_;
  Inference inference_{trace_};
  std::int64_t now_ = 0;
  std::uint64_t events_ = 0;
  std::uint32_t messages_ = 0;
  std::uint32_t acquisition_ = 0;
  int turn_ = 0;
};

TEST(InferenceWork, OfManyClientsWithAKeyEachIsThatOfOne) {
  Crowd one(1);
  Crowd many(64);
  for (int round = 0; round < 640; ++round) one.each_its_own();
  for (int round = 0; round < 10; ++round) many.each_its_own();
  EXPECT_LT(many.work_per_event(), one.work_per_event() * 1.1);
}

TEST(InferenceWork, OfManyClientsThatWantOneKeyIsAlmostThatOfFew) {
  Crowd few(2);
  Crowd many(64);
  for (int round = 0; round < 320; ++round) few.all_one();
  for (int round = 0; round < 10; ++round) many.all_one();
  EXPECT_LT(many.work_per_event(), few.work_per_event() * 2);
}

TEST(InferenceWork, CommandsThatAreNeverAnsweredDoNotPileUp) {
  Crowd crowd(1);
  for (int i = 0; i < 5'000; ++i) {
    crowd.lose_one();
    crowd.wait(100'000);
  }
  EXPECT_LT(crowd.inference().open(), 150u);
}

TEST(InferenceWork, AServerThatStandsStillMayRunThemWhenItGoesOn) {
  Crowd crowd(1);
  crowd.stand(sim::EventKind::node_stopped);
  crowd.lose_one();
  crowd.wait(60'000'000);
  EXPECT_EQ(crowd.inference().open(), 1u);
  crowd.stand(sim::EventKind::node_continued);
  crowd.wait(60'000'000);
  EXPECT_EQ(crowd.inference().open(), 0u);
}

}  // namespace
}  // namespace locklab::app
