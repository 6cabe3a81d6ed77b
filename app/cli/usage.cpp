#include "app/cli/usage.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/cli/exit_status.h"
#include "app/cli/output.h"
#include "app/words/display_text.h"
#include "sim/trace/problem.h"

namespace locklab::app {

namespace {

constexpr std::array<std::string_view, 9> commands{"tour",   "list",   "run",   "explore", "merge",
                                                   "matrix", "export", "bench", "help"};

constexpr const char* of_the_program = R"(Examples:
  locklab run F04                            a scenario as a timeline, and what it broke
  locklab run F04 --live                     the same on redis-servers of its own
  locklab explore --strategy redlock --faults clock_jump=1

Exit status:
  0  done, and as expected
  1  done, but not as expected; or not finished: cut short, out of time, interrupted
  2  bad usage or bad input
  3  something outside is missing (a server, memory, room on the disk)

Environment:
  LOCKLAB_REDIS_PASSWORD   the password of servers that --redis names
  LOCKLAB_ASSETS           a folder like the project's assets/, with scenarios of your own
  NO_COLOR                 set to anything: no colours
)";

struct Example {
  const char* command;
  const char* lines;
};
constexpr std::array<Example, 7> examples{{
    {"list", "  locklab list scenarios"},
    {"run",
     "  locklab run F12 --strategy redlock --set ttl_ms=500\n"
     "  locklab run F04 --trace f04.trace --format json\n"
     "  locklab run f04.trace                      a saved trace, shown and judged again"},
    {"explore",
     "  locklab explore --strategy set_px_lua --faults pause=1 --seconds 10\n"
     "  locklab explore --strategy redlock --set order=parallel --set work_ms=20"},
    {"merge", "  locklab merge part1.json part2.json"},
    {"matrix", "  locklab matrix --strategy redlock,fenced --faults pause,crash --format html"},
    {"export", "  locklab export F12 --to f12.html"},
    {"bench", "  locklab bench sim"},
}};

/// Every user of the machine can read a password in an argument.
bool holds_password(std::string_view argument) {
  static constexpr std::array<std::string_view, 4> options{"--password", "--pass", "--auth",
                                                           "--redis-password"};
  const std::string_view option = argument.substr(0, argument.find('='));
  return std::find(options.begin(), options.end(), option) != options.end() ||
         argument.find("redis://") != std::string_view::npos ||
         argument.find("rediss://") != std::string_view::npos;
}

/// The command that was called, or its subcommand.
const CLI::App& called(const CLI::App& program, int argc, const char* const* argv) {
  const CLI::App* at = &program;
  for (int i = 1; i < argc; ++i) {
    const auto inner =
        at->get_subcommands([&](const CLI::App* one) { return one->get_name() == argv[i]; });
    if (inner.empty()) break;
    at = inner.front();
  }
  return *at;
}

std::string full_name(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  return (parent ? full_name(*parent) + " " : "") + command.get_name();
}

/// An option that the command does not have, with the nearest one that it has. Empty: all are
/// known.
std::string unknown_option(const CLI::App& command, int argc, const char* const* argv) {
  std::vector<std::string> known;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  const std::vector<std::string_view> words(known.begin(), known.end());
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--") break;
    if (!argument.starts_with("--")) continue;
    const std::string_view option = argument.substr(0, argument.find('='));
    if (std::find(words.begin(), words.end(), option) != words.end()) continue;
    std::string said = fmt::format("{} has no option {}", full_name(command), printable(option));
    if (const auto near = sim::nearest(option, words))
      said += fmt::format("; did you mean {}?", *near);
    return said;
  }
  return {};
}

}  // namespace

void add_help(CLI::App& program) {
  program.footer(of_the_program);
  for (const Example& example : examples)
    program.get_subcommand(example.command)->footer(std::string("Examples:\n") + example.lines);
}

std::optional<int> misused(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i)
    if (holds_password(argv[i])) {
      complain(
          "an argument must not contain a password or a URL: everybody on this machine can read "
          "it; put the password into LOCKLAB_REDIS_PASSWORD, and write --redis HOST:PORT [--user "
          "NAME]");
      return exit_bad_input;
    }
  if (argc < 2 || argv[1][0] == '-') return std::nullopt;
  const std::string_view command = argv[1];
  if (std::find(commands.begin(), commands.end(), command) != commands.end()) return std::nullopt;
  complain(fmt::format("'{}' is not a command; {}", printable(command),
                       sim::use_instead(command, commands).english()));
  return exit_bad_input;
}

int complain_of(const CLI::App& program, const CLI::ParseError& error, int argc,
                const char* const* argv) {
  const CLI::App& command = called(program, argc, argv);
  std::string what = error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error))
    if (std::string unknown = unknown_option(command, argc, argv); !unknown.empty())
      what = std::move(unknown);
  complain(fmt::format("{}{} {} --help lists them all", what, what.ends_with('?') ? "" : ";",
                       full_name(command)));
  return exit_bad_input;
}

}  // namespace locklab::app
