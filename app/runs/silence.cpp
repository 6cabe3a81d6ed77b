#include "app/runs/silence.h"
#include "sim/trace/sentence.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace locklab::app {

namespace {

constexpr std::int64_t long_us = 1'000'000;

/// One node's silences towards all clients: the present one, and the longest.
struct Hearing {
  bool asked = false;  ///< since it last ran or answered a request
  bool given_up = false;
  bool struck = false;
  std::int64_t since_us = 0;  ///< time of the first request since then
  std::int64_t last_us = 0;   ///< last time at which a client gave up
  std::int64_t longest_us = 0;
  std::int64_t longest_since_us = 0;

  void ask(std::int64_t at) {
    if (!asked) since_us = at;
    asked = true;
  }
  void end_silence(std::int64_t at) {
    if (asked && given_up && at - since_us > longest_us) {
      longest_us = at - since_us;
      longest_since_us = since_us;
    }
    asked = given_up = false;
  }
};

}  // namespace

std::vector<Sentence> long_silences(const sim::Trace& trace) {
  if (trace.info.world != "live") return {};
  std::vector<Hearing> nodes(trace.info.nodes.size());
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const sim::Event& event = trace[i];
    if (index(event.node) >= nodes.size()) continue;
    Hearing& node = nodes[index(event.node)];
    if (event.kind == sim::EventKind::sent) node.ask(event.at);
    // A command that ran counts even if its reply is too late for the client: the link may be slow.
    if (event.kind == sim::EventKind::received || event.kind == sim::EventKind::ran)
      node.end_silence(event.at);
    if (event.kind == sim::EventKind::timed_out) {
      node.given_up = true;
      node.last_us = event.at;
    }
    node.struck = node.struck || strikes(event.kind);
  }
  std::vector<Sentence> told;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Hearing& node = nodes[i];
    node.end_silence(node.last_us);
    if (node.struck || node.longest_us < long_us) continue;
    told.push_back(
        say("{} gave no answer for {} ms, from {} ms on, and no fault of the scenario explains it: "
            "see what held it up before you blame the lock",
            trace.node_name(static_cast<NodeId>(i)), node.longest_us / 1'000,
            node.longest_since_us / 1'000));
  }
  return told;
}

}  // namespace locklab::app
