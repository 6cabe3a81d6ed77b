// A hand-made live run, and the changes inferred from it.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/live/inference/inference.h"
#include "lock/scripts.h"

namespace locklab::test {

using app::Inference;

inline constexpr ClientId alice{0};
inline constexpr ClientId bob{1};

/// All times are in ms.
class InferenceStory : public testing::Test {
 public:
  InferenceStory() {
    trace_.info.clients = {"alice", "bob"};
    trace_.info.nodes = {"n1"};
  }

  std::uint32_t sends(ClientId client, Command command, std::int64_t at) {
    sim::Event event{.at = at * 1000,
                     .message = ++messages_,
                     .acquisition = command.acquisition,
                     .text = trace_.keep(command.packed()),
                     .client = client,
                     .node = NodeId{0},
                     .kind = sim::EventKind::sent,
                     .purpose = command.purpose};
    sent_[event.message] = event;
    add(event, nullptr);
    return event.message;
  }
  void receives(std::uint32_t message, const Reply& reply, std::int64_t at) {
    sim::Event event = sent_.at(message);
    event.at = at * 1000;
    event.kind = sim::EventKind::received;
    event.value = reply.integer;
    event.text = sim::no_text;
    add(event, &reply);
  }
  void gives_up(std::uint32_t message, std::int64_t at) {
    sim::Event event = sent_.at(message);
    event.at = at * 1000;
    event.kind = sim::EventKind::timed_out;
    add(event, nullptr);
  }
  void does(ClientId client, Command command, const Reply& reply, std::int64_t from,
            std::int64_t to) {
    receives(sends(client, std::move(command), from), reply, to);
  }
  /// Records another event, so that time passes.
  void later(std::int64_t at) { add({.at = at * 1000, .kind = sim::EventKind::started}, nullptr); }

  void is_killed(NodeId node, std::int64_t at) {
    add({.at = at * 1000, .node = node, .kind = sim::EventKind::node_killed}, nullptr);
  }
  /// Reports that a node is back after a kill.
  void is_back(NodeId node, std::int64_t at) {
    const sim::Event event{
        .at = at * 1000, .node = node, .kind = sim::EventKind::node_restarted, .fault = 0};
    inference_.is_back(event);
    trace_.add(event);
  }
  void stops(NodeId node, std::int64_t at) {
    add({.at = at * 1000, .node = node, .kind = sim::EventKind::node_stopped, .fault = 1}, nullptr);
  }
  void goes_on(NodeId node, std::int64_t at) {
    add({.at = at * 1000, .node = node, .kind = sim::EventKind::node_continued, .fault = 1},
        nullptr);
  }
  /// A node's clock is set at some time between `from` and `to`.
  void clock_is(NodeId node, std::int64_t ahead, std::int64_t from, std::int64_t to,
                std::int64_t ppm = 0) {
    add({.at = to * 1000,
         .value = ahead * 1000,
         .extra = ppm,
         .since_us = static_cast<std::uint32_t>((to - from) * 1000),
         .node = node,
         .kind = sim::EventKind::node_clock},
        nullptr);
  }
  /// A reply arrives that its client does not read yet.
  void hears(std::uint32_t message, const Reply& reply, std::int64_t at) {
    sim::Event answer = sent_.at(message);
    answer.at = at * 1000;
    answer.value = reply.integer;
    answer.text = sim::no_text;
    inference_.heard(answer, reply);
  }

  Inference& inference() { return inference_; }

  /// The inferred changes of keys and of the resource, such as "key_set alice [0..2] T1 for 100";
  /// times in ms.
  std::vector<std::string> told() const {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < trace_.size(); ++i) {
      const sim::Event& event = trace_[i];
      const bool of_key =
          event.kind >= sim::EventKind::key_set && event.kind <= sim::EventKind::key_lost;
      if (!of_key && event.kind != sim::EventKind::resource_wrote) continue;
      std::string line(name(event.kind));
      if (event.client != no_client) line += fmt::format(" {}", trace_.client_name(event.client));
      line += fmt::format(" [{}..{}]", (event.at - event.since_us) / 1000, event.at / 1000);
      if (event.text != sim::no_text) line += fmt::format(" {}", trace_.text(event));
      const bool lives =
          event.kind == sim::EventKind::key_set || event.kind == sim::EventKind::key_lease;
      if (lives && event.value >= 0) line += fmt::format(" for {}", event.value / 1000);
      if (event.kind == sim::EventKind::resource_wrote) line += fmt::format(" {}", event.value);
      lines.push_back(line);
    }
    return lines;
  }
  const sim::Trace& trace() const { return trace_; }
  bool in_order() const {
    for (std::size_t i = 1; i < trace_.size(); ++i)
      if (trace_[i].at < trace_[i - 1].at) return false;
    return true;
  }

 private:
  void add(const sim::Event& event, const Reply* reply) {
    inference_.before(event, reply);
    trace_.add(event);
  }

  sim::Trace trace_;
  Inference inference_{trace_};
  std::uint32_t messages_ = 0;
  std::map<std::uint32_t, sim::Event> sent_;
};

inline constexpr const char* key = "locklab:lock";

inline Command claim(std::string_view token, Duration ttl = 100ms) {
  Command command = set_nx_px(key, token, ttl);
  command.purpose = Purpose::claim;
  return command;
}

inline Command owner_release(std::string_view token) {
  Command command = eval(scripts::release_if_owner, {key});
  command.add(token).purpose = Purpose::release;
  return command;
}

inline const Reply ok = Reply::status("OK");

}  // namespace locklab::test
