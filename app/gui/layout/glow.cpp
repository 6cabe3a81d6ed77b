#include "app/gui/layout/glow.h"

#include <algorithm>

namespace locklab::app {

namespace {

bool moves_the_source(sim::EventKind kind) {
  return kind == sim::EventKind::sent || kind == sim::EventKind::received ||
         kind == sim::EventKind::timed_out;
}

}  // namespace

std::optional<Change> change_between(const ShownRun& run, std::size_t before, std::size_t now) {
  const sim::Trace& trace = run.trace();
  if (now == 0 || now > trace.size()) return std::nullopt;
  Change change;
  change.event = static_cast<std::uint32_t>(now - 1);
  const sim::Event& last = trace[now - 1];
  const std::size_t client = run.scene.lane_of(last.client);
  const std::size_t node = run.scene.lane_of(last.node);
  if (client < run.scene.clients) {
    change.lane = static_cast<std::uint16_t>(client);
  } else if (node < run.scene.lanes.size()) {
    change.lane = static_cast<std::uint16_t>(node);
  }
  // A forward step includes all simultaneous events that it crossed.
  const std::size_t first = before < now ? before : now - 1;
  for (std::size_t i = now; i-- > first && trace[i].at == last.at;) {
    const sim::Event& event = trace[i];
    const std::size_t who = run.scene.lane_of(event.client);
    const std::size_t where = run.scene.lane_of(event.node);
    if (moves_the_source(event.kind) && who < run.scene.clients)
      change.asked = static_cast<std::uint16_t>(who);
    if (sim::is_key_event(event.kind) && where < run.scene.lanes.size())
      change.keys.push_back(static_cast<std::uint16_t>(where));
  }
  return change;
}

void Glow::follow(const Model& model, double now_s) {
  const bool same_run = run_ == model.run.get();
  const std::size_t before = events_;
  run_ = model.run.get();
  events_ = model.cursor.events;
  if (!same_run || !model.run || before == events_) return;
  auto change = model.settings.motion ? change_between(*model.run, before, events_) : std::nullopt;
  begun_s_ = change ? now_s : -1e9;
  change_ = std::move(change).value_or(Change{});
}

float Glow::strength(double now_s) const {
  const double left = 1 - (now_s - begun_s_) / longest_s;
  return static_cast<float>(std::clamp(left, 0.0, 1.0));
}

}  // namespace locklab::app
