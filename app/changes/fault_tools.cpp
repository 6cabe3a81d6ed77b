#include "app/changes/fault_tools.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace locklab::app {

namespace {

using sim::FaultKind;

constexpr std::array<BreakingTool, 23> tools{{
    {.id = "crash", .kind = FaultKind::crash, .on_client = true},
    {.id = "pause", .kind = FaultKind::pause, .on_client = true, .size = SizeKind::time},
    {.id = "foreign_release", .kind = FaultKind::foreign_release, .on_client = true},
    {.id = "kill", .kind = FaultKind::kill, .on_node = true, .size = SizeKind::restart},
    {.id = "power",
     .kind = FaultKind::kill,
     .on_node = true,
     .size = SizeKind::restart,
     .power = true},
    {.id = "restart", .kind = FaultKind::restart, .on_node = true},
    {.id = "stop", .kind = FaultKind::stop, .on_node = true, .size = SizeKind::time},
    {.id = "refuse_full", .kind = FaultKind::refuse, .on_node = true, .size = SizeKind::time},
    {.id = "refuse_read_only",
     .kind = FaultKind::refuse,
     .on_node = true,
     .size = SizeKind::time,
     .refusal = sim::WriteRefusal::read_only},
    {.id = "refuse_unsaved",
     .kind = FaultKind::refuse,
     .on_node = true,
     .size = SizeKind::time,
     .refusal = sim::WriteRefusal::unsaved},
    {.id = "promote", .kind = FaultKind::promote, .on_node = true},
    {.id = "migrate", .kind = FaultKind::migrate, .on_node = true},
    {.id = "jump",
     .kind = FaultKind::jump,
     .on_client = true,
     .on_node = true,
     .size = SizeKind::shift},
    {.id = "drift",
     .kind = FaultKind::drift,
     .on_client = true,
     .on_node = true,
     .size = SizeKind::drift},
    {.id = "cut", .kind = FaultKind::cut, .on_client = true, .on_node = true, .on_link = true},
    {.id = "cut_requests",
     .kind = FaultKind::cut,
     .on_client = true,
     .on_node = true,
     .on_link = true,
     .replies = false},
    {.id = "cut_replies",
     .kind = FaultKind::cut,
     .on_client = true,
     .on_node = true,
     .on_link = true,
     .requests = false},
    {.id = "heal", .kind = FaultKind::heal, .on_client = true, .on_node = true, .on_link = true},
    {.id = "slow",
     .kind = FaultKind::slow,
     .on_client = true,
     .on_node = true,
     .on_link = true,
     .size = SizeKind::time},
    {.id = "hold",
     .kind = FaultKind::hold,
     .on_client = true,
     .on_node = true,
     .on_link = true,
     .on_message = true,
     .size = SizeKind::time},
    {.id = "delay",
     .kind = FaultKind::delay,
     .on_link = true,
     .on_message = true,
     .size = SizeKind::time},
    {.id = "drop", .kind = FaultKind::drop, .on_link = true, .on_message = true},
    {.id = "reset", .kind = FaultKind::reset, .on_client = true, .on_node = true, .on_link = true},
}};

bool applies_to_lane(const BreakingTool& tool, const ShownRun& run, std::uint16_t lane) {
  if (lane >= run.scene.lanes.size()) return false;
  const Lane& of = run.scene.lanes[lane];
  if (of.kind == LaneKind::client) return tool.on_client;
  if (of.kind == LaneKind::resource) return false;
  if (tool.kind == FaultKind::migrate) return run.judged.scenario.cluster;
  if (tool.kind != FaultKind::promote) return tool.on_node;
  const auto& masters = run.trace().info.replica_of;
  return of.index < masters.size() && masters[of.index] >= 0;
}

}  // namespace

std::span<const BreakingTool> breaking_tools() { return tools; }

std::uint16_t breaking_tool(std::string_view id) {
  const auto found = std::find_if(tools.begin(), tools.end(),
                                  [&](const BreakingTool& tool) { return tool.id == id; });
  return static_cast<std::uint16_t>(found - tools.begin());
}

bool applies(const BreakingTool& tool, const ShownRun& run, const Spot& spot) {
  if (spot.kind == SpotKind::lane) return applies_to_lane(tool, run, spot.lane);
  if (spot.lane >= run.scene.clients || spot.node >= run.scene.lanes.size()) return false;
  if (spot.kind == SpotKind::link) return tool.on_link;
  return spot.message < run.scene.messages.size() && (tool.on_message || tool.on_link);
}

bool applies(const BreakingTool& tool, const ShownRun& run) {
  if (tool.on_link) return true;
  for (std::size_t lane = 0; lane < run.scene.lanes.size(); ++lane)
    if (applies_to_lane(tool, run, static_cast<std::uint16_t>(lane))) return true;
  return false;
}

std::optional<double> usual_size(const BreakingTool& tool, const ShownRun& run) {
  constexpr double usual_lease = 100;
  const double ttl = static_cast<double>(run.trace().info.ttl_us) / 1000;
  const double lease = ttl > 0 ? ttl : usual_lease;
  switch (tool.size) {
    case SizeKind::drift:
      return 100'000;
    case SizeKind::time:
      return std::round(lease * (tool.kind == FaultKind::slow ? 0.5 : 1.5) * 1000) / 1000;
    case SizeKind::shift:
      return std::round(lease * 1.5 * 1000) / 1000;
    default:
      return std::nullopt;
  }
}

SizeRange size_range(SizeKind kind) {
  constexpr double day = 24.0 * 3600 * 1000;
  switch (kind) {
    case SizeKind::none:
      return {};
    case SizeKind::shift:
      return {-365 * day, 365 * day};
    case SizeKind::drift:
      return {-500'000, 500'000};
    default:
      return {0.001, day};
  }
}

bool is_size(SizeKind kind, double size) {
  const SizeRange range = size_range(kind);
  if (!(size >= range.least && size <= range.most) || size == 0) return false;
  return kind != SizeKind::drift || size == std::floor(size);
}

std::string size_text(double size) { return fmt::format("{}", std::round(size * 1000) / 1000); }

namespace {

constexpr double ppm_of_a_percent = 10'000;

}  // namespace

double typed_of_size(SizeKind kind, double size) {
  return kind == SizeKind::drift ? size / ppm_of_a_percent : size;
}

double size_of_typed(SizeKind kind, double typed) {
  return kind == SizeKind::drift ? std::round(typed * ppm_of_a_percent) : typed;
}

SlidRange slid_range(SizeKind kind, double usual) {
  if (kind == SizeKind::drift) return {-50, 50};
  const double size = std::max(std::abs(usual), 1.0);
  if (kind == SizeKind::shift) return {-4 * size, 4 * size};
  return {size / 20, size * 20};
}

}  // namespace locklab::app
