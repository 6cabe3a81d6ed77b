#include "sim/scenario/run_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sim/scenario/toml_value.h"

namespace locklab::sim {

namespace {

constexpr std::string_view spaces = " \t\r\n";

/// Reads a name from left to right, and keeps the first mistake.
class NameReader {
 public:
  explicit NameReader(std::string_view line) : line_(line) {}

  std::variant<RunName, Problem> read() {
    read_scenario_name();
    while (skip_spaces(), at_ < line_.size() && !problem_) read_change();
    if (problem_) return *problem_;
    return std::move(run_);
  }

 private:
  void skip_spaces() { at_ = std::min(line_.find_first_not_of(spaces, at_), line_.size()); }

  void fail(std::size_t at, Sentence what, Sentence instead) {
    if (problem_) return;
    problem_ =
        Problem{std::string(of_run_name), 1, column(at), std::move(what), std::move(instead)};
  }

  std::uint32_t column(std::size_t at) const {
    const auto characters =
        std::count_if(line_.begin(), line_.begin() + static_cast<long>(at),
                      [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
    return static_cast<std::uint32_t>(characters) + 1;
  }

  std::string_view until(std::string_view ends) {
    const std::size_t begin = at_;
    at_ = std::min(line_.find_first_of(ends, at_), line_.size());
    return line_.substr(begin, at_ - begin);
  }

  void read_scenario_name() {
    skip_spaces();
    const std::size_t begin = at_;
    std::string name;
    if (at_ < line_.size() && line_[at_] == '"') {
      if (!read_quoted(name))
        return fail(begin, say("a quote that does not end"), say("close it with \""));
    } else {
      name = until(" \t\r\n#");
    }
    // The variation follows the file's ".toml/", or else the name's first slash.
    const std::size_t file_end = name.rfind(".toml/");
    const bool file = name.ends_with(".toml");
    std::size_t slash = file_end == std::string::npos ? name.find('/') : file_end + 5;
    if (file) slash = std::string::npos;
    run_.scenario = name.substr(0, slash);
    if (slash != std::string::npos) run_.variation = name.substr(slash + 1);
    if (run_.scenario.empty())
      fail(begin, say("a run's name begins with its scenario"),
           say("for example F12/saved seed=7"));
    if (at_ < line_.size() && line_[at_] == '#') read_hash();
  }

  /// Reads a name as written by quoted_name(). Returns false if the closing quote is missing.
  bool read_quoted(std::string& name) {
    for (++at_; at_ < line_.size() && line_[at_] != '"'; ++at_) {
      if (line_[at_] == '\\' && at_ + 1 < line_.size()) ++at_;
      name += line_[at_];
    }
    if (at_ == line_.size()) return false;
    ++at_;
    return true;
  }

  void read_hash() {
    const std::size_t begin = at_++;
    const std::string_view digits = until(spaces);
    std::uint32_t hash = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), hash, 16);
    if (digits.size() != 8 || error != std::errc{} || end != digits.data() + 8)
      return fail(begin, say("'#{}' is not the hash of a scenario", digits),
                  say("it has 8 hexadecimal digits, or is left out"));
    run_.hash = hash;
  }

  void read_change() {
    const std::size_t begin = at_;
    const std::string_view key = until(" \t\r\n=");
    static constexpr std::string_view keys[] = {"seed", "strategy", "set", "fault"};
    if (at_ == line_.size() || line_[at_] != '=') {
      if (std::find(std::begin(keys), std::end(keys), key) == std::end(keys))
        return fail(begin, say("'{}' comes after the scenario's name", key),
                    say("run one scenario at a time, or write a change of the run as key=value"));
      return fail(begin, say("'{}' is not a change", key),
                  say("write key=value, without spaces around ="));
    }
    ++at_;
    if (key == "seed") return read_seed();
    if (key == "strategy") return read_strategy(begin);
    if (key == "set") return read_set(begin);
    if (key == "fault") {
      run_.places.faults.push_back(column(at_));
      return void(run_.changes.faults.push_back(read_table("fault")));
    }
    fail(begin, say("'{}' is not part of a run's name", key), use_instead(key, keys));
  }

  void read_seed() {
    const std::size_t begin = at_;
    const std::string_view digits = until(spaces);
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), seed);
    if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size())
      return fail(begin, say("'{}' is not a valid seed", digits),
                  say("a seed is 0 .. 18446744073709551615"));
    if (run_.changes.seed) return fail(begin, say("a second seed"), say("keep one"));
    run_.changes.seed = seed;
  }

  void read_strategy(std::size_t begin) {
    if (!run_.changes.strategy.empty())
      return fail(begin, say("a second strategy"), say("keep one"));
    run_.changes.strategy = until(spaces);
    if (run_.changes.strategy.empty())
      fail(begin, say("no strategy after 'strategy='"), say("write its id"));
  }

  void read_set(std::size_t begin) {
    if (!run_.changes.set.empty())
      return fail(begin, say("a second 'set'"), say("put both into one"));
    run_.places.set = column(at_);
    run_.changes.set = read_table("set");
  }

  /// Reads a TOML table, as written by to_toml, up to its closing brace.
  std::string read_table(std::string_view key) {
    const std::size_t begin = at_;
    const std::size_t end = end_of_table();
    if (end == begin) {
      fail(begin, say("'{}=' must be a table", key), say("write {}={...}", key));
      return {};
    }
    const std::string_view table = line_.substr(begin, end - begin);
    at_ = end;
    auto parsed = parse_toml(fmt::format("{}={}", key, table), of_run_name, 0);
    if (const Problem* problem = std::get_if<Problem>(&parsed)) {
      fail(begin, problem->what, problem->instead);
      return {};
    }
    const Value& root = std::get<Value>(parsed);
    return to_toml(root.items.front());
  }

  /// The position after the brace that closes the one at at_, ignoring braces in texts; at_ if
  /// there is none.
  std::size_t end_of_table() const {
    if (at_ >= line_.size() || line_[at_] != '{') return at_;
    int depth = 0;
    char quote = 0;
    for (std::size_t i = at_; i < line_.size(); ++i) {
      const char c = line_[i];
      if (quote != 0) {
        if (c == '\\' && quote == '"') ++i;
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '{') {
        ++depth;
      } else if (c == '}' && --depth == 0) {
        return i + 1;
      }
    }
    return at_;
  }

  std::string_view line_;
  std::size_t at_ = 0;
  RunName run_;
  std::optional<Problem> problem_;
};

std::string quoted_name(std::string_view name) {
  std::string out = "\"";
  for (char c : name) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

/// Locates a problem in the run's name, if it comes from one of the name's changes.
Problem placed(Problem problem, const RunName& run) {
  const std::vector<std::string>& faults = run.changes.faults;
  std::uint32_t column = problem.file == "set" ? run.places.set : 0;
  for (std::size_t i = 0; i < std::min(faults.size(), run.places.faults.size()); ++i)
    if (problem.file == name_of_added_fault(i, faults.size())) column = run.places.faults[i];
  if (column == 0) return problem;
  problem.file = of_run_name;
  problem.line = 1;
  problem.column = column;
  return problem;
}

}  // namespace

std::variant<RunName, Problem> parse_run_name(std::string_view line) {
  return NameReader(line).read();
}

std::string to_string(const RunName& run) {
  std::string name = run.scenario;
  if (!run.variation.empty()) name += "/" + run.variation;
  if (name.find_first_of(" \t\r\n#\"\\") != std::string::npos) name = quoted_name(name);
  if (run.hash) name += fmt::format("#{:08x}", *run.hash);
  const Changes& changes = run.changes;
  if (changes.seed) name += fmt::format(" seed={}", *changes.seed);
  if (!changes.strategy.empty()) name += " strategy=" + changes.strategy;
  if (!changes.set.empty()) name += " set=" + changes.set;
  for (const std::string& fault : changes.faults) name += " fault=" + fault;
  return name;
}

std::variant<OpenedRun, Problem> open_run(const Library& library, const RunName& run) {
  auto found = library.find(run.scenario);
  if (Problem* problem = std::get_if<Problem>(&found)) return std::move(*problem);
  const ScenarioText& text = std::get<ScenarioText>(found);
  auto read = read_scenario(text.text, text.file, run.variation, run.changes);
  if (Problem* problem = std::get_if<Problem>(&read)) return placed(std::move(*problem), run);

  OpenedRun opened{std::move(std::get<Scenario>(read)), run, {}};
  const auto hash = static_cast<std::uint32_t>(opened.scenario.content_hash);
  if (run.hash && *run.hash != hash)
    opened.warnings.push_back(
        say("{} has changed since this run was named (#{} then, #{} now): it may come out "
            "differently",
            text.name, fmt::format("{:08x}", *run.hash), fmt::format("{:08x}", hash)));
  opened.name.scenario = text.name;
  const std::string& whole_name = opened.scenario.name;  // ends with the variation's
  opened.name.variation = whole_name.substr(whole_name.size() - run.variation.size());
  opened.name.hash = hash;
  opened.name.places = {};  // its text has changed
  opened.name.changes.seed = opened.scenario.seed;
  return opened;
}

std::variant<std::string, Problem> run_as_file(const Library& library, const RunName& run,
                                               const Expectation& expect,
                                               const std::optional<StoryText>& story) {
  auto found = library.find(run.scenario);
  if (Problem* problem = std::get_if<Problem>(&found)) return std::move(*problem);
  const ScenarioText& text = std::get<ScenarioText>(found);
  return scenario_as_file(text.text, text.file, run.variation, run.changes, expect, story);
}

}  // namespace locklab::sim
