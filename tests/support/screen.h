// A virtual screen (Xvfb) for the real window.
#pragma once

#include <sys/types.h>

namespace locklab::test {

/// A virtual screen. `number` is negative if it could not be started.
class Screen {
 public:
  Screen(int width, int height);
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  int number() const { return number_; }

 private:
  pid_t pid_ = -1;
  int number_ = -1;
};

}  // namespace locklab::test
