#include "app/cli/misuse.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/cli/output.h"
#include "app/cli/settings.h"
#include "app/cli/usage.h"
#include "app/words/display_text.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

using sim::Problem;

constexpr std::array<std::string_view, 12> commands{"tour",   "list",   "run",    "explore",
                                                    "merge",  "matrix", "export", "quiz",
                                                    "stress", "bench",  "help",   "version"};

/// Whether an argument may contain a password, which every user of the machine could read.
bool holds_password(std::string_view argument) {
  static constexpr std::array<std::string_view, 4> options{"--password", "--pass", "--auth",
                                                           "--redis-password"};
  const std::string_view option = argument.substr(0, argument.find('='));
  if (std::find(options.begin(), options.end(), option) != options.end()) return true;
  const std::size_t url = std::min(argument.find("redis://"), argument.find("rediss://"));
  return url != argument.npos && argument.find_first_of("@?", url) != argument.npos;
}

/// The language that the arguments request, found without parsing them.
Language asked_for(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    const bool next =
        argument == "--language" && i + 1 < argc && argv[i + 1] == std::string_view("zh");
    if (next || argument == "--language=zh") return Language::chinese;
  }
  return Language::english;
}

/// The innermost command that the leading arguments name; the program itself if they name none.
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

/// The command's name within the program: "bench sim".
std::string short_name(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  if (!parent) return {};
  return parent->get_parent() ? short_name(*parent) + " " + command.get_name() : command.get_name();
}

/// An option as written, "--seed", or the name of a positional argument, "FILES".
std::string shown_name(const CLI::Option& option) {
  if (!option.get_lnames().empty()) return "--" + option.get_lnames().front();
  std::string name = option.get_name();
  for (char& c : name) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return name;
}

Sentence lists_all(const CLI::App& command) {
  return say("{} --help lists them all", full_name(command));
}

Sentence for_example(const CLI::App& command) {
  const std::string example = example_of(command.get_name());
  return example.empty() ? lists_all(command) : say("write for example: {}", example);
}

/// The problem of an option or a word that the command does not accept.
Problem extra(const CLI::App& command, const std::string& word) {
  if (!word.starts_with('-') || word.size() < 2)
    return {short_name(command), 0, 0, say("'{}' is one word too many", printable(word)),
            for_example(command)};
  const std::string option = word.substr(0, word.find('='));
  if (option == "--processes" && command.get_name() == "stress")
    return {option, 0, 0,
            say("the clients of a load are no longer processes of their own (those of a live run "
                "are: locklab run F06 --live --processes)"),
            say("pause the holder, which does the same to the lock: {}",
                "--fault \"at 3s pause holder 800ms\"")};
  std::vector<std::string> known;
  for (const CLI::Option* one : command.get_options())
    for (const std::string& name : one->get_lnames()) known.push_back("--" + name);
  const std::vector<std::string_view> words(known.begin(), known.end());
  const auto near = option.starts_with("--") ? sim::nearest(option, words) : std::nullopt;
  const Sentence what = say("{} has no option {}", full_name(command), printable(option));
  return {"", 0, 0, what,
          near ? say("did you mean {}? {}", *near, lists_all(command)) : lists_all(command)};
}

/// The problem of a missing word or option. `words` are those that CLI11 did not consume.
std::optional<Problem> missing(const CLI::App& command, const std::vector<std::string>& words) {
  std::vector<std::string> names;
  for (const CLI::App* one : command.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(one->get_name());
  if (command.get_require_subcommand_min() > 0 && command.get_subcommands().empty()) {
    const auto unknown = std::find_if(words.begin(), words.end(),
                                      [](const std::string& one) { return !one.starts_with('-'); });
    const std::string word = unknown == words.end() ? "" : *unknown;
    return Problem{
        short_name(command), 0, 0,
        word.empty() ? say("the name of a benchmark is missing")
                     : say("'{}' is not a benchmark", printable(word)),
        sim::use_instead(word, std::vector<std::string_view>(names.begin(), names.end()))};
  }
  for (const CLI::Option* option : command.get_options())
    if (option->get_required() && option->count() == 0)
      return Problem{short_name(command), 0, 0, say("{} is missing", shown_name(*option)),
                     for_example(command)};
  return std::nullopt;
}

/// The problem of an option that lacks its value, is given several times, or takes no value but has
/// one.
std::optional<Problem> miscounted(const CLI::App& command, const CLI::ParseError& error) {
  // CLI11 omits the dashes when a flag is given a value.
  const std::string said = std::string("--") + error.what();
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = shown_name(*option);
    const std::size_t at = said.find(name);
    if (!name.starts_with("--") || at == std::string::npos) continue;
    const std::size_t end = at + name.size();
    if (end < said.size() && said[end] != ':' && said[end] != ' ') continue;
    if (option->get_items_expected_max() == 0)
      return Problem{name, 0, 0, say("it takes no value"), say("write {} alone", name)};
    if (option->count() > 1)
      return Problem{name, 0, 0, say("it is given {} times", option->count()), say("keep one")};
    const std::string example = example_of_option(command.get_name(), name);
    return Problem{name, 0, 0, say("a value must follow it"),
                   example.empty() ? lists_all(command) : say("write for example: {}", example)};
  }
  return std::nullopt;
}

/// The problem of two contradictory options.
std::optional<Problem> contradiction(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options())
    for (const CLI::Option* other : option->get_excludes())
      if (option->count() > 0 && other->count() > 0)
        return Problem{
            "", 0, 0,
            say("{} and {} contradict each other", shown_name(*option), shown_name(*other)),
            say("keep one of them")};
  return std::nullopt;
}

Problem problem_of(const CLI::App& program, const CLI::App& command, const CLI::ParseError& error) {
  std::optional<Problem> problem;
  if (const auto* wrong = dynamic_cast<const WrongValue*>(&error)) return wrong->problem();
  if (dynamic_cast<const CLI::ExtrasError*>(&error)) {
    const std::vector<std::string> words = program.remaining(true);
    if (!words.empty()) return extra(command, words.front());
  }
  if (dynamic_cast<const CLI::RequiredError*>(&error))
    problem = missing(command, program.remaining(true));
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) ||
      dynamic_cast<const CLI::ConversionError*>(&error))
    problem = miscounted(command, error);
  if (dynamic_cast<const CLI::ExcludesError*>(&error)) problem = contradiction(command);
  if (problem) return *problem;
  return {short_name(command), 0, 0, Sentence::text(error.what()), lists_all(command)};
}

/// Rejects `locklab bench compare`, for which better tools exist.
int refuse_compare(Language language) {
  const int status =
      refuse({"bench compare", 0, 0, say("Google Benchmark's compare.py compares two files"),
              say("write these three lines, the second for the old program and for the new one:")},
             language);
  print_aside(
      "  sudo apt install libbenchmark-tools python3-scipy\n"
      "  locklab bench sim --repeat 10 --format json > new.json\n"
      "  /usr/bin/python3 /usr/share/benchmark/compare.py benchmarks old.json new.json\n");
  return status;
}

}  // namespace

bool resembles_command(std::string_view word) { return sim::nearest(word, commands).has_value(); }

std::optional<int> misused(int argc, const char* const* argv) {
  const Language language = asked_for(argc, argv);
  for (int i = 1; i < argc; ++i)
    if (holds_password(argv[i]))
      return refuse({"", 0, 0,
                     say("an argument must not contain a password, nor a URL that may have one: "
                         "everybody on this machine can read it"),
                     say("put the password into LOCKLAB_REDIS_PASSWORD, and write --redis "
                         "HOST:PORT [--user NAME]")},
                    language);
  if (argc < 2 || argv[1][0] == '-') return std::nullopt;
  const std::string_view command = argv[1];
  if (std::find(commands.begin(), commands.end(), command) != commands.end()) return std::nullopt;
  return refuse({"", 0, 0, say("'{}' is not a command", printable(command)),
                 sim::use_instead(command, commands)},
                language);
}

std::optional<sim::Problem> option_as_setting(const CLI::App& command,
                                              const std::vector<std::string>& settings) {
  static constexpr std::array<std::string_view, 5> both{"strategy", "seed", "clients", "nodes",
                                                        "rounds"};
  for (const std::string& setting : settings)
    for (const std::string& key : keys_of(setting)) {
      if (std::find(both.begin(), both.end(), key) != both.end()) continue;
      std::string name = "--" + key;
      std::replace(name.begin(), name.end(), '_', '-');
      const CLI::Option* option = command.get_option_no_throw(name);
      if (!option) continue;
      const bool flag = option->get_items_expected_max() == 0;
      return Problem{"--set", 0, 0,
                     say("'{}' is an option of {}, not a setting of the scenario", printable(key),
                         full_name(command)),
                     flag ? say("write {}", name) : say("write {} and its value", name)};
    }
  return std::nullopt;
}

int complain_of(const CLI::App& program, const CLI::ParseError& error, int argc,
                const char* const* argv) {
  const CLI::App& command = called(program, argc, argv);
  if (command.get_name() == "bench" && std::ranges::count(program.remaining(true), "compare") > 0)
    return refuse_compare(asked_for(argc, argv));
  return refuse(problem_of(program, command, error), asked_for(argc, argv));
}

}  // namespace locklab::app
