#include "app/gui/breaking.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace locklab::app {

namespace {

constexpr std::array<BreakingTool, 15> tools{{{"crash", true, false},
                                              {"pause", true, false},
                                              {"foreign_release", true, false},
                                              {"kill", false, true},
                                              {"power", false, true},
                                              {"restart", false, true},
                                              {"stop", false, true},
                                              {"promote", false, true},
                                              {"cut", true, true},
                                              {"cut_replies", true, true},
                                              {"slow", true, true},
                                              {"hold", true, true},
                                              {"reset", true, true},
                                              {"jump", true, true},
                                              {"drift", true, true}}};

/// The tool's action as a scenario file says it.
std::string action(std::string_view id, std::string_view who, double lease_ms) {
  const double longer = lease_ms * 1.5;
  if (id == "pause") return fmt::format("pause={{{}, ms={}}}", who, longer);
  if (id == "stop") return fmt::format("stop={{{}, ms={}}}", who, longer);
  if (id == "power") return fmt::format("kill={{{}, power=true}}", who);
  if (id == "cut_replies") return fmt::format("cut={{{}, direction=\"replies\"}}", who);
  if (id == "slow") return fmt::format("slow={{{}, ms={}}}", who, lease_ms / 2);
  if (id == "hold") return fmt::format("hold={{{}, ms={}}}", who, longer);
  if (id == "jump") return fmt::format("jump={{{}, ms={}}}", who, longer);
  if (id == "drift") return fmt::format("drift={{{}, ppm=100000}}", who);
  return fmt::format("{}={{{}}}", id, who);
}

/// A trace of others' clients has no name that could be run again.
sim::RunName name_of(const ShownRun& run) {
  auto parsed = sim::parse_run_name(run.judged.name);
  auto* name = std::get_if<sim::RunName>(&parsed);
  return name ? std::move(*name) : sim::RunName{};
}

}  // namespace

std::span<const BreakingTool> breaking_tools() { return tools; }

bool applies(const BreakingTool& tool, const ShownRun& run, std::uint16_t lane) {
  if (lane >= run.scene.lanes.size()) return false;
  const Lane& of = run.scene.lanes[lane];
  if (of.kind == LaneKind::client) return tool.on_client;
  if (of.kind == LaneKind::resource) return false;
  if (tool.id != "promote") return tool.on_node;
  const auto& masters = run.trace().info.replica_of;
  return of.index < masters.size() && masters[of.index] >= 0;
}

std::string broken_run(const ShownRun& run, std::uint16_t lane, const BreakingTool& tool,
                       double at_us) {
  const Lane& of = run.scene.lanes[lane];
  const std::string who =
      fmt::format("{}=\"{}\"", of.kind == LaneKind::client ? "client" : "node",
                  of.kind == LaneKind::client ? run.trace().info.clients[of.index]
                                              : run.trace().info.nodes[of.index]);
  const double lease_ms = static_cast<double>(run.trace().info.ttl_us) / 1000;
  // A fault that is due at the very time of an event comes before it: this one comes after what the
  // cursor has seen.
  const double after = std::floor(std::max(at_us, 0.0)) + 1;
  sim::RunName name = name_of(run);
  name.changes.faults.push_back(
      fmt::format("{{at_ms={:.3f}, {}}}", after / 1000, action(tool.id, who, lease_ms)));
  return sim::to_string(name);
}

std::vector<std::string> added_faults(const ShownRun& run) { return name_of(run).changes.faults; }

std::string without_fault(const ShownRun& run, std::size_t fault) {
  sim::RunName name = name_of(run);
  if (fault < name.changes.faults.size())
    name.changes.faults.erase(name.changes.faults.begin() + static_cast<std::ptrdiff_t>(fault));
  return sim::to_string(name);
}

}  // namespace locklab::app
