#include "sim/check/verdict_words.h"

#include <fmt/format.h>

namespace locklab::sim {

Verdict kept(std::string why) {
  Verdict verdict;
  verdict.kept = Kept::kept;
  verdict.why = std::move(why);
  return verdict;
}

Verdict broken(const Breach& breach, std::string why) {
  Verdict verdict;
  verdict.kept = Kept::broken;
  verdict.event = breach.event;
  verdict.other = breach.other;
  verdict.why = std::move(why);
  return verdict;
}

Verdict not_applicable(std::string why) {
  Verdict verdict;
  verdict.kept = Kept::not_applicable;
  verdict.why = std::move(why);
  return verdict;
}

namespace {

/// The number without the zeros at the end of its decimals.
std::string without_zeros(std::string digits) {
  while (digits.back() == '0') digits.pop_back();
  if (digits.back() == '.') digits.pop_back();
  return digits;
}

}  // namespace

std::string as_ms(std::int64_t us) {
  const bool negative = us < 0;
  const std::uint64_t size =
      negative ? 0 - static_cast<std::uint64_t>(us) : static_cast<std::uint64_t>(us);
  const std::string sign = negative ? "-" : "";
  return sign + without_zeros(fmt::format("{}.{:03}", size / 1000, size % 1000)) + " ms";
}

std::string as_percent(std::int64_t ppm) {
  return without_zeros(fmt::format("{}.{:04}", ppm / 10'000, ppm % 10'000)) + " %";
}

std::string at_or_between(std::int64_t from_us, std::int64_t to_us) {
  if (from_us == to_us) return "at " + as_ms(from_us);
  const std::string from = as_ms(from_us);
  return fmt::format("between {} and {}", from.substr(0, from.find(' ')), as_ms(to_us));
}

std::string when(const Trace& trace, std::size_t event) { return as_ms(trace[event].at); }

std::string_view who(const Trace& trace, std::size_t event) {
  return trace.client_name(trace[event].client);
}

std::string listed(const std::vector<std::string>& names) {
  std::string all;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) all += i + 1 == names.size() ? " and " : ", ";
    all += names[i];
  }
  return all;
}

std::string counted(std::uint64_t n, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

std::size_t first_at(const Trace& trace, std::int64_t us) {
  std::size_t low = 0;
  std::size_t high = trace.size() - 1;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (trace[middle].at < us) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace locklab::sim
