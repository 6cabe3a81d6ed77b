// Tests make live runs, so they may be started as a janitor, as the program itself.
#include <gmock/gmock.h>

#include "app/live/janitor_process.h"

int main(int argc, char** argv) {
  if (locklab::app::is_janitor(argv[0])) locklab::app::be_janitor();
  testing::InitGoogleMock(&argc, argv);
  return RUN_ALL_TESTS();
}
