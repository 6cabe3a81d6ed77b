#include "sim/scenario/promises.h"

namespace locklab::sim {

namespace {

using enum Property;

constexpr Properties shared_counter{no_lost_update};
constexpr Properties exclusive{mutual_exclusion, no_lost_update};
constexpr Properties leased = exclusive | Properties{no_deadlock};
constexpr Properties owned = leased | Properties{owner_only_release};
constexpr Properties clean = owned | Properties{clean_failure};

struct Row {
  std::string_view strategy;
  Properties promises;
};

constexpr Row rows[] = {
    {"local_flag", exclusive},
    {"atomic_decr", shared_counter},
    {"rate_limit_naive", {quota}},
    {"rate_limit_lua", {quota}},
    {"setnx_del", exclusive},
    {"setnx_expire", leased},
    {"setnx_expire_lua", leased},
    {"getset_timestamp", leased},
    {"set_px_del", leased},
    {"set_px_get_del", owned},
    {"set_px_lua", clean},
    {"watchdog", clean},
    {"fenced", clean | Properties{fencing}},
    {"set_wait", clean},
    {"redlock", clean | Properties{fault_tolerance}},
};

}  // namespace

Properties promised_by(std::string_view strategy) {
  for (const Row& row : rows)
    if (row.strategy == strategy) return row.promises;
  return {};
}

}  // namespace locklab::sim
