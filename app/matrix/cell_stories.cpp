#include "app/matrix/cell_stories.h"

#include <algorithm>
#include <array>

namespace locklab::app {

namespace {

using sim::Property;

constexpr std::array<CellStory, 18> stories{{
    {"set_px_lua", "pause", Property::mutual_exclusion, "F06_pause_past_ttl"},
    {"set_px_lua", "pause", Property::no_lost_update, "F06_pause_past_ttl"},
    {"watchdog", "pause", Property::mutual_exclusion, "F06_pause_past_ttl/watchdog"},
    {"watchdog", "pause", Property::no_lost_update, "F06_pause_past_ttl/watchdog"},
    {"redlock", "pause", Property::mutual_exclusion, "F06_pause_past_ttl/redlock"},
    {"redlock", "pause", Property::no_lost_update, "F06_pause_past_ttl/redlock"},
    {"fenced", "pause", Property::mutual_exclusion, "F06_pause_past_ttl/fenced"},
    {"set_px_get_del", "pause", Property::owner_only_release, "F05_get_then_del"},
    {"setnx_del", "crash", Property::no_deadlock, "F01_crash_no_expiry"},
    {"setnx_expire", "crash", Property::no_deadlock, "F02_crash_between"},
    {"setnx_del", "foreign_release", Property::owner_only_release, "F03_foreign_release"},
    {"set_px_lua", "delete", Property::mutual_exclusion, "F42_key_deleted"},
    {"set_px_lua", "delete", Property::no_lost_update, "F42_key_deleted"},
    {"fenced", "delete", Property::mutual_exclusion, "F42_key_deleted/fenced"},
    {"set_px_lua", "failover", Property::mutual_exclusion, "F11_failover_lost_lock"},
    {"set_px_lua", "split_brain", Property::mutual_exclusion, "F38_split_brain"},
    {"redlock", "clock_jump", Property::mutual_exclusion, "F12_redlock_clock_jump"},
    {"redlock", "power", Property::mutual_exclusion, "F13_redlock_crash_restart"},
}};

}  // namespace

std::span<const CellStory> cell_stories() { return stories; }

std::optional<std::string_view> story_of_cell(std::string_view strategy, std::string_view fault,
                                              sim::Property property) {
  const auto found = std::find_if(stories.begin(), stories.end(), [&](const CellStory& one) {
    return one.strategy == strategy && one.fault == fault && one.property == property;
  });
  return found == stories.end() ? std::nullopt : std::optional(found->run);
}

}  // namespace locklab::app
