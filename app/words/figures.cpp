#include "app/words/figures.h"

#include <fmt/format.h>

namespace locklab::app {

std::string grouped(std::uint64_t number) {
  const std::string digits = fmt::to_string(number);
  std::string groups;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) groups += ',';
    groups += digits[i];
  }
  return groups;
}

std::string short_time(std::uint64_t us) {
  const auto time = static_cast<double>(us);
  if (us < 1'000) return fmt::format("{} µs", us);
  if (us < 1'000'000) return fmt::format("{:.3g} ms", us < 999'500 ? time / 1e3 : 999.0);
  return us < 999'500'000 ? fmt::format("{:.3g} s", time / 1e6)
                          : fmt::format("{:.0f} s", time / 1e6);
}

}  // namespace locklab::app
