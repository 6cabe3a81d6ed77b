// A recorded client passes the storm of tests/lock/redis/pool_storm_test.cpp: each await gets
// exactly one right reply, whatever else happens in its round of the loop.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "tests/support/await_storm.h"
#include "tests/support/live_client.h"

namespace locklab::test {
namespace {

/// Runs eight storms, each on one client; `fill` adds its tasks.
template <class Fill>
void storm_over_a_client(int rounds, Fill fill) {
  Servers servers;
  for (std::uint32_t seed = 0; seed < 8; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Client client(servers.endpoints());
    AwaitStorm storm(seed, rounds);
    fill(storm, client);
    storm.start();
    client.run_until([&] { return storm.over(); });
    storm.end();
    if (testing::Test::HasFailure()) return;
  }
}

TEST(LiveStorm, EveryAwaitGetsOneRightAnswerWhateverElseHappensInItsRound) {
  storm_over_a_client(40, [](AwaitStorm& storm, Client& client) {
    for (int task = 0; task < 12; ++task) storm.add(client.env(), task == 0, false);
  });
}

TEST(LiveStorm, ATransactionOfOneClientNeverMixesWithWhatComesAfterALostConnection) {
  storm_over_a_client(
      200, [](AwaitStorm& storm, Client& client) { storm.add(client.env(), false, true); });
}

}  // namespace
}  // namespace locklab::test
