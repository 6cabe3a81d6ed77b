// The program ended by a signal in the middle of a live run: its exit status, and that nothing of
// the run remains.
#include <gmock/gmock.h>

#include <csignal>
#include <fstream>

#include "tests/app/cli/program.h"
#include "tests/support/child_process.h"
#include "tests/support/endless_run.h"
#include "tests/support/live_client.h"
#include "tests/support/scratch_folder.h"

namespace locklab::app {
namespace {

using test::port_of_server_below;
using test::ScratchFolder;

class EndedBySignal : public testing::TestWithParam<int> {
 protected:
  EndedBySignal() : scenario(folder / "endless.toml") {
    std::ofstream(scenario) << test::endless_scenario;
  }

  ScratchFolder folder;
  ScratchFolder tmpdir;
  std::string scenario;
};

TEST_P(EndedBySignal, ItsOwnServersAndTheirFolderAreGone) {
  PipedProgram program({"run", scenario, "--live"}, {"TMPDIR=" + tmpdir.path().string()});
  ASSERT_TRUE(test::wait_for([&] {
    const std::uint16_t port = port_of_server_below(tmpdir.path());
    return port && test::lock_is_held(port, test::login_below(tmpdir.path()));
  }));
  program.signal(GetParam());
  const Finished run = program.wait();
  EXPECT_EQ(run.status, 128 + GetParam());
  EXPECT_EQ(run.err, GetParam() == SIGINT ? "locklab: interrupted\n" : "locklab: terminated\n");
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(test::all_children_end()) << "a process is left";
  EXPECT_EQ(port_of_server_below(tmpdir.path()), 0) << "a redis-server is left";
  EXPECT_TRUE(tmpdir.empty()) << "a file is left";
}

TEST_P(EndedBySignal, ItsKeysOnNamedServersAreGone) {
  test::Servers servers;
  servers.ask(test::plain({"SET", "somebody:elses", "key"}));
  const std::uint16_t port = servers[0].endpoint().port;
  PipedProgram program({"run", scenario, "--redis", "127.0.0.1:" + std::to_string(port)},
                       {"TMPDIR=" + tmpdir.path().string()});
  ASSERT_TRUE(test::wait_for([&] { return test::lock_is_held(port); }));
  program.signal(GetParam());
  EXPECT_EQ(program.wait().status, 128 + GetParam());
  EXPECT_TRUE(servers.ask(Command("DBSIZE")).is(1)) << "a key is left";
  EXPECT_TRUE(servers.ask(get("somebody:elses")).is_text("key"));
  EXPECT_TRUE(tmpdir.empty()) << "a file is left";
}

INSTANTIATE_TEST_SUITE_P(Signals, EndedBySignal, testing::Values(SIGINT, SIGTERM),
                         [](const auto& row) {
                           return row.param == SIGINT ? "Interrupt" : "Terminate";
                         });

}  // namespace
}  // namespace locklab::app
