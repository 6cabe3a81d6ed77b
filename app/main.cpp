// The entry point: a janitor or a client of the lab if started as one, otherwise the command line.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <new>
#include <string>
#include <string_view>

#include "app/cli/command_line.h"
#include "app/cli/exit_status.h"
#include "app/cli/output.h"
#include "app/live/clients/own_client.h"
#include "app/live/servers/janitor_process.h"
#include "lock/assert.h"

namespace {

/// Reports a failed allocation and exits, even inside a coroutine, which no exception may leave. Of
/// several threads that fail at once, one reports.
[[noreturn]] void out_of_memory() {
  static std::atomic_flag is_said;
  while (is_said.test_and_set()) ::pause();
  constexpr std::string_view said =
      "locklab: there is not enough memory for this; make the run smaller\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, said.data(), said.size());
  _exit(locklab::app::exit_missing);
}

/// Opens /dev/null in place of a closed standard stream, whose number the next file or socket would
/// get. Writing to a closed standard output still fails.
void open_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) >= 0) continue;
    const int opened = open("/dev/null", stream == STDOUT_FILENO ? O_RDONLY : O_RDWR);
    if (opened < 0 || opened == stream) continue;
    dup2(opened, stream);
    close(opened);
  }
}

/// Prints a bug report: the broken invariant, and the command line of this process. Returns the
/// exit status.
int say_broken(const locklab::BrokenInvariant& broken, int argc, char** argv) {
  std::string typed;
  for (int i = 0; i < argc; ++i) typed += " " + locklab::app::shell_quoted(argv[i]);
  fmt::print(stderr,
             "locklab: this is a fault of locklab itself, not of what it was given: {}\n"
             "locklab: please report it with this line:{}\n",
             broken.what(), typed);
  return locklab::app::exit_broken;
}

}  // namespace

int main(int argc, char** argv) {
  if (locklab::app::is_janitor(argv[0])) locklab::app::be_janitor();
  if (locklab::app::is_own_client(argv[0])) locklab::app::be_own_client();
  open_standard_streams();
  // Writing to a closed pipe, or past a file size limit, is an error that is reported; it must not
  // kill the program.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  std::set_new_handler(out_of_memory);
  locklab::throw_broken_invariants();
  try {
    return locklab::app::command_line(argc, argv);
  } catch (const locklab::BrokenInvariant& broken) {
    return say_broken(broken, argc, argv);
  }
}
