// The program's beginning: signals first, then the command line.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <new>
#include <string_view>

#include "app/cli/command_line.h"
#include "app/cli/exit_status.h"
#include "app/live/janitor_process.h"

namespace {

/// Wherever it happens, also inside a coroutine, which no exception may leave.
[[noreturn]] void out_of_memory() {
  constexpr std::string_view said =
      "locklab: there is not enough memory for this; make the run smaller\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, said.data(), said.size());
  _exit(locklab::app::exit_missing);
}

/// A standard stream that is closed would be the next file or socket that is opened. What is
/// written to a closed standard output still fails.
void open_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) >= 0) continue;
    const int opened = open("/dev/null", stream == STDOUT_FILENO ? O_RDONLY : O_RDWR);
    if (opened < 0 || opened == stream) continue;
    dup2(opened, stream);
    close(opened);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (locklab::app::is_janitor(argv[0])) locklab::app::be_janitor();
  open_standard_streams();
  // Writing to what is gone or too large is an error that is said, never a silent death.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  std::set_new_handler(out_of_memory);
  return locklab::app::command_line(argc, argv);
}
