#include "app/cli/usage.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <memory>
#include <sstream>
#include <utility>

#include "app/words/display_text.h"

namespace locklab::app {

namespace {

constexpr const char* of_the_program = R"(Examples:
  locklab run F04                 a scenario as a timeline, and what it broke
  locklab run F04 --live          the same on redis-servers of its own
  locklab run F02 --live --step   the same, one command and reply at a time
  locklab explore --strategy redlock --faults clock_jump=1

Exit status:
  0  done, and as expected
  1  done, but not as expected: a promise was broken; or a run was cut short
  2  bad usage or bad input
  3  something outside is missing (a server, memory, room on the disk)
  4  a search was not finished, or showed nothing: explore and merge have broken
     nothing; of matrix some cells were not searched to their end

Environment:
  LOCKLAB_REDIS_PASSWORD   the password of servers that --redis names
  LOCKLAB_ASSETS           a folder like the project's assets/, with scenarios
                           of your own
  NO_COLOR                 set to anything: no colours
)";

struct Example {
  const char* command;
  const char* lines;
};
constexpr std::array<Example, 9> examples{{
    {"list", "  locklab list scenarios"},
    {"run",
     "  locklab run F12\n"
     "  locklab run F06 --strategy redlock --set ttl_ms=500\n"
     "  locklab run F06 --live --fault \"at 60ms pause alice 500ms\"\n"
     "  locklab run F06 --live --processes\n"
     "  locklab run F04 --trace f04.trace --format json\n"
     "  locklab run F30 --live --keep 100000 --trace end.trace.zst\n"
     "  locklab run f04.trace           a saved trace, shown and judged again"},
    {"explore",
     "  locklab explore --strategy set_px_lua --faults pause=1 --seconds 10\n"
     "  locklab explore --strategy redlock --set order=parallel --set work_ms=20"},
    {"merge",
     "  locklab merge part1.json part2.json\n"
     "  locklab merge load1.json load2.json --out load.html"},
    {"matrix", "  locklab matrix --strategy redlock,fenced --faults pause,crash --format html"},
    {"export", "  locklab export F12 --to f12.html"},
    {"quiz",
     "  locklab quiz --seed 7 --out quiz.md --form form.toml\n"
     "  locklab quiz F06 F12 --count 5 --paper sheet.html --answers answers.html\n"
     "  locklab quiz grade quiz.md alice.toml bob.toml --out results.json"},
    {"stress",
     "  locklab stress\n"
     "  locklab stress --strategy redlock --local 5 --set order=parallel\n"
     "  locklab stress --strategy set_px_del,set_px_lua,fenced --keys one --hold 500\n"
     "  locklab stress --ttl 300 --keys one --fault \"at 3s pause client 7 800ms\"\n"
     "  locklab stress --redis 10.0.0.5 --shard 2/8 \\\n"
     "      --start-at 2026-11-25T10:00:00Z --out load2.json"},
    {"bench",
     "  locklab bench sim\n"
     "  locklab bench live --repeat 10 --format json > new.json"},
}};

struct OptionExample {
  const char* option;
  const char* value;
};
constexpr std::array<OptionExample, 28> option_examples{{
    {"--clients", "3"},
    {"--end-every-us", "500"},
    {"--events", "100000"},
    {"--fault", "\"at 3s pause n1 500ms\""},
    {"--faults", "pause=1"},
    {"--format", "json"},
    {"--keep", "100000"},
    {"--language", "zh"},
    {"--least-outage-ms", "10"},
    {"--load", "night"},
    {"--nodes", "3"},
    {"--open", "run.trace"},
    {"--property", "mutual_exclusion"},
    {"--redis", "127.0.0.1:6379"},
    {"--repeat", "5"},
    {"--rounds", "2"},
    {"--scenario", "F12"},
    {"--search", "random"},
    {"--seconds", "10"},
    {"--seed", "7"},
    {"--set", "ttl_ms=500"},
    {"--shard", "1/4"},
    {"--start-at", "2026-11-25T10:00:00Z"},
    {"--strategy", "redlock"},
    {"--threads", "2"},
    {"--to", "f12.html"},
    {"--trace", "run.trace"},
    {"--user", "lab"},
}};

/// Help that fits a terminal of 80 columns, where CLI11 breaks no line.
class Help final : public CLI::Formatter {
 public:
  std::string make_option_desc(const CLI::Option* option) const override {
    return beside_names(CLI::Formatter::make_option_desc(option));
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    std::string values = CLI::Formatter::make_option_opts(option);
    if (values.size() <= terminal - column_width_) return values;
    const auto rows = wrap(values.substr(1), terminal - column_width_);  // it begins with a space
    return fmt::format(" {}", fmt::join(rows, "\n      "));
  }
  std::string make_subcommand(const CLI::App* command) const override {
    std::ostringstream out;
    CLI::detail::format_help(out, command->get_display_name(),
                             beside_names(command->get_description()), column_width_);
    return out.str();
  }
  std::string make_description(const CLI::App* command) const override {
    std::string all = CLI::Formatter::make_description(command);
    while (all.ends_with('\n')) all.pop_back();
    return all.empty() ? all : lines(all, terminal);
  }

 private:
  static constexpr std::size_t terminal = 80;

  static std::string lines(const std::string& text, std::size_t columns) {
    return fmt::format("{}\n", fmt::join(wrap(text, columns), "\n"));
  }
  std::string beside_names(const std::string& text) const {
    std::string all = lines(text, terminal - column_width_);
    all.pop_back();  // the last line break
    return all;
  }
};

}  // namespace

void add_help(CLI::App& program) {
  const auto help = std::make_shared<Help>();
  program.formatter(help);
  for (CLI::App* command : program.get_subcommands({})) {
    command->formatter(help);
    for (CLI::App* below : command->get_subcommands({})) below->formatter(help);
  }
  program.footer(of_the_program);
  for (const Example& example : examples)
    program.get_subcommand(example.command)->footer(std::string("Examples:\n") + example.lines);
}

std::string example_of(std::string_view command) {
  for (const Example& example : examples) {
    if (example.command != command) continue;
    const std::string_view lines = example.lines;
    const std::size_t begin = lines.find_first_not_of(' ');
    return std::string(lines.substr(begin, lines.find('\n') - begin));
  }
  return {};
}

std::string example_of_option(std::string_view command, std::string_view option) {
  if (command == "matrix" && option == "--faults") return "--faults pause,crash";
  for (const OptionExample& example : option_examples)
    if (example.option == option) return fmt::format("{} {}", option, example.value);
  return {};
}

}  // namespace locklab::app
