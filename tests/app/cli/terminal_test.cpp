// The program on a pseudo terminal: the password prompt and the colours.
#include <gmock/gmock.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/words/display_text.h"
#include "tests/app/cli/program.h"
#include "tests/support/live_client.h"
#include "tests/support/scratch_folder.h"

namespace locklab::app {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class OnTerminal : public testing::Test {
 protected:
  OnTerminal() : scenario(folder / "one.toml") {
    std::ofstream(scenario) << R"(title = "One after the other"
strategy = "set_px_lua"
ttl_ms = 10000
node_timeout_ms = 2000
[[client]]
name = "alice"
)";
  }

  test::ScratchFolder folder;
  std::string scenario;
};

// --- a live run, step by step

TEST_F(OnTerminal, EnterLetsALiveRunGoOnByAStepAndQEndsItAndNoOtherLetterIsTaken) {
  ProgramOnTerminal program({"run", scenario, "--live", "--step"});
  ASSERT_TRUE(program.shows("starting 1 server ..."));
  ASSERT_TRUE(program.shows("Enter: one step; p Enter: go on freely")) << program.screen();
  EXPECT_THAT(program.screen(), AllOf(HasSubstr("REAL REDIS "), HasSubstr(" at n1 127.0.0.1:")));
  program.type("x\n");
  ASSERT_TRUE(program.shows("'x' is not an order")) << program.screen();
  EXPECT_THAT(program.screen(), Not(HasSubstr("OK")));
  program.type("\n");
  ASSERT_TRUE(program.shows("OK")) << program.screen();
  EXPECT_THAT(program.screen(), Not(HasSubstr("enters")));
  program.type("q\n");
  EXPECT_EQ(program.wait(), 1) << program.screen();  // 1: cut short
  for (const char* said : {"stopped by the user", "NOT FINISHED", "as far as it went"})
    EXPECT_THAT(program.screen(), HasSubstr(said));
  EXPECT_THAT(program.screen(), Not(HasSubstr("enters")));
}

TEST_F(OnTerminal, AFaultStrikesAHeldRunWhenItIsTyped) {
  ProgramOnTerminal program({"run", scenario, "--live", "--step"});
  ASSERT_TRUE(program.shows("Enter: one step")) << program.screen();
  program.type("f\n");
  ASSERT_TRUE(program.shows("Write what strikes")) << program.screen();
  program.type("f pause nobody 500ms\n");
  ASSERT_TRUE(program.shows("nobody is called 'nobody'")) << program.screen();
  program.type("f delay alice n1\n");
  ASSERT_TRUE(program.shows("write for example: f delay alice n1 50ms")) << program.screen();
  EXPECT_THAT(program.screen(), Not(HasSubstr("--fault")));
  program.type("f crash alice\n");
  ASSERT_TRUE(program.shows("alice crashes")) << program.screen();
  program.type("p\n");
  EXPECT_EQ(program.wait(), 0) << program.screen();
  EXPECT_THAT(program.screen(), Not(HasSubstr("enters")));
}

TEST_F(OnTerminal, CtrlCEndsALiveRunWhoseServersStartOrThatIsHeld) {
  for (const auto& [moment, status] :
       {std::pair{"starting 1 server ...", 130}, {"Enter: one step", 1}}) {
    ProgramOnTerminal program({"run", scenario, "--live", "--step"});
    ASSERT_TRUE(program.shows(moment));
    program.type("\x03");
    EXPECT_EQ(program.wait(), status) << program.screen();
    EXPECT_THAT(program.screen(), HasSubstr("interrupted"));
  }
}

// --- the password

constexpr const char* prompt = "Password for Redis: ";

/// A server that requires a password, and a program that asks for it.
class Password : public OnTerminal {
 protected:
  Password() { servers.ask(test::plain({"CONFIG", "SET", "requirepass", "open-sesame"})); }
  std::vector<std::string> arguments() {
    return {"run",           scenario,
            "--redis",       "127.0.0.1:" + std::to_string(servers[0].endpoint().port),
            "--trace",       trace,
            "--ask-password"};
  }
  /// The number of AUTH commands that the server has run.
  std::size_t logins() {
    redis::Login login;
    login.password = "open-sesame";
    const Reply stats = redis::BlockingClient(servers[0].endpoint(), login)
                            .call(test::plain({"INFO", "commandstats"}), test::patience);
    const std::size_t at = stats.text.find("cmdstat_auth:calls=");
    return at == std::string::npos ? 0 : std::stoul(stats.text.substr(at + 19));
  }

  test::Servers servers;
  std::string trace = folder / "t.trace";
};

TEST_F(Password, IsAskedForUsedAndNowhereToBeSeen) {
  const std::size_t logins_before = logins();
  ProgramOnTerminal program(arguments());
  ASSERT_TRUE(program.shows(prompt)) << program.screen();
  EXPECT_FALSE(program.echoes());
  program.type("open-sesame\n");
  EXPECT_EQ(program.wait(), 0) << program.screen();
  EXPECT_THAT(program.screen(), HasSubstr("alice has the lock"));
  EXPECT_THAT(program.screen(), Not(HasSubstr("sesame")));
  EXPECT_TRUE(program.echoes()) << "the terminal was not put right again";
  EXPECT_GT(logins(), logins_before + 1) << "besides the one that asks here";

  for (const char* exported : {"t.txt", "t.json"})
    ASSERT_EQ(locklab({"export", trace, "--to", folder / exported}).status, 0);
  for (const char* file : {"t.trace", "t.txt", "t.json"}) {
    EXPECT_GT(content(folder / file).size(), 100u) << file;
    EXPECT_THAT(content(folder / file), Not(HasSubstr("sesame"))) << file;
  }
}

TEST_F(Password, IsAskedForWhateverTheEnvironmentSaysAndIsNotRepeatedWhereItIsWrongOrHalfTyped) {
  struct {
    const char* typed;
    int status;
    const char* shown;
    const char* hidden;
  } const cases[]{{"guess-work\n", 3, "WRONGPASS", "guess"},
                  {"open-s\x03", 128 + SIGINT, prompt, "open-s"},  // Ctrl-C
                  {"\x04", 2, "no password was typed", "sesame"},  // Ctrl-D
                  {"open-sesame\n", 0, "alice has the lock", "sesame"}};
  for (const auto& [typed, status, shown, hidden] : cases) {
    ProgramOnTerminal program(arguments(), {"LOCKLAB_REDIS_PASSWORD=wrong"});
    ASSERT_TRUE(program.shows(prompt)) << program.screen();
    program.type(typed);
    EXPECT_EQ(program.wait(), status) << program.screen();
    EXPECT_THAT(program.screen(), AllOf(HasSubstr(shown), Not(HasSubstr(hidden))));
    EXPECT_TRUE(program.echoes());
    EXPECT_EQ(std::filesystem::exists(trace), status == 0);
  }
}

// --- colours

constexpr const char* escape = "\x1b[";

std::string shown(const std::vector<std::string>& arguments,
                  const std::vector<std::string>& environment) {
  ProgramOnTerminal program(arguments, environment);
  EXPECT_EQ(program.wait(), 0) << program.screen();
  EXPECT_THAT(program.screen(), HasSubstr(" has the lock"));
  return program.screen();
}

TEST_F(OnTerminal, ARunHasColoursUnlessNobodyWantsOrKnowsThemOrItIsRedirected) {
  EXPECT_THAT(shown({"run", scenario}, {"TERM=xterm"}), HasSubstr(escape));
  for (const std::vector<std::string>& environment :
       {std::vector<std::string>{"TERM=xterm", "NO_COLOR=1"}, {"TERM=dumb"}, {}})
    EXPECT_THAT(shown({"run", scenario}, environment), Not(HasSubstr(escape)));
  const Finished run = locklab({"run", scenario}, {"TERM=xterm"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("alice has the lock"));
  EXPECT_THAT(run.out + run.err, Not(HasSubstr(escape)));
}

TEST_F(OnTerminal, ThroughAPipeARunIsAsWideAsItsReader) {
  const auto widest_row = [&](const std::vector<std::string>& environment) {
    std::istringstream rows(locklab({"run", "F11"}, environment).out);
    std::size_t widest = 0;
    for (std::string row; std::getline(rows, row);) widest = std::max(widest, display_width(row));
    return widest;
  };
  EXPECT_EQ(widest_row({"COLUMNS=80"}), 80u);
  EXPECT_EQ(widest_row({}), 100u);
  EXPECT_EQ(widest_row({"COLUMNS=wide"}), 100u);
}

TEST_F(Password, TheRunsNameSaysOnWhichServersAndAsWhomButNotThePassword) {
  const std::string server = "127.0.0.1:" + std::to_string(servers[0].endpoint().port);
  const Finished run = locklab({"run", scenario, "--redis", server, "--user", "default"},
                               {"LOCKLAB_REDIS_PASSWORD=open-sesame"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("seed=1' --redis '" + server + "' --user 'default'\n"));
  EXPECT_THAT(run.out, Not(HasSubstr("--live")));
  EXPECT_THAT(run.out, Not(HasSubstr("sesame")));
}

}  // namespace
}  // namespace locklab::app
