#include "app/workshop/load_work.h"

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/changes/switch_value.h"
#include "app/load/stress_spec.h"
#include "app/runs/live_target.h"
#include "app/stress/load/lock_setting.h"
#include "app/stress/load/run_stress.h"
#include "app/stress/report/part_file.h"
#include "app/stress/report/report_data.h"
#include "app/stress/report/report_html.h"
#include "app/stress/report/report_text.h"
#include "app/stress/report/report_trouble.h"
#include "app/timeline/shown_run.h"
#include "app/words/display_text.h"
#include "app/words/figures.h"
#include "sim/trace/json_text.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"
#include "sim/trace/whole_file.h"

namespace locklab::app {

namespace {

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

/// Applies the form's switches, already checked, to the lock of a load.
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
    if (form.awaits_servers()) {
      mistakes["--redis"] = say("name at least one server, such as 127.0.0.1:6379");
    } else if (const auto* problem = std::get_if<LiveProblem>(&servers)) {
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

/// The reason why an ordered fault has no target or no effect.
Sentence why_not(const Strike& strike) {
  if (!strike.at_server()) return say("this fault cannot be injected into this load");
  const std::string server = fmt::format("n{}", *strike.node + 1);
  return strike.fault.kind == sim::FaultKind::restart
             ? say("no effect: {} is up", server)
             : say("no effect: {} does not answer", server);
}

}  // namespace

StressMistakes mistakes_of(const StressForm& form) {
  StressMistakes mistakes;
  wanted_by(form, mistakes);
  return mistakes;
}

ShownLoad shown_load(std::shared_ptr<const StressResult> result) {
  const StressResult& r = *result;
  ShownLoad load{.work = r.work};
  for (std::size_t i = 0; i < r.shown_seconds(); ++i) load.seconds.push_back(r.second(i));
  load.shares = shares_of(r.measures.acquired_by_client);
  load.limit = r.limit();
  load.remarks = r.warnings;
  for (const Sentence& line : troubles_of(r)) load.remarks.push_back(line);
  if (!r.share() && r.limit_state() != LimitState::none) load.remarks.push_back(how_fast(r));
  if (r.left) load.remarks.push_back(sentence(*r.left));
  load.violations_so_far = violation_count(r);
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
      say("tick 'Allow slowing other users', or choose servers that the lab starts");
  options.keeps_windows = true;
  options.orders = &orders;
  options.phase = [&](StressPhase phase) { tell(intent::LoadEnters{job, phase}); };
  options.part = [&](double part) { tell(intent::LoadGoesOn{job, part}); };
  options.ordered = [&](const Strike& strike) { tell(intent::LoadStruck{job, strike}); };
  options.refused = [&](const Strike& strike) {
    tell(intent::LoadNotStruck{job, why_not(strike)});
  };
  options.progress = [&](const StressProgress& now) { tell(intent::LoadGrows{job, now}); };
  for (const StressWork& work : wanted.works) {
    orders.take();  // discards orders that came too late for the previous load
    const auto nth = static_cast<std::size_t>(&work - wanted.works.data()) + 1;
    tell(intent::LoadBegins{job, {.nth = nth, .of = wanted.works.size(), .work = work}});
    auto result = run_stress(work, options, stopped);
    if (const auto* problem = std::get_if<LiveProblem>(&result))
      return tell(intent::LoadsOver{job, sentence(*problem)});
    if (!orders.take().empty())
      tell(intent::LoadNotStruck{job, say("the fault came too late: the load was over")});
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
