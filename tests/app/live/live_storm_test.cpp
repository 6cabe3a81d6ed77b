// A recorded client keeps what tests/lock/redis/pool_storm_test.cpp asks of a pool's clients: each
// await gets one right answer, whatever else happens in its round of the loop.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "tests/support/await_storm.h"
#include "tests/support/live_client.h"

namespace locklab::test {
namespace {

TEST(LiveStorm, EveryAwaitGetsOneRightAnswerWhateverElseHappensInItsRound) {
  Servers servers;
  for (std::uint32_t seed = 0; seed < 8; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Client client(servers.endpoints());
    AwaitStorm storm(seed, 40);
    for (int task = 0; task < 12; ++task) storm.add(client.env(), task == 0, false);
    storm.start();
    client.run_until([&] { return storm.over(); });
    storm.end();
    if (testing::Test::HasFailure()) return;
  }
}

TEST(LiveStorm, ATransactionOfOneClientNeverMixesWithWhatComesAfterALostConnection) {
  Servers servers;
  for (std::uint32_t seed = 0; seed < 8; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Client client(servers.endpoints());
    AwaitStorm storm(seed, 200);
    storm.add(client.env(), false, true);
    storm.start();
    client.run_until([&] { return storm.over(); });
    storm.end();
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace locklab::test
