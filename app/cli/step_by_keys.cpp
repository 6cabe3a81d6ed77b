#include "app/cli/step_by_keys.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <optional>

#include "app/timeline/told_order.h"
#include "app/timeline/wording.h"
#include "app/words/sentence.h"

namespace locklab::app {

namespace {

/// The first letter of the next line of standard input, or '\n' if it is empty; 0: there is no more
/// input. None: a signal came first.
std::optional<char> first_of_line() {
  char first = 0;
  while (true) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (::poll(&input, 1, -1) < 0 && errno == EINTR) return std::nullopt;
    char letter = 0;
    const ssize_t got = ::read(STDIN_FILENO, &letter, 1);
    if (got < 0 && errno == EINTR) return std::nullopt;
    if (got <= 0) return first;
    if (letter == '\n') return first ? first : '\n';
    if (!first) first = letter;
  }
}

}  // namespace

void StepByKeys::print_new(const sim::Trace& so_far) {
  for (; printed_ < so_far.size(); ++printed_) {
    const std::uint32_t event = told_at(so_far, static_cast<std::uint32_t>(printed_));
    const double ms = static_cast<double>(so_far[event].at) / 1000;
    fmt::print(stderr, "{:12.3f} ms  {}\n", ms, told(event_words(so_far, event), language_));
  }
}

void StepByKeys::held(const sim::Trace& so_far) {
  if (printed_ == 0)
    fmt::print(stderr, "{}\n",
               told(say("The run is held, and its servers' clocks stand still. Enter: one step; p: "
                        "go on freely; v: until a promise is broken; q: end"),
                    language_));
  print_new(so_far);
  const std::optional<char> key = first_of_line();
  if (!key) return gate_.give(StepOrder::hold);  // the run looks what the signal wants, and asks us
  switch (*key) {
    case 'q':
      ends_ = true;
      return gate_.wake();
    case 'p':
    case 0:
      return gate_.give(StepOrder::play);
    case 'v':
      return gate_.give(StepOrder::until_broken);
    default:
      return gate_.give(StepOrder::step);
  }
}

}  // namespace locklab::app
