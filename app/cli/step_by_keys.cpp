#include "app/cli/step_by_keys.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <optional>
#include <utility>

#include "app/cli/output.h"
#include "app/timeline/words/server_words.h"
#include "app/timeline/words/told_order.h"
#include "app/timeline/words/wording.h"
#include "app/words/display_text.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

/// Interval at which a held run checks for signals, in ms. Needed since a signal that arrives just
/// before the wait for input does not end the wait.
constexpr int between_looks_ms = 100;

std::string without_spaces_around(std::string line) {
  constexpr const char* spaces = " \t\r";
  line.erase(line.find_last_not_of(spaces) + 1);
  return line.erase(0, line.find_first_not_of(spaces));
}

Sentence orders() {
  return say(
      "Enter: one step; p Enter: go on freely; v Enter: until a promise is broken; "
      "f pause alice 500ms Enter: this fault strikes now; q Enter: end");
}

}  // namespace

void StepByKeys::print_new(const sim::Trace& so_far) {
  for (; printed_ < so_far.size(); ++printed_) {
    const std::uint32_t event = told_at(so_far, static_cast<std::uint32_t>(printed_));
    const double ms = static_cast<double>(so_far[event].at) / 1000;
    print_aside(fmt::format("{:12.3f} ms  {}\n", ms, told(event_words(so_far, event), language_)));
  }
}

void StepByKeys::reached(const sim::TraceInfo& where, const std::string& password) {
  const Sentence servers = servers_words(where);
  if (servers.empty()) return;
  print_aside(fmt::format("{}\n", printable(told(servers, language_))));
  const std::string& first = where.servers.front().address;
  // Printed only if a user is watching: no log may contain a password, not even that of temporary
  // servers.
  if (!password.empty() && isatty(STDERR_FILENO) != 0)
    print_aside(
        fmt::format("redis-cli -p {} -a {}\n", first.substr(first.rfind(':') + 1), password));
}

void StepByKeys::print(const Sentence& words) const {
  print_aside(fmt::format("{}\n", printable(told(words, language_))));
}

void StepByKeys::held(const sim::Trace& so_far) {
  if (!std::exchange(was_held_, true))
    print(say("The run is held, and its servers' clocks stand still. {}", orders()));
  print_new(so_far);
  const auto line = next_line();
  line ? obey(*line) : gate_.give(StepOrder::hold);  // the run checks for a signal, and asks again
}

void StepByKeys::obey(const std::string& line) {
  if (line.empty()) return gate_.give(StepOrder::step);
  if (line.starts_with("f ")) return strike(line.substr(2));
  if (line == "p") return gate_.give(StepOrder::play);
  if (line == "v") return gate_.give(StepOrder::until_broken);
  if (line == "q") {
    ends_ = true;
    return gate_.wake();
  }
  print(line == "f" ? say("Write what strikes: f pause alice 500ms")
                    : say("'{}' is not an order. {}", line, orders()));
  gate_.give(StepOrder::hold);
}

void StepByKeys::strike(const std::string& words) {
  auto fault = read_fault_(words);
  LiveOrder order(StepOrder::hold);
  if (auto* strikes = std::get_if<sim::Fault>(&fault)) {
    order.what = StepOrder::strike;
    order.fault = std::move(*strikes);
  } else {
    print(std::get<Sentence>(fault));
  }
  gate_.give(std::move(order));
}

std::optional<std::string> StepByKeys::next_line() {
  while (true) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (::poll(&input, 1, between_looks_ms) <= 0) return std::nullopt;
    char letter = 0;
    const ssize_t got = ::read(STDIN_FILENO, &letter, 1);
    if (got < 0 && errno == EINTR) return std::nullopt;
    if (got > 0 && letter != '\n') {
      line_ += letter;
      continue;
    }
    const std::string line = without_spaces_around(std::exchange(line_, {}));
    return got <= 0 && line.empty() ? "p" : line;
  }
}

}  // namespace locklab::app
