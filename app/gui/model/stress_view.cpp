#include "app/gui/model/stress_view.h"

#include <array>
#include <charconv>
#include <cmath>

#include "app/words/value_checks.h"

namespace locklab::app {

std::optional<std::uint64_t> pause_us(const StressView& view) {
  if (wrong_milliseconds("", view.lasts_ms)) return std::nullopt;
  double ms = 0;
  std::from_chars(view.lasts_ms.data(), view.lasts_ms.data() + view.lasts_ms.size(), ms);
  return static_cast<std::uint64_t>(std::llround(ms * 1e3));
}

std::vector<std::shared_ptr<const StressResult>> chosen_results(const StressView& view) {
  std::vector<std::shared_ptr<const StressResult>> results;
  for (const ShownLoad& load : view.loads)
    if (load.shown && load.result) results.push_back(load.result);
  return results;
}

std::string_view name(LoadFault fault) {
  static constexpr std::array<std::string_view, static_cast<std::size_t>(LoadFault::count_)> names{
      "kill", "stop", "restart", "pause", "crash"};
  return names[static_cast<std::size_t>(fault)];
}

std::string_view name(LoadPhase phase) {
  static constexpr std::array<std::string_view, static_cast<std::size_t>(LoadPhase::count_)> names{
      "preparing", "limit_before", "warm_up", "measuring", "limit_after", "cleaning"};
  return names[static_cast<std::size_t>(phase)];
}

}  // namespace locklab::app
