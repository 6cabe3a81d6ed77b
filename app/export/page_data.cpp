#include "app/export/page_data.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "app/timeline/words/told_order.h"
#include "app/timeline/words/wording.h"
#include "app/words/display_text.h"
#include "lock/strategy.h"
#include "sim/trace/json_text.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

using Json = nlohmann::ordered_json;

bool in_a_strategy(const sim::Trace& trace, const sim::Event& event) {
  // Commands to the resource are the client's work, not the lock's.
  return event.kind == sim::EventKind::sent && event.place < trace.places().size() &&
         trace.places()[event.place].file.starts_with("lock/");
}

/// Whether an event of this kind shows that its client had started, even if the trace lacks its
/// beginning.
bool begins(sim::EventKind kind) {
  return kind == sim::EventKind::sent || kind == sim::EventKind::attempt ||
         kind == sim::EventKind::entered;
}

int lane_number(const Scene& scene, std::size_t lane) {
  return lane < scene.lanes.size() ? static_cast<int>(lane) : -1;
}

/// For each event: its time in us, the lanes of its client and node, and the number of events in
/// the trace up to the end of its step.
Json events(const ShownRun& run) {
  Json all = Json::array();
  for (std::size_t i = 0; i < run.trace().size(); ++i) {
    const sim::Event& event = run.trace()[i];
    all.push_back({event.at, lane_number(run.scene, run.scene.lane_of(event.client)),
                   lane_number(run.scene, run.scene.lane_of(event.node)),
                   step_up(run.trace(), i + 1)});
  }
  return all;
}

/// The events at which a client becomes active (null), crashes or finishes (a text). Before the
/// first one, it has not started.
Json phases(const ShownRun& run, std::size_t lane, const Words& say) {
  Json all = Json::array();
  if (lane >= run.scene.clients) return all;
  for (const std::uint32_t event : run.scene.events[lane]) {
    const sim::EventKind kind = run.trace()[event].kind;
    if (kind == sim::EventKind::client_crashed || kind == sim::EventKind::finished) {
      all.push_back({event, say(kind == sim::EventKind::client_crashed ? "cluster.crashed"
                                                                       : "cluster.finished")});
    } else if (kind == sim::EventKind::started || (all.empty() && begins(kind))) {
      all.push_back({event, nullptr});
    }
  }
  return all;
}

Json lanes(const ShownRun& run, const Words& say) {
  Json all = Json::array();
  for (std::size_t lane = 0; lane < run.scene.lanes.size(); ++lane) {
    Json bars = Json::array();
    Json keys = Json::array();
    const bool alive = run.scene.lanes[lane].kind != LaneKind::resource;
    for (const Span& span : alive ? run.scene.bars[lane] : std::vector<Span>{})
      bars.push_back({span.from, span.to,
                      span.bar == Bar::held && span.owner < run.scene.clients
                          ? say.fill("bar.held_by", run.scene.lanes[span.owner].name)
                          : std::string(say(bar_key(span.bar)))});
    for (const Span& span : run.scene.keys[lane])
      keys.push_back({span.from, span.to,
                      span.owner < run.scene.clients ? run.scene.lanes[span.owner].name : "?",
                      span.lease_end == INT64_MAX ? -1 : span.lease_end});
    all.push_back({{"name", run.scene.lanes[lane].name},
                   {"bars", bars},
                   {"keys", keys},
                   {"phases", phases(run, lane, say)}});
  }
  return all;
}

/// The commands that a client sent from its strategy's source, and their replies.
Json asks(const ShownRun& run, std::size_t client, const std::vector<std::string>& files,
          const Words& say) {
  const sim::Trace& trace = run.trace();
  Json all = Json::array();
  std::map<std::uint32_t, std::size_t> by_message;
  for (const std::uint32_t index : run.scene.events[client]) {
    const sim::Event& event = trace[index];
    if (in_a_strategy(trace, event)) {
      const sim::Place& place = trace.places()[event.place];
      const auto file = std::find(files.begin(), files.end(), place.file) - files.begin();
      const std::string words =
          printable(trace.node_name(event.node)) + "> " + short_command(trace, event);
      by_message[event.message] = all.size();
      all.push_back({index, file, place.line, words, Json::array()});
      continue;
    }
    const auto asked = by_message.find(event.message);
    if (event.message == 0 || asked == by_message.end()) continue;
    if (event.kind == sim::EventKind::received)
      all[asked->second][4].push_back({index, say.tell(short_reply(trace, event)), 1});
    if (event.kind == sim::EventKind::timed_out)
      all[asked->second][4].push_back(
          {index, say(was_refused(event) ? "source.refused" : "source.no_reply"), 0});
  }
  return all;
}

}  // namespace

std::vector<std::string> source_files(const ShownRun& run) {
  std::set<std::string> files;
  for (std::size_t i = 0; i < run.trace().size(); ++i)
    if (in_a_strategy(run.trace(), run.trace()[i]))
      files.insert(run.trace().places()[run.trace()[i].place].file);
  if (files.empty())
    if (const Strategy* strategy = find_strategy(run.trace().info.strategy))
      files.emplace(strategy->file);
  return {files.begin(), files.end()};
}

std::string page_data(const ShownRun& run, const Words& say,
                      const std::vector<std::string>& files) {
  Json out;
  out["end"] = run.scene.end;
  out["clients"] = run.scene.clients;
  out["events"] = events(run);
  out["lanes"] = lanes(run, say);
  Json by_client = Json::array();
  for (std::size_t client = 0; client < run.scene.clients; ++client)
    by_client.push_back(asks(run, client, files, say));
  out["asks"] = by_client;
  Json verdicts = Json::array();
  for (const sim::Verdict& verdict : run.judged.verdicts)
    verdicts.push_back(verdict.event ? static_cast<std::int64_t>(*verdict.event) : -1);
  out["verdicts"] = verdicts;
  for (const char* key : {"bar.none", "cluster.not_started", "event.start", "source.nothing_sent",
                          "source.waits", "time.pause", "time.play"})
    out["words"][key] = say(key);
  // Sentences contain no invalid bytes; json_text() replaces those in other texts.
  return json_text(out);
}

}  // namespace locklab::app
