#include "tests/support/screen.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace locklab::test {

Screen::Screen(int width, int height) {
  int ends[2];
  if (pipe(ends) != 0) return;
  pid_ = fork();
  if (pid_ == 0) {
    ::close(ends[0]);
    dup2(ends[1], 3);
    const int nowhere = open("/dev/null", O_RDWR);
    dup2(nowhere, 1);
    dup2(nowhere, 2);
    const std::string size = std::to_string(width) + "x" + std::to_string(height) + "x24";
    execlp("Xvfb", "Xvfb", "-displayfd", "3", "-screen", "0", size.c_str(), "-nolisten", "tcp",
           static_cast<char*>(nullptr));
    _exit(127);
  }
  ::close(ends[1]);
  std::string text;
  char byte = 0;
  while (::read(ends[0], &byte, 1) == 1 && byte != '\n') text += byte;
  ::close(ends[0]);
  if (!text.empty()) number_ = std::atoi(text.c_str());
}

Screen::~Screen() {
  if (pid_ <= 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

}  // namespace locklab::test
