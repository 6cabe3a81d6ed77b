#include "app/cli/output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "app/cli/exit_status.h"

namespace locklab::app {

namespace {

int failure = 0;  // errno of the first failed write; the program has one standard output

}  // namespace

bool print(std::string_view text) {
  while (!text.empty() && failure == 0) {
    const ssize_t n = ::write(STDOUT_FILENO, text.data(), text.size());
    if (n >= 0) {
      text.remove_prefix(static_cast<std::size_t>(n));
    } else if (errno != EINTR) {
      failure = errno;
    }
  }
  return failure == 0;
}

void complain(std::string_view text) { fmt::print(stderr, "locklab: {}\n", text); }

void complain(const Sentence& sentence, Language language) { complain(told(sentence, language)); }

int after_output(int status) {
  if (failure == 0 || failure == EPIPE) return status;
  complain(fmt::format("cannot write to standard output: {}",
                       failure == ENOSPC ? "no space left on the disk" : std::strerror(failure)));
  return exit_missing;
}

}  // namespace locklab::app
