// Tests start live runs, so the test program may be started as a janitor or a client process, like
// locklab itself.
#include <gmock/gmock.h>

#include "app/live/clients/own_client.h"
#include "app/live/servers/janitor_process.h"

int main(int argc, char** argv) {
  if (locklab::app::is_janitor(argv[0])) locklab::app::be_janitor();
  if (locklab::app::is_own_client(argv[0])) locklab::app::be_own_client();
  testing::InitGoogleMock(&argc, argv);
  return RUN_ALL_TESTS();
}
