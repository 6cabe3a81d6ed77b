#include "app/timeline/chrome_trace.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/timeline/exchange.h"
#include "app/timeline/lane_states.h"
#include "app/timeline/wording.h"
#include "app/words/display_text.h"

namespace locklab::app {

namespace {

using Json = nlohmann::ordered_json;

/// A process and a thread of the format, by which it groups tracks.
struct Track {
  int process = 1;
  int thread = 1;
};

class ChromeTrace {
 public:
  ChromeTrace(const Trace& trace, const std::vector<sim::Verdict>& verdicts)
      : trace_(trace), verdicts_(verdicts), lanes_(lanes_of(trace)) {}

  std::string write() {
    name_tracks();
    add_states();
    for (const Exchange& x : exchanges_of(trace_)) add_exchange(x);
    add_instants();
    const Json about{{"scenario", printable(trace_.info.scenario)},
                     {"strategy", printable(trace_.info.strategy)},
                     {"world", printable(trace_.info.world)},
                     {"run", printable(trace_.info.run)}};
    return "{\"displayTimeUnit\":\"ms\",\"otherData\":" + about.dump() + ",\"traceEvents\":[\n" +
           events_ + "\n]}\n";
  }

 private:
  static constexpr int clients = 1;
  static constexpr int nodes = 2;

  /// Each lane has two threads: its states, and its messages below.
  Track track(std::size_t lane, bool messages) const {
    const int process = lanes_[lane].kind == LaneKind::client ? clients : nodes;
    return {process, static_cast<int>(2 * lane + 1 + (messages ? 1 : 0))};
  }

  std::optional<std::size_t> lane_of(NodeId node) const {
    const std::size_t first = trace_.info.clients.size();
    if (index(node) < trace_.info.nodes.size()) return first + index(node);
    if (node == resource_node) return lanes_.size() - 1;
    return std::nullopt;
  }

  void add(const Json& event) {
    if (!events_.empty()) events_ += ",\n";
    events_ += event.dump();
  }

  Json event(std::string_view phase, const std::string& name, Track track, std::int64_t ts) const {
    return {
        {"name", name}, {"ph", phase}, {"pid", track.process}, {"tid", track.thread}, {"ts", ts}};
  }

  void describe(const char* what, Track track, const Json& value, const char* key) {
    Json json{{"name", what}, {"ph", "M"}, {"pid", track.process}, {"tid", track.thread}};
    json["args"][key] = value;
    add(json);
  }

  void name_tracks() {
    describe("process_name", {clients, 0}, "clients", "name");
    describe("process_name", {nodes, 0}, "nodes and resource", "name");
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane)
      for (const bool messages : {false, true}) {
        const Track where = track(lane, messages);
        describe("thread_name", where, lanes_[lane].name + (messages ? " (messages)" : ""), "name");
        describe("thread_sort_index", where, where.thread, "sort_index");
      }
  }

  // ---- states
  // -------------------------------------------------------------------------------------------

  std::string state_name(const LaneCell& cell) const {
    switch (cell.bar) {
      case Bar::waiting:
        return "waits";
      case Bar::believes:
        return "believes it holds";
      case Bar::inside:
        return "inside";
      case Bar::paused:
        return "paused";
      case Bar::paused_holding:
        return "paused while holding";
      case Bar::held:
        return cell.owner < trace_.info.clients.size() ? lanes_[cell.owner].name + "'s key"
                                                       : "somebody's key";
      case Bar::down:
        return "down";
      case Bar::frozen:
        return "frozen";
      default:
        return "";
    }
  }

  void add_states() {
    LaneStates states(trace_, lanes_);
    std::vector<LaneCell> now(lanes_.size());
    std::vector<std::int64_t> since(lanes_.size());
    const auto end_span = [&](std::size_t lane, std::int64_t at) {
      const std::string name = state_name(now[lane]);
      if (name.empty() || at <= since[lane]) return;
      Json span = event("X", name, track(lane, false), since[lane]);
      span["dur"] = at - since[lane];
      add(span);
    };
    for (std::size_t i = 0; i < trace_.size(); ++i) {
      states.apply(i);
      const std::vector<LaneCell> cells = states.cells();
      for (std::size_t lane = 0; lane < cells.size(); ++lane) {
        if (cells[lane] == now[lane]) continue;
        end_span(lane, trace_[i].at);
        now[lane] = cells[lane];
        since[lane] = trace_[i].at;
      }
    }
    if (trace_.empty()) return;
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) end_span(lane, trace_.back().at);
  }

  // ---- messages
  // -----------------------------------------------------------------------------------------

  /// Arrows begin and end on slices: one microsecond is enough to be seen and to nest.
  void add_slice(const std::string& name, Track where, std::int64_t at, const std::string& answer) {
    Json slice = event("X", name, where, at);
    slice["dur"] = 1;
    if (!answer.empty()) slice["args"]["reply"] = answer;
    add(slice);
  }

  void add_flow(std::string_view what, std::uint64_t id, Track from, std::int64_t sent, Track to,
                std::int64_t arrived) {
    Json begin = event("s", std::string(what), from, sent);
    begin["cat"] = "message";
    begin["id"] = id;
    add(begin);
    Json end = event("f", std::string(what), to, arrived);
    end["cat"] = "message";
    end["id"] = id;
    end["bp"] = "e";
    add(end);
  }

  void add_exchange(const Exchange& x) {
    const std::optional<std::size_t> lane = lane_of(x.node);
    if (!lane) return;
    const Event& sent = trace_[x.sent];
    const Track client = track(index(x.client), true);
    const Track node = track(*lane, true);
    const std::string command = short_command(trace_, sent);
    const std::uint64_t id = std::uint64_t{sent.message} * 2;
    add_slice(command, client, sent.at, "");
    if (x.ran) {
      const Event& ran = trace_[*x.ran];
      add_slice(command, node, ran.at, short_reply(trace_, ran).english());
      add_flow("request", id, client, sent.at, node, ran.at);
    }
    if (x.received) {
      const Event& received = trace_[*x.received];
      add_slice("reply: " + short_reply(trace_, received).english(), client, received.at, "");
      if (x.ran) add_flow("reply", id + 1, node, trace_[*x.ran].at, client, received.at);
    }
    if (x.timed_out) {
      Json instant = event("i", "no reply to " + command, client, trace_[*x.timed_out].at);
      instant["s"] = "t";
      add(instant);
    }
  }

  // ---- instants
  // -----------------------------------------------------------------------------------------

  Track track_of(const Event& e) const {
    if (index(e.client) < trace_.info.clients.size()) return track(index(e.client), false);
    const std::optional<std::size_t> lane = lane_of(e.node);
    return lane ? track(*lane, false) : Track{clients, 1};
  }

  void add_instants() {
    for (std::size_t i = 0; i < trace_.size(); ++i) {
      const Event& e = trace_[i];
      if (e.message != 0 && e.kind != EventKind::key_expired) continue;
      const std::string words = happening(trace_, e).english();
      if (words.empty()) continue;
      Json instant = event("i", words, track_of(e), e.at);
      instant["s"] = strikes(e.kind) ? "p" : "t";
      instant["cat"] = strikes(e.kind) ? "fault" : "node";
      add(instant);
    }
    for (const sim::Verdict& verdict : verdicts_) {
      if (verdict.kept != Kept::broken || !verdict.event || *verdict.event >= trace_.size())
        continue;
      const Event& e = trace_[*verdict.event];
      Json instant = event("i", printable(broken_words(verdict).english()), track_of(e), e.at);
      instant["s"] = "g";
      instant["cat"] = "violation";
      add(instant);
    }
  }

  const Trace& trace_;
  const std::vector<sim::Verdict>& verdicts_;
  std::vector<Lane> lanes_;
  std::string events_;
};

}  // namespace

std::string chrome_trace(const Trace& trace, const std::vector<sim::Verdict>& verdicts) {
  return ChromeTrace(trace, verdicts).write();
}

}  // namespace locklab::app
