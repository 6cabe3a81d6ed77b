// `locklab list`: the strategies, scenarios, faults and properties.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/commands.h"
#include "app/cli/exit_status.h"
#include "app/cli/output.h"
#include "app/cli/terminal.h"
#include "app/live/live_limits.h"
#include "app/timeline/scene/paint.h"
#include "app/words/display_text.h"
#include "lock/strategy.h"
#include "sim/scenario/promises.h"
#include "sim/scenario/run_name.h"
#include "sim/trace/json_text.h"
#include "sim/trace/problem.h"
#include "sim/trace/sentence.h"
#include "sim/trace/time_words.h"

namespace locklab::app {

namespace {

using Json = nlohmann::ordered_json;

/// An entry of a list: a name, with sentences in a second column.
struct Entry {
  std::string name;
  std::vector<std::string> lines;
};

/// A list as text and as JSON, in the same order.
struct List {
  std::string_view kind;
  std::vector<Entry> entries;
  Json items = Json::array();
};

std::string print_text(const std::vector<Entry>& entries) {
  const TextOptions options = terminal_options();
  std::size_t widest = 0;
  for (const Entry& entry : entries) widest = std::max(widest, display_width(entry.name));
  const std::size_t indent = std::min(widest + 2, options.width / 2);
  std::string out;
  for (const Entry& entry : entries) {
    bool first = true;
    for (const std::string& sentence : entry.lines)
      for (const std::string& line : wrap(sentence, options.width - indent)) {
        const std::string name = first ? pad(entry.name, indent) : std::string(indent, ' ');
        // A name too wide for its column gets its own line.
        if (first && display_width(entry.name) + 2 > indent) {
          out += toned(entry.name, Tone::strong, options.colour) + "\n" + std::string(indent, ' ');
        } else {
          out += toned(name, Tone::strong, options.colour);
        }
        out += line + "\n";
        first = false;
      }
  }
  return out;
}

std::vector<std::string> promises_of(const Strategy& strategy) {
  std::vector<std::string> promises;
  for (std::size_t i = 0; i < sim::property_count; ++i)
    if (sim::promised_by(strategy.id).has(static_cast<sim::Property>(i)))
      promises.emplace_back(name(static_cast<sim::Property>(i)));
  return promises;
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

/// The value of a switch as --set accepts it.
std::string written(const Switch& one, std::int64_t value) {
  switch (one.type) {
    case SwitchType::duration:
      return sim::ms_number(Duration(value));
    case SwitchType::choice:
      return std::string(one.words[static_cast<std::size_t>(value)]);
    case SwitchType::flag:
      return value != 0 ? "true" : "false";
    case SwitchType::count:
      break;
  }
  return std::to_string(value);
}

std::string values_of(const Switch& one) {
  if (one.type == SwitchType::flag) return "true | false";
  if (one.type != SwitchType::choice)
    return fmt::format("{} .. {}", written(one, one.least), written(one, one.most));
  std::string words;
  for (const std::string_view word : one.words)
    words.append(words.empty() ? "" : " | ").append(word);
  return words;
}

std::string_view name(SwitchType type) {
  constexpr std::array<std::string_view, 4> names{"choice", "duration", "count", "flag"};
  return names[static_cast<std::size_t>(type)];
}

/// The default of a switch; nullopt if it is not set, or derived from other settings.
std::optional<std::string> default_of(const Switch& one, const Strategy& strategy) {
  const std::optional<std::int64_t> value = one.get(default_lock(strategy));
  return value ? std::optional(written(one, *value)) : std::nullopt;
}

Json as_json(const Switch& one, const Strategy& strategy) {
  Json out{{"name", one.name}, {"type", name(one.type)}};
  if (one.type == SwitchType::choice) {
    out["words"] = std::vector<std::string>(one.words.begin(), one.words.end());
  } else if (one.type != SwitchType::flag) {
    out["range"] = values_of(one);
  }
  if (const auto usual = default_of(one, strategy)) out["default"] = *usual;
  out["meaning"] = one.meaning;
  return out;
}

std::string in_words(const Switch& one, const Strategy& strategy, Language language) {
  const Sentence meaning = Sentence::text(one.meaning);
  const auto usual = default_of(one, strategy);
  return told(usual ? say("{} = {} ({} unless set): {}", one.name, values_of(one), *usual, meaning)
                    : say("{} = {}: {}", one.name, values_of(one), meaning),
              language);
}

List list_strategies(Language language) {
  List all{.kind = "strategies"};
  for (const Strategy& strategy : locklab::strategies()) {
    const std::vector<std::string> promises = promises_of(strategy);
    Json switches = Json::array();
    for (const Switch& one : strategy.switches) switches.push_back(as_json(one, strategy));
    all.items.push_back({{"id", strategy.id},
                         {"title", strategy.title},
                         {"goes_wrong", strategy.summary},
                         {"promises", promises},
                         {"switches", switches},
                         {"file", strategy.file}});
    Entry entry{std::string(strategy.id), {std::string(told(strategy.title, language))}};
    const auto line = [&](const Sentence& label, std::string_view text) {
      entry.lines.push_back(told(label, language) + std::string(text));
    };
    line(say("goes wrong: "), told(strategy.summary, language));
    line(say("promises:   "), promises.empty() ? told(say("nothing"), language) : joined(promises));
    for (const Switch& one : strategy.switches)
      line(say("switch:     "), in_words(one, strategy, language));
    all.entries.push_back(std::move(entry));
  }
  return all;
}

/// Whether the scenario can run on the lab's own servers.
bool runs_live(const sim::Library& library, const std::string& scenario) {
  sim::RunName run;
  run.scenario = scenario;
  const auto opened = sim::open_run(library, run);
  const auto* found = std::get_if<sim::OpenedRun>(&opened);
  return found && !not_available_live(found->scenario, {});
}

List list_scenarios(const sim::Library& library, const ListOptions& options, int& status) {
  const auto title_of = [&](std::string_view title) {
    return printable(told(title, options.language));
  };
  List all{.kind = "scenarios"};
  for (const sim::ScenarioEntry& scenario : library.list()) {
    if (scenario.problem) {
      complain(sim::sentence(*scenario.problem), options.language);
      status = exit_bad_input;
      continue;
    }
    Json variations = Json::array();
    Entry entry{scenario.name, {title_of(scenario.title) + " (" + scenario.strategy + ")"}};
    for (const sim::VariationName& variation : scenario.variations) {
      variations.push_back(variation.name);
      const std::string title =
          variation.title == scenario.title ? "" : ": " + title_of(variation.title);
      entry.lines.push_back("/" + variation.name + title);
    }
    all.items.push_back({{"name", scenario.name},
                         {"title", scenario.title},
                         {"failure", scenario.failure},
                         {"strategy", scenario.strategy},
                         {"variations", variations},
                         {"live", options.json && runs_live(library, scenario.name)}});
    all.entries.push_back(std::move(entry));
  }
  return all;
}

List list_faults(Language language) {
  List all{.kind = "faults"};
  for (std::size_t i = 0; i < static_cast<std::size_t>(sim::FaultKind::count_); ++i) {
    const auto kind = static_cast<sim::FaultKind>(i);
    all.items.push_back({{"name", name(kind)}, {"meaning", meaning(kind)}});
    all.entries.push_back({std::string(name(kind)), {std::string(told(meaning(kind), language))}});
  }
  return all;
}

List list_properties(Language language) {
  List all{.kind = "properties"};
  for (std::size_t i = 0; i < sim::property_count; ++i) {
    const auto property = static_cast<sim::Property>(i);
    all.items.push_back({{"name", name(property)},
                         {"chinese", chinese_name(property)},
                         {"meaning", meaning(property)}});
    all.entries.push_back({fmt::format("{} {}", pad(name(property), 19), chinese_name(property)),
                           {std::string(told(meaning(property), language))}});
  }
  return all;
}

/// What can be listed.
List list_lists(Language language) {
  List all{.kind = "lists"};
  const auto add = [&](const char* kind, const Sentence& meaning) {
    all.items.push_back(kind);
    all.entries.push_back({kind, {told(meaning, language)}});
  };
  add("strategies", say("the locks: how each works, what goes wrong with it, its settings"));
  add("scenarios", say("the stories, and their variations"));
  add("faults", say("what may go wrong in a run"));
  add("properties", say("what a lock may promise"));
  return all;
}

/// The part of a list with this name, in small or capital letters. Of a scenario's name the
/// beginning is enough.
List named_in(const List& all, std::string_view name) {
  List found{.kind = all.kind};
  for (std::size_t i = 0; i < all.entries.size(); ++i) {
    const Json& item = all.items[i];
    const std::string own = item[item.contains("id") ? "id" : "name"];
    if (!sim::begins_alike(own, name)) continue;
    if (own.size() != name.size() && all.kind != "scenarios") continue;
    found.entries.push_back(all.entries[i]);
    found.items.push_back(item);
  }
  return found;
}

/// Prints lists below each other.
void print_lists(const std::vector<List>& lists, bool json) {
  Json object = Json::object();
  std::string text;
  for (const List& list : lists) {
    if (list.entries.empty() && lists.size() > 1) continue;
    object[std::string(list.kind)] = list.items;
    text += print_text(list.entries);
  }
  print(json ? json_text(object, 2) + "\n" : text);
}

}  // namespace

int list_command(const sim::Library& library, const ListOptions& options) {
  static constexpr std::array<std::string_view, 4> kinds{"strategies", "scenarios", "faults",
                                                         "properties"};
  int status = exit_as_expected;
  const Language language = options.language;
  if (options.what.empty()) {
    print_lists({list_lists(language)}, options.json);
    return status;
  }
  const bool is_kind = std::find(kinds.begin(), kinds.end(), options.what) != kinds.end();
  std::vector<List> found;
  for (const std::string_view kind : kinds) {
    if (is_kind && kind != options.what) continue;
    const List all = kind == "strategies"  ? list_strategies(language)
                     : kind == "scenarios" ? list_scenarios(library, options, status)
                     : kind == "faults"    ? list_faults(language)
                                           : list_properties(language);
    found.push_back(is_kind ? all : named_in(all, options.what));
  }
  const auto is_empty = [](const List& list) { return list.entries.empty(); };
  if (!is_kind && std::all_of(found.begin(), found.end(), is_empty))
    return refuse({"", 0, 0, say("'{}' cannot be listed", printable(options.what)),
                   sim::use_instead(options.what, kinds)},
                  language);
  print_lists(found, options.json);
  return status;
}

}  // namespace locklab::app
