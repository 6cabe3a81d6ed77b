#include "sim/check/check.h"

#include <array>

#include "sim/check/checker.h"

namespace locklab::sim {

std::string_view name(Kept kept) {
  static constexpr std::array<std::string_view, 3> names{"kept", "broken", "not_applicable"};
  return names[static_cast<std::size_t>(kept)];
}

std::vector<Verdict> check(const Trace& trace) {
  Checker checker(trace.info);
  checker.on_all(trace);
  return checker.verdicts(trace);
}

}  // namespace locklab::sim
