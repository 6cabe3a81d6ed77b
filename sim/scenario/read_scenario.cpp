#include "sim/scenario/read_scenario.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <utility>

#include "lock/strategy.h"
#include "sim/scenario/build_scenario.h"
#include "sim/scenario/check_together.h"
#include "sim/scenario/measure.h"
#include "sim/scenario/read_parts.h"
#include "sim/scenario/trigger.h"

namespace locklab::sim {

std::string name_of_added_fault(std::size_t index, std::size_t count) {
  return count == 1 ? "fault" : fmt::format("fault {}", index + 1);
}

namespace {

/// One of a file's [[variation]] tables.
struct Variation {
  const Value* table = nullptr;
  const Value* set = nullptr;
  const Value* expect = nullptr;  ///< null if it expects nothing
  std::string name, title, story;
};

Variation read_variation(const Value& value, Complaints& complaints) {
  Variation variation;
  variation.table = &value;
  TableReader table(value, "[[variation]]", complaints);
  table.text("name", variation.name);
  table.text("title", variation.title);
  table.text("story", variation.story);
  variation.set = table.field("set", Value::Kind::table);
  variation.expect = table.field("expect", Value::Kind::table);
  table.finish();
  if (!speakable(variation.name))
    complaints.missing(value.at, say("a variation without a name that can be typed"),
                       say("write name = \"saved\""));
  if (!variation.set || variation.set->items.empty())
    complaints.missing(value.at, say("variation '{}' changes nothing", variation.name),
                       say("write set = { ... } with the one measure that it switches"));
  return variation;
}

std::vector<Variation> read_variations(const Value& file, Complaints& complaints) {
  std::vector<Variation> all;
  const Value* list = file.find("variation");
  if (!list) return all;
  if (!list->is_array())
    complaints.wrong(list->at, say("'{}' must be a list of tables", "variation"),
                     say("write [[{}]]", "variation"));
  for (std::size_t i = 0; list->is_array() && i < list->items.size(); ++i) {
    if (!list->items[i].is_table()) {
      complaints.wrong(list->items[i].at, say("[[variation]] must be a table"));
      continue;
    }
    all.push_back(read_variation(list->items[i], complaints));
    for (std::size_t k = 0; k + 1 < all.size(); ++k)
      if (all[k].name == all.back().name)
        complaints.wrong(list->items[i].at, say("a second variation called '{}'", all[k].name),
                         say("give it a name of its own"));
  }
  return all;
}

std::vector<std::string_view> names_of(const Strategy& strategy) {
  std::vector<std::string_view> names;
  for (const Switch& one : strategy.switches) names.push_back(one.name);
  return names;
}

/// Advice on a switch that `strategy` does not read.
Sentence what_reads(std::string_view key, const Strategy* strategy) {
  std::vector<std::string_view> ids;
  for (const Strategy& other : strategies())
    if (find_switch(other, key)) ids.push_back(other.id);
  if (!strategy || strategy->switches.empty())
    return say("leave it out, or take a strategy that reads it: {}", listed(ids));
  return say("leave it out, take a strategy that reads it ({}), or set what {} reads: {}",
             listed(ids), strategy->id, listed(names_of(*strategy)));
}

/// Complains about switches that none of the strategies `readers` reads: they would have no effect.
void check_switches(const Value& table, const std::vector<std::string>& readers,
                    Complaints& complaints) {
  for (const Value& field : table.items) {
    if (!is_switch(field.key)) continue;
    const bool read = std::any_of(readers.begin(), readers.end(),
                                  [&](const std::string& id) { return reads(id, field.key); });
    if (read) continue;
    complaints.wrong(field.key_at, say("{} does not read '{}'", readers.front(), field.key),
                     what_reads(field.key, find_strategy(readers.front())));
  }
}

/// A scenario's file, with its base and its variations.
class ScenarioFile {
 public:
  ScenarioFile(std::string_view text, std::string_view file)
      : file_(file), hash_(content_hash(text)) {
    if (text.size() > largest_scenario_file) {
      problem_ =
          Problem{file_, 0, 0, say("the file is too large for a scenario"), say("at most 1 MiB")};
      return;
    }
    auto parsed = parse_toml(text, file, 0);
    if (Problem* problem = std::get_if<Problem>(&parsed)) {
      problem_ = std::move(*problem);
      return;
    }
    tree_ = std::move(std::get<Value>(parsed));
    Complaints complaints({file_});
    variations_ = read_variations(tree_, complaints);
    if (complaints.any()) problem_ = complaints.problem();
    check_all();
  }

  std::variant<Scenario, Problem> read(std::string_view name, const Changes& changes) const {
    auto tree = changed(name, changes);
    if (Problem* problem = std::get_if<Problem>(&tree)) return std::move(*problem);
    auto made = made_of(std::move(std::get<Changed>(tree)));
    if (Scenario* scenario = std::get_if<Scenario>(&made); scenario && changes.seed)
      scenario->seed = *changes.seed;
    return made;
  }

  std::variant<std::string, Problem> as_file(std::string_view name, const Changes& changes,
                                             const Expectation& expect,
                                             const std::optional<StoryText>& story) const {
    const auto made = read(name, changes);
    if (const Problem* problem = std::get_if<Problem>(&made)) return *problem;
    auto changed_tree = changed(name, changes);
    Value& tree = std::get<Changed>(changed_tree).tree;
    const Scenario& scenario = std::get<Scenario>(made);
    for (const std::string_view key : {"variation", "failure", "expect", "clients", "nodes"})
      tree.erase(key);
    std::erase_if(tree.items, [&](const Value& item) {
      return is_switch(item.key) && !reads(scenario.strategy, item.key);
    });
    tell(tree, story.value_or(StoryText{scenario.title, scenario.story, scenario.notes}));
    tree.put(seed_value(scenario.seed));
    Value expected;
    expected.key = "expect";
    for (std::size_t i = 0; i < property_count; ++i)
      if (const std::optional<Kept> kept = expect.verdicts[i])
        expected.put(Value::of(sim::name(static_cast<Property>(i)), sim::name(*kept)));
    if (!expected.items.empty()) tree.put(std::move(expected));
    return to_toml_file(tree);
  }

 private:
  /// The seed as a value: an integer, or a text if it is above TOML's largest integer.
  static Value seed_value(std::uint64_t seed) {
    Value value = Value::of("seed", fmt::format("{}", seed));
    if (seed > INT64_MAX) return value;
    value.kind = Value::Kind::integer;
    value.integer = static_cast<std::int64_t>(seed);
    return value;
  }

  static void tell(Value& tree, const StoryText& story) {
    for (const auto& [key, text] :
         {std::pair<std::string_view, const std::string&>{"title", story.title},
          {"story", story.story},
          {"notes", story.notes}}) {
      if (text.empty()) {
        tree.erase(key);
      } else {
        tree.put(Value::of(key, text));
      }
    }
  }

  /// The tree of a run's scenario, with its origin.
  struct Changed {
    const Variation* variation = nullptr;
    std::string own;  ///< the strategy that the scenario was written for
    Value tree;
    std::vector<Value> changes;  ///< overrides from outside the file
    Complaints complaints;
  };

  std::variant<const Variation*, Problem> find(std::string_view name) const {
    if (problem_) return *problem_;
    if (name.empty()) return nullptr;
    std::vector<std::string_view> names;
    const Variation* but_for_case = nullptr;
    for (const Variation& v : variations_) {
      if (v.name == name) return &v;
      if (v.name.size() == name.size() && begins_alike(v.name, name)) but_for_case = &v;
      names.push_back(v.name);
    }
    if (but_for_case) return but_for_case;
    return Problem{file_, 0, 0, say("the scenario has no variation '{}'", name),
                   names.empty() ? say("it has no variations") : use_instead(name, names)};
  }

  /// Checks the base and every variation, so that a mistake in any of them is reported.
  void check_all() {
    if (problem_) return;
    const auto base = make(nullptr);
    if (const Problem* problem = std::get_if<Problem>(&base)) problem_ = *problem;
    std::vector<std::string> readers{problem_ ? "" : std::get<Scenario>(base).strategy};
    for (std::size_t i = 0; i < variations_.size() && !problem_; ++i) {
      const auto made = make(&variations_[i]);
      if (const Problem* problem = std::get_if<Problem>(&made)) {
        problem_ = *problem;
        return;
      }
      readers.push_back(std::get<Scenario>(made).strategy);
      check_difference(variations_[i], std::get<Scenario>(base), std::get<Scenario>(made));
    }
    Complaints complaints({file_});
    check_switches(tree_, readers, complaints);
    if (!problem_ && complaints.any()) problem_ = complaints.problem();
  }

  void check_difference(const Variation& variation, const Scenario& base, const Scenario& made) {
    Scenario same = made;
    same.name = base.name;
    same.title = base.title;
    same.story = base.story;
    same.expect = base.expect;
    Complaints complaints({file_});
    if (same == base)
      complaints.wrong(variation.set->at, say("variation '{}' changes nothing", variation.name),
                       say("the scenario has what it sets already"));
    check_switches(*variation.set, {made.strategy}, complaints);
    if (complaints.any()) problem_ = complaints.problem();
  }

  std::variant<Changed, Problem> changed(std::string_view name, const Changes& changes) const {
    const auto variation = find(name);
    if (const Problem* problem = std::get_if<Problem>(&variation)) return *problem;
    std::vector<Value> measures;
    std::vector<Value> faults;
    if (!changes.set.empty()) {
      auto set = parse_change("set", changes.set, 1);
      if (Problem* problem = std::get_if<Problem>(&set)) return std::move(*problem);
      measures.push_back(std::move(std::get<Value>(set)));
    }
    for (const std::string& text : changes.faults) {
      auto fault =
          parse_change("fault", text, first_fault + static_cast<std::uint32_t>(faults.size()));
      if (Problem* problem = std::get_if<Problem>(&fault)) return std::move(*problem);
      faults.push_back(std::move(std::get<Value>(fault)));
    }
    if (!changes.strategy.empty()) {
      if (!find_strategy(changes.strategy))
        return Problem{"", 0, 0, say("'{}' is not a strategy", changes.strategy),
                       use_instead(changes.strategy, strategy_ids())};
      Value measure;
      measure.put(Value::of("strategy", changes.strategy));
      measures.push_back(std::move(measure));
    }
    return tree_of(std::get<const Variation*>(variation), std::move(measures), faults);
  }

  /// Parses `text` as a table: the value of `key`.
  static std::variant<Value, Problem> parse_change(std::string_view key, std::string_view text,
                                                   std::uint32_t source) {
    auto parsed = parse_toml(fmt::format("{}={}", key, text), key, source);
    if (std::holds_alternative<Problem>(parsed)) return parsed;
    Value& root = std::get<Value>(parsed);
    if (root.items.size() != 1 || !root.items[0].is_table())
      return Problem{std::string(key), 0, 0, say("'{}' is not a table", text),
                     say("write {}={...} on one line", key)};
    return std::move(root.items[0]);
  }

  /// The source number of the first fault added by a run.
  static constexpr std::uint32_t first_fault = 2;

  /// The names of all sources of a run that adds `faults` faults, by number.
  std::vector<std::string> sources(std::size_t faults) const {
    std::vector<std::string> names{file_, "set"};
    for (std::size_t i = 0; i < faults; ++i) names.push_back(name_of_added_fault(i, faults));
    return names;
  }

  Changed tree_of(const Variation* variation, std::vector<Value> changes,
                  const std::vector<Value>& faults) const {
    std::vector<const Value*> measures;
    if (variation) measures.push_back(variation->set);
    for (const Value& change : changes) measures.push_back(&change);
    const Value* strategy = variation ? variation->set->find("strategy") : nullptr;
    if (!strategy) strategy = tree_.find("strategy");
    Changed made{variation,
                 strategy && strategy->is_text() ? strategy->text : "",
                 {},
                 {},
                 Complaints(sources(faults.size()))};
    made.tree = with_measures(tree_, measures, made.own, made.complaints);
    add_faults(made.tree, faults);
    if (variation) {
      made.tree.erase("expect");
      if (variation->expect) made.tree.put(*variation->expect);
    }
    made.changes = std::move(changes);
    return made;
  }

  std::variant<Scenario, Problem> made_of(Changed changed) const {
    Complaints& complaints = changed.complaints;
    Scenario scenario = build_scenario(changed.tree, changed.own, complaints);
    for (const Value& change : changed.changes)
      check_switches(change, {scenario.strategy}, complaints);
    if (complaints.any()) return complaints.problem();
    name_it(scenario, changed.variation);
    if (scenario.strategy != changed.own) scenario.expect = {};
    return scenario;
  }

  std::variant<Scenario, Problem> make(const Variation* variation) const {
    return made_of(tree_of(variation, {}, {}));
  }

  static void add_faults(Value& tree, const std::vector<Value>& faults) {
    if (faults.empty()) return;
    if (!tree.find("fault")) {
      Value list;
      list.kind = Value::Kind::array;
      list.key = "fault";
      tree.put(std::move(list));
    }
    Value& list = *tree.find("fault");
    list.items.insert(list.items.end(), faults.begin(), faults.end());
  }

  void name_it(Scenario& scenario, const Variation* variation) const {
    scenario.name = scenario_name(file_);
    scenario.content_hash = hash_;
    if (scenario.title.empty()) scenario.title = scenario.name;
    for (const Variation& v : variations_)
      scenario.variations.push_back({v.name, v.title.empty() ? scenario.title : v.title});
    if (!variation) return;
    scenario.name += "/" + variation->name;
    if (!variation->title.empty()) scenario.title = variation->title;
    if (!variation->story.empty()) scenario.story = variation->story;
  }

  std::string file_;
  std::uint64_t hash_;
  Value tree_;
  std::vector<Variation> variations_;  ///< point into tree_
  std::optional<Problem> problem_;
};

}  // namespace

std::variant<Scenario, Problem> read_scenario(std::string_view text, std::string_view file,
                                              std::string_view variation, const Changes& changes) {
  return ScenarioFile(text, file).read(variation, changes);
}

std::variant<std::string, Problem> scenario_as_file(std::string_view text, std::string_view file,
                                                    std::string_view variation,
                                                    const Changes& changes,
                                                    const Expectation& expect,
                                                    const std::optional<StoryText>& story) {
  return ScenarioFile(text, file).as_file(variation, changes, expect, story);
}

std::string scenario_name(std::string_view file) {
  const std::size_t slash = file.find_last_of('/');
  if (slash != std::string_view::npos) file.remove_prefix(slash + 1);
  if (file.ends_with(".toml")) file.remove_suffix(5);
  return std::string(file);
}

std::uint64_t content_hash(std::string_view text) { return XXH3_64bits(text.data(), text.size()); }

}  // namespace locklab::sim
