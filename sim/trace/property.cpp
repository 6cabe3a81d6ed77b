#include "sim/trace/property.h"

#include <array>

namespace locklab::sim {

namespace {

struct Row {
  std::string_view name, chinese, meaning;
};

constexpr std::array<Row, property_count> rows{{
    {"mutual_exclusion", "互斥性",
     "never more clients in the critical section at once than the lock admits"},
    {"no_lost_update", "无丢失更新",
     "between a client's read and its accepted write no other write was accepted"},
    {"owner_only_release", "不误释放",
     "nobody releases somebody else's lock, or makes it their own by a renewal"},
    {"no_deadlock", "无死锁",
     "when faults have ended and somebody waits, some waiter gets in within a bounded time"},
    {"fault_tolerance", "容错性",
     "some waiter gets in although a minority of the nodes is down, refuses writes or is cut off"},
    {"prompt_hand_over", "及时唤醒", "after a release a waiter gets in within the bound"},
    {"clean_failure", "失败不留锁", "a failed attempt leaves no key on any node"},
    {"fencing", "防护令牌",
     "the resource never accepts a read or write with a token older than one it has seen"},
    {"quota", "限流准确",
     "a rate limiter admits at most its limit in a window, and admits again in the next"},
    {"reentrancy", "可重入性", "a holder that acquires again gets in without waiting for itself"},
    {"fairness", "公平性", "waiters get in in the order in which they asked"},
    {"durability", "持久性",
     "an acknowledged write stays in the resource until another write replaces it"},
    {"availability", "可用性",
     "while a waiting client reaches enough nodes, somebody gets in soon, faults or none"},
}};

}  // namespace

std::string_view name(Property property) { return rows[static_cast<std::size_t>(property)].name; }

std::string_view name(Kept kept) {
  static constexpr std::array<std::string_view, 3> names{"kept", "broken", "not_applicable"};
  return names[static_cast<std::size_t>(kept)];
}

std::string_view chinese_name(Property property) {
  return rows[static_cast<std::size_t>(property)].chinese;
}

std::string_view meaning(Property property) {
  return rows[static_cast<std::size_t>(property)].meaning;
}

std::optional<Property> property_named(std::string_view name) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].name == name) return static_cast<Property>(i);
  return std::nullopt;
}

}  // namespace locklab::sim
