#include "app/timeline/text/chrome_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/timeline/scene/lane_states.h"
#include "app/timeline/words/round_trip.h"
#include "app/timeline/words/wording.h"
#include "app/words/display_text.h"
#include "app/words/generator.h"
#include "sim/trace/json_text.h"

namespace locklab::app {

namespace {

using Json = nlohmann::ordered_json;

/// A track, identified in the format by a process and a thread.
struct Track {
  int process = 1;
  int thread = 1;
};

/// Quotes a text as JSON.
std::string json_string(std::string_view text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return c >= ' ' && c <= '~' && c != '"' && c != '\\';
  });
  if (plain) return fmt::format("\"{}\"", text);
  return json_text(Json(text));
}

/// Writes events to the sink one by one, since those of a long run take many gigabytes.
class ChromeTrace {
 public:
  ChromeTrace(const sim::Trace& trace, const std::vector<sim::Verdict>& verdicts,
              const sim::ByteSink& sink)
      : trace_(trace), verdicts_(verdicts), lanes_(lanes_of(trace)), sink_(sink) {}

  void write() {
    const Json about{{"generator", generator},
                     {"scenario", printable(trace_.info.scenario)},
                     {"strategy", printable(trace_.info.strategy)},
                     {"world", printable(trace_.info.world)},
                     {"run", printable(trace_.info.run)}};
    open_ = sink_("{\"displayTimeUnit\":\"ms\",\"otherData\":" + json_text(about) +
                  ",\"traceEvents\":[\n");
    name_tracks();
    add_states();
    if (open_) add_exchanges();
    add_instants();
    sink_("\n]}\n");
  }

 private:
  static constexpr int clients = 1;
  static constexpr int nodes = 2;

  /// The track for a lane's states, or the one below it for its messages.
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

  void begin(std::string_view phase, std::string_view name, Track track) {
    line_ = fmt::format("{}{{\"name\":{},\"ph\":\"{}\",\"pid\":{},\"tid\":{}", any_ ? ",\n" : "",
                        json_string(name), phase, track.process, track.thread);
    any_ = true;
  }
  void begin(std::string_view phase, std::string_view name, Track track, std::int64_t ts) {
    begin(phase, name, track);
    add("ts", ts);
  }
  void add(std::string_view key, std::int64_t value) {
    line_ += fmt::format(",\"{}\":{}", key, value);
  }
  void add(std::string_view key, std::string_view value) {
    line_ += fmt::format(",\"{}\":{}", key, json_string(value));
  }
  /// Adds an argument whose value is JSON already.
  void add_argument(std::string_view key, const std::string& json) {
    line_ += fmt::format(",\"args\":{{\"{}\":{}}}", key, json);
  }
  void end() {
    line_ += '}';
    open_ = open_ && sink_(line_);
  }

  void describe(const char* what, Track track, const std::string& json, const char* key) {
    begin("M", what, track);
    add_argument(key, json);
    end();
  }

  void name_tracks() {
    describe("process_name", {clients, 0}, json_string("clients"), "name");
    describe("process_name", {nodes, 0}, json_string("nodes and resource"), "name");
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane)
      for (const bool messages : {false, true}) {
        const Track where = track(lane, messages);
        describe("thread_name", where,
                 json_string(lanes_[lane].name + (messages ? " (messages)" : "")), "name");
        describe("thread_sort_index", where, std::to_string(where.thread), "sort_index");
      }
  }

  // ---- states

  std::string state_name(const LaneCell& cell) const {
    switch (cell.bar) {
      case Bar::waiting:
        return "waits";
      case Bar::believes:
        return "believes it holds";
      case Bar::inside:
        return "inside";
      case Bar::unlocked:
        return "inside without the lock";
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
      begin("X", name, track(lane, false), since[lane]);
      add("dur", at - since[lane]);
      end();
    };
    for (std::size_t i = 0; i < trace_.size() && open_; ++i) {
      states.apply(i);
      for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
        const LaneCell cell = states.cell(lane);
        if (cell.has_bar_of(now[lane])) continue;
        end_span(lane, trace_[i].at);
        now[lane] = cell;
        since[lane] = trace_[i].at;
      }
    }
    if (trace_.empty()) return;
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) end_span(lane, trace_.back().at);
  }

  // ---- messages

  /// Adds a slice for an arrow to begin or end on. One microsecond is enough to be visible and to
  /// nest.
  void add_slice(const std::string& name, Track where, std::int64_t at, const std::string& answer) {
    begin("X", name, where, at);
    add("dur", 1);
    if (!answer.empty()) add_argument("reply", json_string(answer));
    end();
  }

  void add_flow(std::string_view what, std::int64_t id, Track from, std::int64_t sent, Track to,
                std::int64_t arrived) {
    begin("s", what, from, sent);
    add("cat", "message");
    add("id", id);
    end();
    begin("f", what, to, arrived);
    add("cat", "message");
    add("id", id);
    add("bp", "e");
    end();
  }

  void add_exchanges() {
    for (const RoundTrip& x : round_trips_of(trace_)) {
      add_exchange(x);
      if (!open_) return;
    }
  }

  void add_exchange(const RoundTrip& x) {
    const std::optional<std::size_t> lane = lane_of(x.node);
    if (!lane) return;
    const sim::Event& sent = trace_[x.sent];
    const Track client = track(index(x.client), true);
    const Track node = track(*lane, true);
    const std::string command = short_command(trace_, sent);
    const std::int64_t id = std::int64_t{sent.message} * 2;
    add_slice(command, client, sent.at, "");
    if (x.ran) {
      const sim::Event& ran = trace_[*x.ran];
      add_slice(command, node, ran.at, short_reply(trace_, ran).english());
      add_flow("request", id, client, sent.at, node, ran.at);
    }
    if (x.received) {
      const sim::Event& received = trace_[*x.received];
      add_slice("reply: " + short_reply(trace_, received).english(), client, received.at, "");
      if (x.ran) add_flow("reply", id + 1, node, trace_[*x.ran].at, client, received.at);
    }
    if (x.timed_out) {
      begin("i", "no reply to " + command, client, trace_[*x.timed_out].at);
      add("s", "t");
      end();
    }
  }

  // ---- instants

  Track track_of(const sim::Event& e) const {
    if (index(e.client) < trace_.info.clients.size()) return track(index(e.client), false);
    const std::optional<std::size_t> lane = lane_of(e.node);
    return lane ? track(*lane, false) : Track{clients, 1};
  }

  void add_instants() {
    for (std::size_t i = 0; i < trace_.size() && open_; ++i) {
      const sim::Event& e = trace_[i];
      if (e.message != 0 && e.kind != sim::EventKind::key_expired) continue;
      const std::string words = happening(trace_, i).english();
      if (words.empty()) continue;
      begin("i", words, track_of(e), e.at);
      add("s", strikes(e.kind) ? "p" : "t");
      add("cat", strikes(e.kind) ? "fault" : "node");
      end();
    }
    for (const sim::Verdict& verdict : verdicts_) {
      if (verdict.kept != sim::Kept::broken || !verdict.event || *verdict.event >= trace_.size())
        continue;
      const sim::Event& e = trace_[*verdict.event];
      begin("i", "✗ " + printable(broken_words(verdict).english()), track_of(e), e.at);
      add("s", "g");
      add("cat", "violation");
      end();
    }
  }

  const sim::Trace& trace_;
  const std::vector<sim::Verdict>& verdicts_;
  std::vector<Lane> lanes_;
  const sim::ByteSink& sink_;
  std::string line_;  ///< the event being written
  bool any_ = false;  ///< whether an event precedes it
  bool open_ = true;  ///< the sink accepts more
};

}  // namespace

void write_chrome_trace(const sim::Trace& trace, const std::vector<sim::Verdict>& verdicts,
                        const sim::ByteSink& sink) {
  ChromeTrace(trace, verdicts, sink).write();
}

std::string chrome_trace(const sim::Trace& trace, const std::vector<sim::Verdict>& verdicts) {
  std::string text;
  write_chrome_trace(trace, verdicts, [&](std::string_view piece) {
    text += piece;
    return true;
  });
  return text;
}

}  // namespace locklab::app
