#include "app/changes/fault_tools.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/scenario/fault_rows.h"

namespace locklab::app {

namespace {

using sim::FaultKind;

/// What a tool adds to the row of its kind.
struct Tool {
  std::string_view id;
  FaultKind kind;
  bool sized = true;  ///< it asks for a size, where its kind has one
  bool requests = true, replies = true;
  bool power = false;
  sim::WriteRefusal refusal = sim::WriteRefusal::full;
};

constexpr std::array<Tool, 23> named_tools{{
    {"crash", FaultKind::crash},
    {"pause", FaultKind::pause},
    {"foreign_release", FaultKind::foreign_release},
    {"kill", FaultKind::kill},
    {.id = "power", .kind = FaultKind::kill, .power = true},
    {"restart", FaultKind::restart},
    {"stop", FaultKind::stop},
    {"refuse_full", FaultKind::refuse},
    {.id = "refuse_read_only", .kind = FaultKind::refuse, .refusal = sim::WriteRefusal::read_only},
    {.id = "refuse_unsaved", .kind = FaultKind::refuse, .refusal = sim::WriteRefusal::unsaved},
    {"promote", FaultKind::promote, false},
    {"migrate", FaultKind::migrate},
    {"jump", FaultKind::jump},
    {"drift", FaultKind::drift},
    {"cut", FaultKind::cut, false},
    {.id = "cut_requests", .kind = FaultKind::cut, .sized = false, .replies = false},
    {.id = "cut_replies", .kind = FaultKind::cut, .sized = false, .requests = false},
    {"heal", FaultKind::heal},
    {"slow", FaultKind::slow},
    {"hold", FaultKind::hold},
    {"delay", FaultKind::delay},
    {"drop", FaultKind::drop},
    {"reset", FaultKind::reset},
}};

/// A tool has its size from the start, so that what it breaks ends by itself.
SizeKind tool_size(const Tool& tool) {
  const SizeKind size = size_kind(tool.kind);
  if (!tool.sized) return SizeKind::none;
  return size == SizeKind::lasting ? SizeKind::time : size;
}

BreakingTool breaking_tool(const Tool& tool) {
  using sim::FaultTarget;
  const FaultTarget target = sim::row_of(tool.kind).target;
  const bool on_link = target == FaultTarget::link;
  const bool messages = sim::row_of(tool.kind).use_of(sim::FaultField::count);
  const bool one_message = messages && sim::fewest_messages(tool.kind) > 0;
  const bool all_links = on_link && !one_message;
  return {.id = tool.id,
          .kind = tool.kind,
          .on_client = target == FaultTarget::client || target == FaultTarget::either || all_links,
          .on_node = target == FaultTarget::node || target == FaultTarget::node_for_client ||
                     target == FaultTarget::either || all_links,
          .on_link = on_link,
          .on_message = messages,
          .size = tool_size(tool),
          .requests = tool.requests,
          .replies = tool.replies,
          .power = tool.power,
          .refusal = tool.refusal};
}

const std::array<BreakingTool, named_tools.size()>& all_tools() {
  static const auto all = [] {
    std::array<BreakingTool, named_tools.size()> made;
    std::transform(named_tools.begin(), named_tools.end(), made.begin(),
                   [](const Tool& tool) { return breaking_tool(tool); });
    return made;
  }();
  return all;
}

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

std::span<const BreakingTool> breaking_tools() { return all_tools(); }

std::uint16_t breaking_tool(std::string_view id) {
  const auto found = std::find_if(named_tools.begin(), named_tools.end(),
                                  [&](const Tool& tool) { return tool.id == id; });
  return static_cast<std::uint16_t>(found - named_tools.begin());
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

SizeKind size_kind(FaultKind kind) {
  using sim::FaultField;
  const sim::FaultRow& row = sim::row_of(kind);
  if (row.use_of(FaultField::shift)) return SizeKind::shift;
  if (row.use_of(FaultField::pace)) return SizeKind::drift;
  if (row.use_of(FaultField::restart_after)) return SizeKind::restart;
  const sim::FieldUse* duration = row.use_of(FaultField::duration);
  if (!duration) return SizeKind::none;
  return duration->needed ? SizeKind::time : SizeKind::lasting;
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
