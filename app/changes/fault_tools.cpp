#include "app/changes/fault_tools.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/scenario/fault_rows.h"
#include "sim/scenario/fault_target.h"

namespace locklab::app {

namespace {

using sim::FaultKind;

/// An additional tool for a kind of fault, with some of its fields set.
struct Variant {
  FaultKind kind;
  std::string_view id, label, tip;
  bool requests = true, replies = true;
  bool power = false;
  sim::WriteRefusal refusal = sim::WriteRefusal::full;
  sim::KeyRemoval removal = sim::KeyRemoval::del;
};

constexpr Variant variants[] = {
    {.kind = FaultKind::kill,
     .id = "power",
     .label = "power off",
     .tip = "The machine loses its power: what was not synced is lost",
     .power = true},
    {.kind = FaultKind::cut,
     .id = "cut_requests",
     .label = "cut requests",
     .tip = "Requests no longer arrive, replies still do",
     .replies = false},
    {.kind = FaultKind::cut,
     .id = "cut_replies",
     .label = "cut replies",
     .tip = "Requests still arrive, replies do not",
     .requests = false},
    {.kind = FaultKind::refuse,
     .id = "refuse_full",
     .label = "memory full",
     .tip = "Its memory is full: it answers writes with OOM, but DEL still works"},
    {.kind = FaultKind::refuse,
     .id = "refuse_read_only",
     .label = "read-only",
     .tip = "It believes it is a replica: it answers writes with READONLY",
     .refusal = sim::WriteRefusal::read_only},
    {.kind = FaultKind::refuse,
     .id = "refuse_unsaved",
     .label = "cannot save",
     .tip = "Its last save has failed: it answers writes with MISCONF",
     .refusal = sim::WriteRefusal::unsaved},
    {.kind = FaultKind::remove,
     .id = "flush",
     .label = "flush",
     .tip = "Somebody outside the run sends FLUSHALL: every key goes, fencing tokens too",
     .removal = sim::KeyRemoval::flush},
    {.kind = FaultKind::remove,
     .id = "evict",
     .label = "evict",
     .tip = "Short of memory, the server evicts every key that has a lease (volatile policy)",
     .removal = sim::KeyRemoval::evicted},
};

/// The size that the tool of this kind asks for. A duration is required, so that the fault ends by
/// itself.
SizeKind tool_size(FaultKind kind) {
  const SizeKind size = size_kind(kind);
  if (!sim::row_of(kind).tool_has_size) return SizeKind::none;
  return size == SizeKind::lasting ? SizeKind::time : size;
}

BreakingTool tool_of_kind(FaultKind kind) {
  using sim::FaultTarget;
  const sim::FaultRow& row = sim::row_of(kind);
  const bool on_link = row.target == FaultTarget::link;
  const bool messages = row.target == FaultTarget::link && row.use_of(sim::FaultField::count);
  const bool one_message = messages && sim::fewest_messages(kind) > 0;
  const bool all_links = on_link && !one_message;
  const bool either = row.target == FaultTarget::either || all_links;
  return {.id = row.id,
          .label = row.label,
          .tip = row.tip,
          .icon = row.icon.empty() ? row.id : row.icon,
          .kind = kind,
          .on_client = row.target == FaultTarget::client || either,
          .on_node = row.target == FaultTarget::node ||
                     row.target == FaultTarget::node_for_client || either,
          .on_link = on_link,
          .on_message = messages,
          .size = tool_size(kind)};
}

/// Adds the tool of a kind, if it has a label, and its variants.
void add_tools(FaultKind kind, std::vector<BreakingTool>& tools) {
  const BreakingTool plain = tool_of_kind(kind);
  if (!plain.label.empty()) tools.push_back(plain);
  for (const Variant& variant : variants) {
    if (variant.kind != kind) continue;
    BreakingTool& tool = tools.emplace_back(plain);
    tool.id = tool.icon = variant.id;
    tool.label = variant.label;
    tool.tip = variant.tip;
    tool.requests = variant.requests;
    tool.replies = variant.replies;
    tool.power = variant.power;
    tool.refusal = variant.refusal;
    tool.removal = variant.removal;
  }
}

/// The tools of clients, then of nodes, of clocks, and of links.
const std::vector<BreakingTool>& all_tools() {
  static const auto all = [] {
    std::vector<BreakingTool> made;
    for (std::size_t kind = 0; kind < static_cast<std::size_t>(FaultKind::count_); ++kind)
      add_tools(static_cast<FaultKind>(kind), made);
    std::stable_sort(made.begin(), made.end(), [](const BreakingTool& a, const BreakingTool& b) {
      const auto group = [](const BreakingTool& tool) {
        return tool.on_link ? 3 : tool.on_client && tool.on_node ? 2 : tool.on_node ? 1 : 0;
      };
      return group(a) < group(b);
    });
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
  const sim::Scenario& scenario = run.judged.scenario;
  return of.index < scenario.nodes.size() &&
         sim::may_be_replica(scenario, static_cast<NodeId>(of.index));
}

}  // namespace

std::span<const BreakingTool> breaking_tools() { return all_tools(); }

std::uint16_t breaking_tool(std::string_view id) {
  const auto& tools = all_tools();
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
