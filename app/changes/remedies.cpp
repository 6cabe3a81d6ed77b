#include "app/changes/remedies.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "app/runs/judged_run.h"
#include "app/runs/vain_faults.h"
#include "lock/strategy.h"

namespace locklab::app {

namespace {

/// The clients that entered with the lock. One that went on without it need not enter in a remedy.
std::set<std::string_view> who_entered(const sim::Trace& trace) {
  std::set<std::string_view> all;
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == sim::EventKind::entered && !sim::without_lock(trace[i]))
      all.insert(trace.client_name(trace[i].client));
  return all;
}

/// Whether the same lock runs with the same faults, clocks and network.
bool has_the_same_trouble(const sim::Scenario& a, const sim::Scenario& b) {
  const auto same_clock = [](const auto& x, const auto& y) {
    return x.clock_offset == y.clock_offset && x.drift_ppm == y.drift_ppm;
  };
  return a.strategy == b.strategy && a.faults == b.faults && a.latency == b.latency &&
         a.jitter == b.jitter && a.links == b.links &&
         std::equal(a.clients.begin(), a.clients.end(), b.clients.begin(), b.clients.end(),
                    same_clock) &&
         std::equal(a.nodes.begin(), a.nodes.end(), b.nodes.begin(), b.nodes.end(), same_clock);
}

class RemedySearch {
 public:
  RemedySearch(const sim::Library& library, const ShownRun& run, const std::atomic<bool>& stopped,
               const CanBreak& can_break)
      : library_(library), run_(run), stopped_(stopped), can_break_(can_break) {}

  std::vector<Remedy> find() {
    try_nodes();
    for (const Setting& setting : settings_of(run_)) {
      if (is_luck(setting)) continue;
      if (setting.kind == SettingKind::milliseconds) try_times(setting);
      if (setting.kind == SettingKind::yes_no && setting.number == 0) try_value(setting, 1);
      if (setting.kind == SettingKind::word) try_words(setting);
    }
    if (std::all_of(found_.begin(), found_.end(), is_a_time)) try_variations();
    try_locks();
    if (std::any_of(found_.begin(), found_.end(),
                    [](const Remedy& one) { return !is_flawed(one); }))
      std::erase_if(found_, is_flawed);
    for (Remedy& one : found_) one.told = one.told || is_told_setting(one);
    // What the story shows comes first; remedies that hold in general come before those that help
    // by luck, and before times that are just long enough.
    std::stable_sort(found_.begin(), found_.end(), [](const Remedy& a, const Remedy& b) {
      const auto rank = [](const Remedy& one) {
        return std::tuple(!one.told, one.by_luck, is_a_time(one), one.needs_servers,
                          one.left_broken.size(), one.sure_of_data);
      };
      return rank(a) < rank(b);
    });
    found_.resize(std::min(found_.size(), most_remedies));
    return std::move(found_);
  }

 private:
  static bool is_a_time(const Remedy& remedy) {
    return remedy.setting && remedy.setting->kind == SettingKind::milliseconds;
  }

  /// Whether the remedy is a lock with an obvious flaw that the story does not show: a student who
  /// meets it as a remedy would learn the flaw.
  static bool is_flawed(const Remedy& remedy) {
    const Strategy* const lock = find_strategy(remedy.strategy);
    return lock && !remedy.told && lock->traits.has(Trait::exclusive) &&
           !lock->traits.has(Trait::releases_failures);
  }

  /// Whether a lock uses several masters and the run's own does not.
  bool needs_servers(const Strategy& lock) const {
    const Strategy* const now = find_strategy(run_.judged.scenario.strategy);
    return lock.topology == Topology::masters && now && now->topology != Topology::masters;
  }

  bool strikes_a_server() const {
    const std::vector<sim::Fault>& faults = run_.judged.scenario.faults;
    return std::any_of(faults.begin(), faults.end(), [](const sim::Fault& fault) {
      return fault.node != no_node && fault.node != resource_node;
    });
  }

  /// Whether the setting can save a run only by luck: the world's latencies, and delays, timeouts
  /// and orders that only affect which client comes first.
  static bool is_luck(const Setting& setting) {
    return setting.key == "latency_ms" || setting.key == "jitter_ms" ||
           setting.key == "node_timeout_ms" || setting.key == "order" ||
           setting.key == "release_all" || setting.key.starts_with("retry_");
  }

  /// Whether the switch has a value that other stories show as a mistake, which can only have
  /// helped by chance.
  static bool is_a_mistake(const Setting& setting) {
    return setting.word == "del_setnx" || setting.word == "wall" || setting.word == "ignore" ||
           (setting.key == "how" && setting.word == "two") ||
           (setting.key == "renew" && setting.word != "lua");
  }

  /// The properties broken before that remain broken in a run; nullopt if the run is no remedy. A
  /// run that no longer loses an update is a remedy, even if other properties remain broken.
  std::optional<std::vector<sim::Property>> left_broken(const std::string& name) const {
    auto opened = open_named(library_, name);
    const auto* run = std::get_if<sim::OpenedRun>(&opened);
    if (!run) return std::nullopt;
    const JudgedRun judged = simulate_and_judge(*run);
    if ((run_.trace().info.promises & ~judged.trace.info.promises) != 0) return std::nullopt;
    std::vector<sim::Property> left;
    bool keeps_data = false;
    for (std::size_t i = 0; i < judged.verdicts.size(); ++i) {
      const sim::Verdict& now = judged.verdicts[i];
      const sim::Verdict& before = run_.judged.verdicts[i];
      const bool was_broken = before.promised && before.kept == sim::Kept::broken;
      const bool is_broken = now.kept == sim::Kept::broken && (now.promised || was_broken);
      if (is_broken && !was_broken) return std::nullopt;
      if (is_broken) left.push_back(now.property);
      if (was_broken && !is_broken && now.kept != sim::Kept::kept) return std::nullopt;
      keeps_data = keeps_data || (now.property == sim::Property::no_lost_update && was_broken &&
                                  now.kept == sim::Kept::kept);
    }
    if (!left.empty() && !keeps_data) return std::nullopt;
    if (!vain_faults(run->scenario.faults, judged.trace).empty()) return std::nullopt;
    const std::set<std::string_view> inside = who_entered(judged.trace);
    const std::set<std::string_view> before = who_entered(run_.trace());
    // A client that no longer enters is not saved, except where a rate limiter admitted too many.
    if (run_.trace().info.quota_limit == 0 &&
        !std::includes(inside.begin(), inside.end(), before.begin(), before.end()))
      return std::nullopt;
    return left;
  }

  /// Whether the run keeps all promises, with the next two seeds, too: once may be luck.
  bool saves(const std::string& name) const {
    constexpr std::uint64_t seeds = 3;
    sim::RunName run = std::get<sim::RunName>(sim::parse_run_name(name));
    const std::uint64_t first = run_.judged.scenario.seed;
    for (std::uint64_t i = 0; i < seeds && !stopped_; ++i) {
      if (i > 0) run.changes.seed = first + i;
      const auto left = left_broken(i == 0 ? name : sim::to_string(run));
      if (!left || !left->empty()) return false;
    }
    return !stopped_;
  }

  bool is_over() const { return stopped_ || found_.size() == most_remedies; }

  bool try_setting(Setting setting, double value) const {
    setting.number = value;
    return saves(with_setting(run_, setting));
  }

  void try_value(Setting setting, double value) {
    if (is_over() || !try_setting(setting, value)) return;
    setting.number = value;
    // A time that is long enough for this fault may be too short for the next one.
    const bool by_luck = setting.kind == SettingKind::milliseconds &&
                         can_lose_what_it_saved(run_.judged.scenario.strategy, {});
    found_.push_back({with_setting(run_, setting), setting, {}, {}, {}, by_luck});
  }

  void try_words(Setting setting) {
    const std::string_view now = setting.word;
    for (const std::string_view word : setting.words) {
      if (is_over() || word == now) continue;
      setting.word = word;
      if (is_a_mistake(setting) || !saves(with_setting(run_, setting))) continue;
      found_.push_back({with_setting(run_, setting), setting, {}, {}, {}, false});
      return;
    }
  }

  /// Tries nodes that lose nothing when the power fails, and nodes whose keys expire by a clock
  /// that nobody can set: the assumptions of a lock on several nodes.
  void try_nodes() {
    for (const BetterNodes better : {BetterNodes::steady_clocks, BetterNodes::synced}) {
      const std::string name = with_better_nodes(run_, better);
      if (!name.empty() && !is_over() && saves(name))
        found_.push_back({name, std::nullopt, {}, words_of(better).english(), {}, false});
    }
  }

  /// Tries greater, then smaller values of a time, and narrows the first good one down to the
  /// smallest change: to 10 ms, or to 1 ms for a time below 100 ms.
  void try_times(const Setting& setting) {
    if (setting.key == "drift_ms" && setting.number == 0) return try_allowances(setting);
    if (setting.number <= 0) return;
    const double step = std::max(setting.number >= 100 ? 10.0 : 1.0, 1.0);
    for (const double factor : {1.25, 1.5, 2.0, 3.0, 5.0, 10.0, 0.75, 0.5, 0.25, 0.1}) {
      if (is_over()) return;
      double good = std::max(1.0, std::round(setting.number * factor / step) * step);
      if (good == setting.number || !try_setting(setting, good)) continue;
      double bad = setting.number;
      while (std::abs(good - bad) > step && !is_over()) {
        const double middle = std::round((good + bad) / 2 / step) * step;
        if (middle == good || middle == bad) break;
        (try_setting(setting, middle) ? good : bad) = middle;
      }
      return try_value(setting, good);
    }
  }

  /// Tries allowances for drift, the smallest first, where there is none.
  void try_allowances(const Setting& setting) {
    for (const double allowance : {1, 2, 5, 10, 20, 50, 100}) {
      if (is_over()) return;
      if (try_setting(setting, allowance)) return try_value(setting, allowance);
    }
  }

  /// Tries the story's other variations with the same lock and the same faults.
  void try_variations() {
    const sim::RunName& now = run_.name;
    for (const sim::VariationName& variation : run_.judged.scenario.variations) {
      if (is_over()) return;
      if (variation.name == now.variation) continue;
      sim::RunName other = now;
      other.variation = variation.name;
      const std::string name = sim::to_string(other);
      auto opened = open_named(library_, name);
      const auto* of = std::get_if<sim::OpenedRun>(&opened);
      if (!of || !has_the_same_trouble(run_.judged.scenario, of->scenario) || !saves(name))
        continue;
      found_.push_back({name, std::nullopt, {}, variation.title, {}, false, false, true});
    }
  }

  /// Adds each lock that saves the run, if no other schedule of its faults breaks what was saved,
  /// or none loses an update, or the story uses the lock.
  void try_locks() {
    for (const Strategy& strategy : strategies()) {
      if (stopped_) return;
      if (strategy.id == run_.judged.scenario.strategy) continue;
      const std::string name = with_strategy(run_, strategy.id);
      const auto left = left_broken(name);
      if (!left) continue;
      const Told told = told_of(strategy.id);
      const bool more = needs_servers(strategy);
      if (more && told == Told::no && !strikes_a_server()) continue;
      const bool by_luck = can_lose_what_it_saved(strategy.id, *left);
      const bool sure_of_data = by_luck && keeps_data_for_sure(strategy.id);
      if (!by_luck || sure_of_data || told != Told::no)
        found_.push_back({name,
                          std::nullopt,
                          strategy.id,
                          {},
                          *left,
                          by_luck && !sure_of_data,
                          sure_of_data,
                          told == Told::as_cure,
                          more});
    }
  }

  /// Whether the run lost an update, and no schedule of its faults does with that lock.
  bool keeps_data_for_sure(std::string_view strategy) const {
    const auto data = static_cast<std::size_t>(sim::Property::no_lost_update);
    const sim::Verdict& before = run_.judged.verdicts[data];
    return before.promised && before.kept == sim::Kept::broken &&
           !can_break_(strategy, sim::Property::no_lost_update);
  }

  enum class Told { no, as_try, as_cure };

  /// Whether a variation of the story uses that lock, and is saved by it.
  Told told_of(std::string_view strategy) const {
    Told told = Told::no;
    for (const sim::VariationName& variation : run_.judged.scenario.variations) {
      sim::RunName other;
      other.scenario = run_.name.scenario;
      other.variation = variation.name;
      auto opened = sim::open_run(library_, other);
      const auto* of = std::get_if<sim::OpenedRun>(&opened);
      if (!of || of->scenario.strategy != strategy) continue;
      if (left_broken(sim::to_string(other))) return Told::as_cure;
      told = Told::as_try;
    }
    return told;
  }

  /// Whether a variation of the story changes the same switch in the same way.
  bool is_told_setting(const Remedy& remedy) const {
    if (!remedy.setting || is_a_time(remedy)) return false;
    const auto& variations = run_.judged.scenario.variations;
    return std::any_of(variations.begin(), variations.end(), [&](const auto& variation) {
      sim::RunName other;
      other.scenario = run_.name.scenario;
      other.variation = variation.name;
      auto made = make_shown_run(library_, sim::to_string(other));
      const auto* run = std::get_if<ShownRunPtr>(&made);
      if (!run || (*run)->judged.scenario.strategy != run_.judged.scenario.strategy) return false;
      const std::vector<Setting> all = settings_of(**run);
      return std::any_of(all.begin(), all.end(), [&](const Setting& one) {
        return one.key == remedy.setting->key && one.word == remedy.setting->word &&
               one.number == remedy.setting->number;
      });
    });
  }

  bool can_lose_what_it_saved(std::string_view strategy,
                              const std::vector<sim::Property>& left) const {
    const auto& verdicts = run_.judged.verdicts;
    return can_break_ && std::any_of(verdicts.begin(), verdicts.end(), [&](const auto& verdict) {
             const bool saved = verdict.promised && verdict.kept == sim::Kept::broken &&
                                std::find(left.begin(), left.end(), verdict.property) == left.end();
             return saved && can_break_(strategy, verdict.property);
           });
  }

  const sim::Library& library_;
  const ShownRun& run_;
  const std::atomic<bool>& stopped_;
  const CanBreak& can_break_;
  std::vector<Remedy> found_;
};

}  // namespace

std::vector<Remedy> find_remedies(const sim::Library& library, const ShownRun& run,
                                  const std::atomic<bool>& stopped, const CanBreak& can_break) {
  if (run.recorded || run.name.scenario.empty() || !breaks_a_promise(run.judged)) return {};
  return RemedySearch(library, run, stopped, can_break).find();
}

}  // namespace locklab::app
