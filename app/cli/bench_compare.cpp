#include "app/cli/bench_compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "app/cli/exit_status.h"
#include "app/cli/output.h"
#include "app/cli/rank_test.h"
#include "app/cli/report_json.h"
#include "app/cli/samples.h"
#include "app/words/display_text.h"
#include "sim/trace/whole_file.h"

namespace locklab::app {

namespace {

using Json = nlohmann::ordered_json;

enum class Better : std::uint8_t { more, less, neither };

/// Which way a figure is better, by the unit in its name.
Better better(std::string_view figure) {
  const auto ends = [figure](std::string_view end) { return figure.ends_with(end); };
  if (ends("per_s") || ends("percent") || ends("fairness") || ends("acquired")) return Better::more;
  if (ends("_us") || ends("_ms") || ends("_mb") || ends("bytes") || ends("seconds") ||
      ends("us_per_lock"))
    return Better::less;
  return Better::neither;
}

std::string number(double value) {
  return value >= 1e6   ? fmt::format("{:.2f} M", value / 1e6)
         : value >= 100 ? fmt::format("{:.0f}", value)
                        : fmt::format("{:.3g}", value);
}

std::string ratio_text(double ratio) { return fmt::format("{:.3f}", ratio); }

struct ComparedFigure {
  std::string name;
  std::vector<double> before;
  std::vector<double> after;
  RankTest test;

  /// What the printed digits do not show is no difference to anybody.
  bool differs() const {
    const bool seen = number(median_of(before)) != number(median_of(after)) ||
                      ratio_text(test.ratio) != ratio_text(1);
    return test.differs() && seen;
  }
  bool worse() const {
    const Better way = better(name);
    return differs() && (way == Better::more ? test.ratio < 1 : test.ratio > 1) &&
           way != Better::neither;
  }
  const char* verdict() const {
    if (test.too_few()) return "too few runs";
    if (!differs()) return "within noise";
    if (better(name) == Better::neither) return test.ratio > 1 ? "larger" : "smaller";
    return worse() ? "worse" : "better";
  }
};

std::variant<Json, sim::Problem> report_in(const std::string& file) {
  constexpr std::uint64_t most = std::uint64_t{64} << 20;
  auto text = sim::read_whole(file, most);
  if (auto* problem = std::get_if<sim::Problem>(&text)) return std::move(*problem);
  auto report = parsed(std::get<std::string>(text));
  if (report) return std::move(*report);
  return sim::Problem{file, 0, 0, say("it is not JSON"),
                      say("write it with locklab bench live --repeat 5 --format json")};
}

/// Values that all are the same, as what was asked for is.
bool constant(const ComparedFigure& figure) {
  const double first = figure.before.front();
  const auto same = [first](double value) { return value == first; };
  return std::all_of(figure.before.begin(), figure.before.end(), same) &&
         std::all_of(figure.after.begin(), figure.after.end(), same);
}

bool above_zero(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return value > 0; });
}

std::vector<ComparedFigure> figures_of(const Samples& before, const Samples& after) {
  std::vector<ComparedFigure> figures;
  for (const auto& [name, values] : before.figures) {
    const auto same = after.figures.find(name);
    if (same == after.figures.end() || !above_zero(values) || !above_zero(same->second)) continue;
    ComparedFigure figure{name, values, same->second, {}};
    if (constant(figure)) continue;
    figure.test = compare_ranks(figure.before, figure.after);
    figures.push_back(std::move(figure));
  }
  return figures;
}

/// "77000 +-3 %": the median, and how far the samples are from it.
std::string middle(const std::vector<double>& values) {
  const double at = median_of(values);
  if (values.size() == 1) return number(at);
  return fmt::format("{} ±{:.1f} %", number(at), 100 * spread_of(values) / at);
}

std::string range(const RankTest& test) {
  if (!test.interval) return "-";
  return fmt::format("{:.3f}-{:.3f}", test.interval->from, test.interval->to);
}

void print_table(const std::vector<ComparedFigure>& figures) {
  std::size_t wide = 8;
  for (const ComparedFigure& one : figures) wide = std::max(wide, display_width(one.name));
  const auto right = [](const std::string& text, std::size_t width) {
    const std::size_t taken = display_width(text);
    return std::string(taken < width ? width - taken : 1, ' ') + text;
  };
  std::string table = pad("", wide) + right("old", 17) + right("new", 17) + right("ratio", 8) +
                      right("99 % of it", 15) + "  difference\n";
  for (const ComparedFigure& one : figures)
    table += pad(one.name, wide) + right(middle(one.before), 17) + right(middle(one.after), 17) +
             right(ratio_text(one.test.ratio), 8) + right(range(one.test), 15) + "  " +
             one.verdict() + "\n";
  print(table);
}

void print_json(const std::vector<ComparedFigure>& figures, bool seconds) {
  Json all{{"samples", seconds ? "seconds" : "runs"}, {"noise_level", noise_level}};
  all["figures"] = Json::array();
  for (const ComparedFigure& one : figures) {
    Json& json = all["figures"].emplace_back(Json{{"figure", one.name},
                                                  {"old",
                                                   {{"samples", one.before.size()},
                                                    {"median", median_of(one.before)},
                                                    {"spread", spread_of(one.before)}}},
                                                  {"new",
                                                   {{"samples", one.after.size()},
                                                    {"median", median_of(one.after)},
                                                    {"spread", spread_of(one.after)}}},
                                                  {"ratio", one.test.ratio},
                                                  {"p", one.test.p},
                                                  {"verdict", one.verdict()}});
    json["interval"] =
        one.test.interval ? Json::array({one.test.interval->from, one.test.interval->to}) : Json();
  }
  print(all.dump(2) + "\n");
}

/// Adds each value of the two that differs, under its name: "clients (8, now 9)".
void list_differences(const Json& before, const Json& after, const std::string& path,
                      std::string& all) {
  const auto text = [](const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.is_null() ? "none" : value.dump();
  };
  if (before == after) return;
  if (!before.is_object() || !after.is_object()) {
    all +=
        fmt::format("{}{} ({}, now {})", all.empty() ? "" : ", ", path, text(before), text(after));
    return;
  }
  const Json none;
  const auto value_in = [&](const Json& object, const std::string& key) -> const Json& {
    const auto found = object.find(key);
    return found == object.end() ? none : *found;
  };
  for (const auto& [key, value] : before.items())
    list_differences(value, value_in(after, key), key, all);
  for (const auto& [key, value] : after.items())
    if (!before.contains(key)) list_differences(none, value, key, all);
}

/// Which options of a load the two files disagree about; empty: none.
std::string options_that_differ(const std::string& before, const std::string& after) {
  std::string all;
  list_differences(Json::parse(before), Json::parse(after), "work", all);
  return printable(all);
}

/// Figures that too few runs have: all of them, or a few that not every run could measure.
void remark_on_too_few(const std::vector<ComparedFigure>& figures) {
  std::string names;
  std::size_t count = 0;
  for (const ComparedFigure& one : figures) {
    if (!one.test.too_few()) continue;
    ++count;
    names += (names.empty() ? "" : ", ") + one.name;
  }
  if (count == 0) return;
  complain(count == figures.size()
               ? "too few runs to tell a difference from noise: write --repeat 5, both times"
               : fmt::format("too few runs have a value of {}: of that nothing is said", names));
}

/// Says what limits the comparison.
void remark(const std::vector<ComparedFigure>& figures, const Samples& before,
            const Samples& after) {
  for (const auto& [label, work] : before.work)
    if (const auto other = after.work.find(label); other != after.work.end())
      if (const std::string what = options_that_differ(work, other->second); !what.empty())
        complain(fmt::format("{}: the two loads had different options: {}", label, what));
  for (const auto* samples : {&before, &after})
    for (const std::string& label : samples->interrupted)
      complain(
          fmt::format("{}: a load of the {} file was cut short, and its figures are of less "
                      "time than was asked for",
                      label, samples == &before ? "old" : "new"));
  if (!before.made.empty() && !after.made.empty() && before.made != after.made)
    complain(fmt::format("they were made on different machines or Redis versions: {} and {}",
                         before.made, after.made));
  if (before.seconds)
    complain(
        "each load ran once, so that its seconds are compared; neighbouring seconds resemble "
        "each other, and runs differ more than they do: write --repeat 5 to be sure");
  remark_on_too_few(figures);
}

std::string labels_of(const Samples& samples) {
  std::string all;
  for (const auto& [label, work] : samples.work) all += (all.empty() ? "" : ", ") + label;
  return all;
}

/// Loads of other locks: of one lock each, they are compared all the same.
std::optional<sim::Problem> agree_on_labels(const CompareOptions& options,
                                            std::array<Samples, 2>& samples) {
  const bool common =
      std::any_of(samples[0].work.begin(), samples[0].work.end(),
                  [&](const auto& one) { return samples[1].work.contains(one.first); });
  if (common) return std::nullopt;
  const std::string before = labels_of(samples[0]);
  const std::string after = labels_of(samples[1]);
  if (samples[0].work.size() != 1 || samples[1].work.size() != 1)
    return sim::Problem{
        options.after, 0, 0,
        say("it has loads of {}, and {} has loads of {}", after, printable(options.before), before),
        say("name files with a lock in common, or with one lock each")};
  for (Samples& one : samples) one.call_it(fmt::format("{} -> {}", before, after));
  complain(fmt::format("these are loads of two locks: old is {}, new is {}", before, after));
  return std::nullopt;
}

/// Whether one of the loads was made once only.
bool once(const Samples& samples) {
  return std::any_of(samples.runs.begin(), samples.runs.end(),
                     [](const auto& one) { return one.second == 1; });
}

int refuse_file(const std::string& file, const Sentence& what) {
  return refuse(
      {file, 0, 0, what, say("write it with locklab bench or locklab stress, and --format json")},
      Language::english);
}

}  // namespace

int bench_compare(const CompareOptions& options) {
  const std::array files{options.before, options.after};
  std::array<Json, 2> reports;
  std::array<Samples, 2> samples;
  for (std::size_t i = 0; i < 2; ++i) {
    auto report = report_in(files[i]);
    if (const auto* problem = std::get_if<sim::Problem>(&report))
      return refuse(*problem, Language::english);
    reports[i] = std::move(std::get<Json>(report));
    auto found = samples_in(reports[i]);
    if (const auto* what = std::get_if<Sentence>(&found)) return refuse_file(files[i], *what);
    samples[i] = std::move(std::get<Samples>(found));
  }
  const bool loads = !samples[0].work.empty() && !samples[1].work.empty();
  if (loads && (once(samples[0]) || once(samples[1])))
    for (std::size_t i = 0; i < 2; ++i) {
      auto found = seconds_in(reports[i]);
      if (const auto* what = std::get_if<Sentence>(&found)) return refuse_file(files[i], *what);
      samples[i] = std::move(std::get<Samples>(found));
    }
  for (std::size_t i = 0; i < 2; ++i)
    if (!samples[i].troubled.empty())
      return refuse({files[i], 0, 0,
                     say("a load in it ended in trouble, and shows nothing of the lock: {}",
                         samples[i].troubled.front()),
                     say("make that load again, to its end")},
                    Language::english);
  if (loads)
    if (const auto problem = agree_on_labels(options, samples))
      return refuse(*problem, Language::english);
  const std::vector<ComparedFigure> figures = figures_of(samples[0], samples[1]);
  if (figures.empty())
    return refuse_file(options.after,
                       say("it has no figure in common with {}", printable(options.before)));
  if (options.json) {
    print_json(figures, samples[0].seconds);
  } else {
    print_table(figures);
  }
  remark(figures, samples[0], samples[1]);
  const bool worse = std::any_of(figures.begin(), figures.end(),
                                 [](const ComparedFigure& one) { return one.worse(); });
  return worse && !samples[0].seconds ? exit_not_as_expected : exit_as_expected;
}

}  // namespace locklab::app
