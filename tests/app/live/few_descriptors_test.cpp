// A live run with few file descriptors. Only the release build runs this: sanitizers need a
// descriptor to check an object's type, and without one report every type as wrong.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/support/child_process.h"
#include "tests/support/endless_run.h"
#include "tests/support/live_runs.h"

namespace locklab::app {
namespace {

TEST(FewDescriptors, AreSaidWithThreeAndNothingIsLeft) {
  sim::Scenario scenario = test::scenario_from(test::endless_scenario);
  scenario.lock.node_timeout = 2s;
  scenario.run_for = 1s;
  for (rlim_t most = 4; most < 24; ++most) {
    test::PrivateTmpdir tmpdir;
    test::ChildProcess child([&] {
      for (int file = 3; file < 64; ++file) close(file);
      const rlimit few{most, most};
      setrlimit(RLIMIT_NOFILE, &few);
      return test::status_of(run_live(scenario, {}));
    });
    const int status = child.wait();
    EXPECT_TRUE(status == 3 || status == 0) << "status " << status << " with " << most;
    EXPECT_TRUE(test::all_children_end()) << most;
    EXPECT_TRUE(tmpdir.empty()) << most;
  }
}

}  // namespace
}  // namespace locklab::app
