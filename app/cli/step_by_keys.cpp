#include "app/cli/step_by_keys.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <optional>
#include <utility>

#include "app/timeline/server_words.h"
#include "app/timeline/told_order.h"
#include "app/timeline/wording.h"
#include "app/words/display_text.h"
#include "app/words/sentence.h"

namespace locklab::app {

namespace {

/// So often does a held run look whether a signal has come. One that comes just before the waiting
/// for input does not end it.
constexpr int between_looks_ms = 100;

}  // namespace

void StepByKeys::print_new(const sim::Trace& so_far) {
  for (; printed_ < so_far.size(); ++printed_) {
    const std::uint32_t event = told_at(so_far, static_cast<std::uint32_t>(printed_));
    const double ms = static_cast<double>(so_far[event].at) / 1000;
    fmt::print(stderr, "{:12.3f} ms  {}\n", ms, told(event_words(so_far, event), language_));
  }
}

void StepByKeys::reached(const sim::TraceInfo& where, const std::string& password) {
  const Sentence servers = servers_words(where);
  if (servers.empty()) return;
  fmt::print(stderr, "{}\n", printable(told(servers, language_)));
  const std::string& first = where.servers.front().address;
  // Only to somebody who looks on: no log has a password, not even of servers that will be gone.
  if (!password.empty() && isatty(STDERR_FILENO) != 0)
    fmt::print(stderr, "redis-cli -p {} -a {}\n", first.substr(first.rfind(':') + 1), password);
}

void StepByKeys::held(const sim::Trace& so_far) {
  if (!std::exchange(was_held_, true))
    fmt::print(stderr, "{}\n",
               told(say("The run is held, and its servers' clocks stand still. Enter: one step; p "
                        "Enter: go on freely; v Enter: until a promise is broken; q Enter: end"),
                    language_));
  print_new(so_far);
  const std::optional<char> key = line_begins_with();
  if (!key) return gate_.give(StepOrder::hold);  // the run looks for a signal, and asks us again
  switch (*key) {
    case 'q':
      ends_ = true;
      return gate_.wake();
    case 'p':
    case 0:
      return gate_.give(StepOrder::play);
    case 'v':
      return gate_.give(StepOrder::until_broken);
    case '\n':
      return gate_.give(StepOrder::step);
    default:
      fmt::print(stderr, "{}\n",
                 told(say("'{}' is not an order. Enter: one step; p Enter: go on freely; v Enter: "
                          "until a promise is broken; q Enter: end",
                          printable(std::string_view(&*key, 1))),
                      language_));
      return gate_.give(StepOrder::hold);
  }
}

std::optional<char> StepByKeys::line_begins_with() {
  while (true) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (::poll(&input, 1, between_looks_ms) <= 0) return std::nullopt;
    char letter = 0;
    const ssize_t got = ::read(STDIN_FILENO, &letter, 1);
    if (got < 0 && errno == EINTR) return std::nullopt;
    if (got > 0 && letter != '\n') {
      if (!begun_with_) begun_with_ = letter;
      continue;
    }
    const char none = got > 0 ? '\n' : 0;
    return std::exchange(begun_with_, std::nullopt).value_or(none);
  }
}

}  // namespace locklab::app
