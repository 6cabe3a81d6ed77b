// The program ended by a signal in the middle of a live run: it judges and saves what has happened,
// and nothing else of the run remains.
#include <gmock/gmock.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/app/cli/program.h"
#include "tests/support/child_process.h"
#include "tests/support/endless_run.h"
#include "tests/support/live_client.h"
#include "tests/support/scratch_folder.h"

namespace locklab::app {
namespace {

using test::port_of_server_below;
using test::ScratchFolder;
using testing::EndsWith;

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
  const std::string trace = folder / "so_far.trace";
  PipedProgram program({"run", scenario, "--live", "--format", "json", "--trace", trace},
                       {"TMPDIR=" + tmpdir.path().string()});
  ASSERT_TRUE(test::wait_for([&] {
    const std::uint16_t port = port_of_server_below(tmpdir.path());
    return port && test::lock_is_held(port, test::login_below(tmpdir.path()));
  }));
  program.signal(GetParam());
  const Finished run = program.wait();
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.err,
              EndsWith(GetParam() == SIGINT ? "locklab: interrupted\n" : "locklab: terminated\n"));
  EXPECT_EQ(nlohmann::json::parse(run.out)["complete"], false);
  EXPECT_EQ(locklab({"run", trace}).status, 1) << "what had happened is not saved";
  std::filesystem::remove(trace);
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
  EXPECT_EQ(program.wait().status, 1);
  EXPECT_TRUE(servers.ask(Command("DBSIZE")).is(1)) << "a key is left";
  EXPECT_TRUE(servers.ask(get("somebody:elses")).is_text("key"));
  EXPECT_TRUE(tmpdir.empty()) << "a file is left";
}

TEST_P(EndedBySignal, ItIsSavedAlsoIfTheSignalComesTwice) {
  const std::string trace = folder / "so_far.trace";
  for (const auto between : {0ms, 2ms, 10ms, 40ms}) {
    PipedProgram program({"run", scenario, "--live", "--trace", trace},
                         {"TMPDIR=" + tmpdir.path().string()});
    ASSERT_TRUE(test::wait_for([&] {
      const std::uint16_t port = port_of_server_below(tmpdir.path());
      return port && test::lock_is_held(port, test::login_below(tmpdir.path()));
    }));
    program.signal(GetParam());
    // The interval is the case: the second signal comes while the run is cleaned up, judged or
    // saved.
    std::this_thread::sleep_for(between);
    program.signal(GetParam());
    EXPECT_EQ(program.wait().status, 1) << between.count();
    EXPECT_TRUE(std::filesystem::remove(trace)) << between.count();
    EXPECT_TRUE(test::all_children_end());
  }
}

INSTANTIATE_TEST_SUITE_P(Signals, EndedBySignal, testing::Values(SIGINT, SIGTERM),
                         [](const auto& row) {
                           return row.param == SIGINT ? "Interrupt" : "Terminate";
                         });

}  // namespace
}  // namespace locklab::app
