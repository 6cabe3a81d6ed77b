#include "app/workshop/load_work.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/changes/switch_value.h"
#include "app/runs/live_target.h"
#include "app/stress/lock_setting.h"
#include "app/stress/part_clock.h"
#include "app/stress/part_file.h"
#include "app/stress/report_data.h"
#include "app/stress/report_html.h"
#include "app/stress/report_text.h"
#include "app/stress/report_trouble.h"
#include "app/stress/run_stress.h"
#include "app/stress/stress_spec.h"
#include "app/stress/work_words.h"
#include "app/timeline/shown_run.h"
#include "app/words/display_text.h"
#include "app/words/figures.h"
#include "sim/trace/json_text.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"
#include "sim/trace/whole_file.h"

namespace locklab::app {

namespace {

// The screen's phases are the same as the load's.
static_assert(static_cast<int>(LoadPhase::count_) == static_cast<int>(StressPhase::count_));

/// The field's problem, worded for display next to the field.
Sentence at_field(sim::Problem problem) {
  problem.file.clear();
  return sim::sentence(problem);
}

/// Reads the form's fields, and collects the mistakes in them.
class Reader {
 public:
  Reader(const StressForm& form, StressMistakes& mistakes) : form_(form), mistakes_(mistakes) {}

  StressSpec spec() {
    StressSpec spec;
    spec.strategies.clear();
    for (const std::string& id : form_.strategies)
      spec.strategies += (spec.strategies.empty() ? "" : ",") + id;
    if (form_.own && form_.servers > 0) (form_.cluster ? spec.cluster : spec.local) = form_.servers;
    if (!form_.own) spec.redis = form_.named;
    read("--clients", form_.clients, spec.clients);
    read("--connections", form_.connections, spec.connections);
    spec.keys = form_.keys;
    std::uint64_t locks = 1;
    if (form_.chooses_locks() && read("--keys", form_.locks, locks))
      spec.keys += ":" + std::to_string(locks);
    std::uint64_t hold = 0;
    double retry = 0;
    if (!form_.hold.empty() && read("--hold", form_.hold, hold)) spec.hold_us = hold;
    read("--think", form_.think, spec.think_us);
    read("--duration", form_.duration, spec.duration_s);
    read("--warm-up", form_.warm_up, spec.warm_up_s);
    read("--ttl", form_.ttl, spec.ttl_ms);
    if (read("--retry", form_.retry, retry) && form_.retry != StressForm().retry)
      spec.retry_ms = retry;
    read("--rate", form_.rate, spec.rate);
    read("--threads", form_.threads, spec.threads);
    read("--seed", form_.seed, spec.seed);
    if (form_.own) read_own(spec);
    read_switches();
    return spec;
  }

 private:
  /// Reads the options that apply only to the lab's own servers.
  void read_own(StressSpec& spec) {
    std::string all;
    for (const std::string& fsync : form_.fsync) all += (all.empty() ? "" : ",") + fsync;
    if (!all.empty()) spec.appendfsync = all;
    std::uint64_t replicas = 0;
    if (!form_.replicas.empty() && read("--replicas", form_.replicas, replicas))
      spec.replicas = replicas;
  }

  void read_switches() {
    for (const std::string& id : form_.strategies) {
      const Strategy* const strategy = find_strategy(id);
      if (!strategy) continue;  // reported elsewhere
      for (const Switch* one : form_switches(*strategy)) {
        const std::string text = form_.of_switch(id, one->name);
        if (text.empty()) continue;
        auto value = switch_value(*one, text);
        if (auto* problem = std::get_if<sim::Problem>(&value))
          mistakes_[switch_option(id, one->name)] = at_field(std::move(*problem));
      }
    }
  }

  template <class Number>
  bool read(const char* option, const std::string& text, Number& number) {
    if (auto problem = wrong_value(option, text)) {
      mistakes_[option] = at_field(std::move(*problem));
      return false;
    }
    std::from_chars(text.data(), text.data() + text.size(), number);
    return true;
  }

  const StressForm& form_;
  StressMistakes& mistakes_;
};

/// Applies the form's switches, already checked, to the lock.
void set_switches(const StressForm& form, StressWork& work) {
  for (const Switch* one : form_switches(*work.strategy))
    if (const std::string text = form.of_switch(work.strategy->id, one->name); !text.empty())
      set_switch(work, one->name, text);
}

/// The loads of a form, and their servers.
struct Wanted {
  std::vector<StressWork> works;
  LiveTarget target;
};

/// The loads that the form describes; `works` is empty if it has mistakes.
Wanted wanted_by(const StressForm& form, StressMistakes& mistakes) {
  Wanted wanted;
  if (form.strategies.empty()) mistakes["--strategy"] = say("choose at least one lock");
  if (!form.own) {
    auto servers = parse_servers(form.named);
    if (const auto* problem = std::get_if<LiveProblem>(&servers)) {
      mistakes["--redis"] = sentence(*problem);
    } else {
      wanted.target.servers = std::move(std::get<0>(servers));
    }
    wanted.target.login = {form.user, form.password};
  }
  const StressSpec spec = Reader(form, mistakes).spec();
  if (!mistakes.empty()) return wanted;
  auto works = works_of(spec, wanted.target.servers.size(), [&](StressWork& work) {
    set_switches(form, work);
    work.links_may_break = form.links && work.servers > 0;
    return std::optional<sim::Problem>();
  });
  if (auto* problem = std::get_if<sim::Problem>(&works)) {
    // A problem without an option concerns the servers.
    const std::string option = problem->file.empty() ? "--redis" : problem->file;
    mistakes[option] = at_field(std::move(*problem));
    return wanted;
  }
  wanted.works = std::move(std::get<0>(works));
  return wanted;
}

Sentence about(const StressWork& work) {
  const Sentence where = work.cluster > 0    ? say("a cluster of {} masters", work.cluster)
                         : work.servers == 1 ? say("1 server")
                                             : say("{} servers", work.servers);
  return say("{}, {}, {}", how_many_clients(work), whose_locks(work), where);
}

ShownLoad begun(const StressWork& work) {
  ShownLoad load;
  load.label = work.label();
  load.about = about(work);
  load.clients = work.clients;
  load.servers = static_cast<std::uint32_t>(work.servers);
  load.cluster = static_cast<std::uint32_t>(work.cluster);
  load.own_servers = work.own_servers;
  load.links_may_break = work.breaks_links();
  load.has_holders = work.critical_sections();
  load.shared = work.choice != KeyChoice::own;
  load.lease_ms = static_cast<double>(us(work.lock.ttl)) / 1e3;
  load.wanted_s = static_cast<double>(us(work.duration)) / 1e6;
  load.warm_up_s = static_cast<double>(us(work.warm_up)) / 1e6;
  if (work.servers > 0) load.limit_s = static_cast<double>(us(limit_time(work))) / 1e6;
  return load;
}

LoadMark mark_of(const Strike& strike) {
  LoadMark mark;
  mark.at_s = static_cast<double>(us(strike.at)) / 1e6;
  mark.fault = strike.kind;
  mark.whom.kind = strike.at_server()         ? LoadTarget::Kind::server
                   : strike.who == any_holder ? LoadTarget::Kind::holder
                                              : LoadTarget::Kind::client;
  mark.whom.number = strike.who == any_holder ? 0 : strike.who;
  mark.lasts_us = static_cast<std::uint64_t>(us(strike.lasts));
  mark.by_us = us(strike.by);
  mark.refusal = strike.refusal;
  return mark;
}

std::optional<std::uint64_t> quantile(const Histogram& times, std::uint64_t part) {
  return times.empty() ? std::nullopt : std::optional(times.quantile(part, 100));
}

LoadPoint point_of(const StressResult& result, std::size_t i) {
  const Second& second = result.measures.seconds[i];
  const auto scaled = [&](std::uint64_t count) {
    return result.is_partial(i)
               ? static_cast<std::uint64_t>(std::llround(result.per_second(count, i)))
               : count;
  };
  LoadPoint point;
  point.locks = scaled(result.done(second.counts));
  point.p50_us = quantile(second.acquire, 50);
  point.p99_us = quantile(second.acquire, 99);
  point.failures = scaled(second.counts.failures());
  point.violations = scaled(second.violations);
  point.violations_by_tenth = second.violations_by_tenth;
  point.longest_wait_us = static_cast<std::uint64_t>(second.longest_wait_us);
  point.lasted_s = std::min(static_cast<double>(us(result.length_of(i))) / 1e6, 1.0);
  return point;
}

ShownHold shown_hold(const StressResult& result, const Hold& hold) {
  const auto at = [&](std::int64_t us) {
    return static_cast<double>(us - result.measured_from_us) / 1e6;
  };
  ShownHold shown;
  shown.client = hold.client + 1;
  shown.entered_s = at(hold.entered_us);
  if (hold.left_us >= 0) shown.left_s = at(hold.left_us);
  if (hold.token >= 0) shown.token = hold.token;
  return shown;
}

}  // namespace

StressMistakes mistakes_of(const StressForm& form) {
  StressMistakes mistakes;
  wanted_by(form, mistakes);
  return mistakes;
}

void order(StrikeOrders& orders, const LoadMark& mark) {
  Strike strike;
  strike.kind = mark.fault;
  strike.who = mark.whom.kind == LoadTarget::Kind::holder ? any_holder : mark.whom.number;
  strike.lasts = Duration(static_cast<std::int64_t>(mark.lasts_us));
  strike.by = Duration(mark.by_us);
  strike.refusal = mark.refusal;
  orders.add(strike);
}

ShownLoad shown_load(std::shared_ptr<const StressResult> result) {
  const StressResult& r = *result;
  ShownLoad load = begun(r.work);
  for (std::size_t i = 0; i < r.shown_seconds(); ++i) load.points.push_back(point_of(r, i));
  for (const Strike& strike : r.work.strikes) load.marks.push_back(mark_of(strike));
  load.shares = shares_of(r.measures.acquired_by_client);
  load.limit = r.limit();
  load.rate = r.rate();
  load.percent = r.share();
  load.p50_us = quantile(r.measures.acquire, 50);
  load.p99_us = quantile(r.measures.acquire, 99);
  load.fairness = r.fairness();
  load.measured = r.done(r.measures.counts) > 0;
  load.broke_a_promise = broke_a_promise(r);
  load.interrupted = r.interrupted;
  if (r.problem) load.problem = sentence(*r.problem);
  load.remarks = r.warnings;
  for (const Sentence& line : troubles_of(r)) load.remarks.push_back(line);
  if (!load.percent && r.limit_state() != LimitState::none) load.remarks.push_back(how_fast(r));
  if (r.left) load.remarks.push_back(sentence(*r.left));
  for (const std::uint64_t harm : r.harms) load.violations_so_far += harm;
  for (const Violation& one : r.violations)
    load.violations.push_back({std::string(name(one.harm)), one.lock + 1, shown_hold(r, one.first),
                               shown_hold(r, one.second), broken_by(one.harm),
                               one.window != nullptr});
  load.result = std::move(result);
  return load;
}

void run_loads(const StressForm& form, StrikeOrders& orders, std::uint64_t job,
               const std::atomic<bool>& stopped, const Tell& tell) {
  StressMistakes none;
  const Wanted wanted = wanted_by(form, none);
  StressOptions options;
  options.target = wanted.target;
  options.may_be_disturbed = form.disturb;
  options.how_to_allow =
      say("tick 'Others may be slowed down', or choose servers that the lab starts");
  options.keeps_windows = true;
  options.orders = &orders;
  options.phase = [&](StressPhase phase) {
    tell(intent::LoadEnters{job, static_cast<LoadPhase>(phase)});
  };
  options.part = [&](double part) { tell(intent::LoadGoesOn{job, part}); };
  options.ordered = [&](const Strike& strike) { tell(intent::LoadStruck{job, mark_of(strike)}); };
  options.progress = [&](const StressProgress& now) {
    LoadPoint point;
    point.locks = now.locks;
    point.p50_us = now.p50_us;
    point.p99_us = now.p99_us;
    point.failures = now.failures;
    point.violations_by_tenth = now.violations_by_tenth;
    point.longest_wait_us = static_cast<std::uint64_t>(now.longest_wait_us);
    std::optional<double> limit;
    if (now.limit) limit = static_cast<double>(*now.limit);
    tell(intent::LoadGrows{job, point, now.violations, now.shares, limit});
  };
  for (const StressWork& work : wanted.works) {
    orders.take();  // discards orders that came too late for the previous load
    ShownLoad load = begun(work);
    load.nth = static_cast<std::size_t>(&work - wanted.works.data()) + 1;
    load.of = wanted.works.size();
    tell(intent::LoadBegins{job, std::move(load)});
    auto result = run_stress(work, options, stopped);
    if (const auto* problem = std::get_if<LiveProblem>(&result))
      return tell(intent::LoadsOver{job, sentence(*problem)});
    auto kept = std::make_shared<const StressResult>(std::move(std::get<StressResult>(result)));
    tell(intent::LoadEnds{job, shown_load(kept)});
    if (kept->interrupted || kept->problem || stopped) break;
  }
  tell(intent::LoadsOver{job, {}});
}

Intent opened(const sim::Library& library, const work::OpenViolation& wanted, std::uint64_t job) {
  const auto trace = wanted.violation < wanted.result->violations.size()
                         ? wanted.result->violations[wanted.violation].window
                         : nullptr;
  if (!trace) return intent::NotOpened{job, say("nothing was kept of this violation")};
  return intent::Opened{job, make_recorded_run(library, trace->copy())};
}

Intent read(const work::ReadLoads& file, std::uint64_t job) {
  constexpr std::uint64_t most = std::uint64_t{256} << 20;
  const auto refused = [&](const Sentence& what) {
    return intent::LoadsRead{job, {}, say("{}: {}", printable(file.path), what)};
  };
  auto text = sim::read_whole(file.path, most);
  if (const auto* problem = std::get_if<sim::Problem>(&text))
    return intent::LoadsRead{job, {}, sim::sentence(*problem)};
  const auto json = read_json<nlohmann::ordered_json>(std::get<std::string>(text));
  if (json.is_discarded()) return refused(say("it is not JSON"));
  auto results = read_loads(json);
  if (const auto* what = std::get_if<Sentence>(&results)) return refused(*what);
  intent::LoadsRead all{job, {}, {}};
  for (StressResult& result : std::get<0>(results))
    all.loads.push_back(shown_load(std::make_shared<const StressResult>(std::move(result))));
  return all;
}

Intent saved(const work::SaveLoads& save, std::uint64_t job) {
  std::vector<StressResult> results;
  for (const auto& result : save.results) results.push_back(*result);
  const std::string text = save.kind == FileKind::load_json  ? stress_json(results)
                           : save.kind == FileKind::load_csv ? stress_csv(results)
                                                             : stress_html(results, save.language);
  if (const auto problem = sim::write_whole(save.path, {text}))
    return intent::NotSaved{job, sim::sentence(*problem)};
  return intent::Saved{job, save.kind, save.path, {}};
}

}  // namespace locklab::app
