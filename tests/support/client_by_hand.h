// A client process without a world: the test is its clock and its network.
#pragma once

#include <algorithm>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "sim/process/client_process_body.h"

namespace locklab::sim {

class ByHand;

struct HandRequest : Request {
  bool carried = false;
  bool consumed = false;
  bool over() const { return consumed && !call; }
};

struct HandWait : Wait {
  explicit HandWait(ByHand&) {}
};

class ByHand final : public ClientProcess<ByHand, HandRequest, HandWait> {
 public:
  explicit ByHand(Clock clock = Clock()) : ClientProcess(ClientId{0}, {}, clock, nullptr) {}
  ~ByHand() override { destroy_tasks(); }

  Time wall_now() override { return at_us(now_us); }
  std::uint64_t random_below(std::uint64_t) override { return 0; }

  /// Delivers the reply of the request with this number.
  void bring(std::uint32_t message, Reply reply) {
    HandRequest& request = requests.at(message - 1);
    request.reply = std::move(reply);
    reply_arrived(request);
    settle();
  }
  /// Lets time pass, and fires deadlines and waits in the order of their due times.
  void pass(std::int64_t us) {
    const std::int64_t end = now_us + us;
    while (true) {
      const auto next = std::min_element(due.begin(), due.end(), [](const Due& a, const Due& b) {
        return a.at < b.at;  // of those due at one time the one that was set first
      });
      if (next == due.end() || next->at > end) break;
      Pending* const first = next->pending;
      now_us = std::max(now_us, next->at);
      due.erase(next);
      if (first->is_request) {
        deadline_passed(static_cast<HandRequest&>(*first));
      } else {
        sleep_over(static_cast<HandWait&>(*first));
      }
      settle();
    }
    now_us = end;
  }
  void settle() {
    for (HandRequest* request : std::exchange(again, {})) reply_arrived(*request);
    agenda_.settle([] { return false; });
  }
  std::vector<std::string> events() const {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < trace_.size(); ++i) all.emplace_back(name(trace_[i].kind));
    return all;
  }

  std::int64_t now_us = 0;
  bool faults = false;
  bool subscribed = false;
  std::deque<HandRequest> requests;
  struct Due {
    Pending* pending;
    std::int64_t at;
  };
  std::vector<Due> due;  ///< in the order in which they were set
  std::vector<HandRequest*> again;
  std::vector<std::string> links;  ///< calls on its connections
  Agenda& agenda() override { return agenda_; }

 private:
  friend ClientProcess;

  std::int64_t now() const override { return now_us; }
  bool faults_wait() const override { return faults; }
  Trace& trace() override { return trace_; }
  Event& draft() override { return trace_.draft(); }
  void record_draft() override { trace_.add_draft(now_us); }
  void record(HandRequest&, Event&) override { record_draft(); }
  HandRequest& open(NodeId node) override {
    HandRequest& request = requests.emplace_back();
    request.begin_anew();
    request.node = node;
    request.message = static_cast<std::uint32_t>(requests.size());
    return request;
  }
  void carry(HandRequest& request) override { request.carried = true; }
  void consumed(HandRequest& request) override { request.consumed = true; }
  void not_awaited(HandRequest& request) override {
    stop(request);
    request.call = nullptr;
  }
  void told(HandRequest& request) override { stop(request); }
  NodeId reached(NodeId node) const override { return node; }
  NodeId node_at(const Redirection&) const override { return no_node; }
  bool listens(NodeId) const override { return subscribed; }
  void drop_connection(HandRequest&) override { links.emplace_back("dropped"); }
  void disconnect() override { links.emplace_back("disconnected"); }
  void arrives_again(HandRequest& request) override { again.push_back(&request); }
  void stop(const Pending& pending) {
    std::erase_if(due, [&](const Due& one) { return one.pending == &pending; });
  }
  void wake(Pending& pending, std::int64_t at) {
    stop(pending);
    due.push_back({&pending, at});
  }
  bool waits(const Pending& pending) const {
    return std::any_of(due.begin(), due.end(),
                       [&](const Due& one) { return one.pending == &pending; });
  }
  void wake_at(HandRequest& request, std::int64_t at) override { wake(request, at); }
  void wake_at(HandWait& wait, std::int64_t at) override { wake(wait, at); }
  void cancel_wake(HandWait& wait) override { stop(wait); }
  bool wakes(const HandRequest& request) const override { return waits(request); }
  bool wakes(const HandWait& wait) const override { return waits(wait); }
  void each_request(const std::function<void(HandRequest&)>& visit) override {
    for (HandRequest& request : requests)
      if (request.call) visit(request);
  }
  void program_over() override {}
  std::uint64_t random_bits() override { return ++bits_; }

  Trace trace_;
  Agenda agenda_;
  std::uint64_t bits_ = 0;
};

}  // namespace locklab::sim
