// The program's beginning: signals first, then the command line.
#include <csignal>

#include "app/cli/command_line.h"

int main(int argc, char** argv) {
  // Writing to what is gone or too large is an error that is said, never a silent death.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  return locklab::app::command_line(argc, argv);
}
