#include "app/gui/model/stress_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <tuple>

#include "app/words/value_checks.h"

namespace locklab::app {

std::string StressForm::of_switch(std::string_view strategy, std::string_view name) const {
  const auto lock = switches.find(std::string(strategy));
  if (lock == switches.end()) return {};
  const auto found = lock->second.find(std::string(name));
  return found == lock->second.end() ? std::string() : found->second;
}

void StressForm::set_switch(std::string_view strategy, std::string_view name,
                            const std::string& text) {
  auto& lock = switches[std::string(strategy)];
  if (text.empty()) {
    lock.erase(std::string(name));
  } else {
    lock[std::string(name)] = text;
  }
  if (lock.empty()) switches.erase(std::string(strategy));
}

std::string load_name(const Words& say, const std::string& label) {
  const std::string_view id = std::string_view(label).substr(0, label.find(' '));
  std::string_view rest = std::string_view(label).substr(id.size());
  std::string name(say.lock_name(id));
  constexpr std::string_view cluster = " (cluster of ";
  if (const std::size_t end = rest.find(')');
      rest.starts_with(cluster) && end != std::string_view::npos) {
    name += say.fill("stress.label.cluster", rest.substr(cluster.size(), end - cluster.size()));
    rest.remove_prefix(end + 1);
  }
  return name.append(rest);
}

std::vector<const Switch*> form_switches(const Strategy& strategy) {
  std::vector<const Switch*> all;
  for (const Switch& one : strategy.switches) all.push_back(&one);
  for (const Switch& one : common_switches(strategy))
    if (one.name == "node_timeout_ms") all.push_back(&one);
  return all;
}

std::string switch_option(std::string_view strategy, std::string_view name) {
  return "--set " + std::string(strategy) + " " + std::string(name);
}

double done_part(const StressView& view) {
  const ShownLoad* load = view.running();
  if (!load) return 0;
  const auto seconds = [](Duration time) { return static_cast<double>(us(time)) / 1e6; };
  const double limit = load->work.servers > 0 ? seconds(load->work.limit_time()) : 0;
  const double warm_up = seconds(load->work.warm_up);
  const double wanted = seconds(load->work.duration);
  const double all = 2 * limit + warm_up + wanted;
  double done = 0;
  switch (view.phase) {
    case StressPhase::preparing:
      break;
    case StressPhase::limit_before:
      done = view.part * limit;
      break;
    case StressPhase::warm_up:
      done = limit + view.part * warm_up;
      break;
    case StressPhase::measuring:
      done = limit + warm_up + std::min(static_cast<double>(load->seconds.size()), wanted);
      break;
    case StressPhase::limit_after:
      done = all - (1 - view.part) * limit;
      break;
    default:
      done = all;
      break;
  }
  return all > 0 ? done / all : 0;
}

bool more_is_changed(const StressForm& form) {
  const StressForm usual;
  const auto seldom = [](const StressForm& one) {
    return std::tie(one.connections, one.think, one.warm_up, one.retry, one.rate, one.threads,
                    one.seed);
  };
  if (seldom(form) != seldom(usual) || form.links) return true;
  if (form.own && (form.fsync != usual.fsync || !form.replicas.empty())) return true;
  return std::any_of(form.strategies.begin(), form.strategies.end(),
                     [&](const std::string& id) { return form.switches.contains(id); });
}

bool more_is_wrong(const StressMistakes& mistakes) {
  static constexpr std::array<std::string_view, 9> seldom{
      "--connections", "--think", "--warm-up",     "--retry",   "--rate",
      "--threads",     "--seed",  "--appendfsync", "--replicas"};
  return std::any_of(mistakes.begin(), mistakes.end(), [](const auto& mistake) {
    return mistake.first.starts_with("--set ") ||
           std::find(seldom.begin(), seldom.end(), mistake.first) != seldom.end();
  });
}

std::optional<Duration> pause_of(const StressView& view) {
  if (wrong_milliseconds("", view.lasts_ms)) return std::nullopt;
  double ms = 0;
  std::from_chars(view.lasts_ms.data(), view.lasts_ms.data() + view.lasts_ms.size(), ms);
  return Duration(std::llround(ms * 1e3));
}

std::string_view start_hint(const StressView& view) {
  // The form does not show servers that are not named yet in red.
  if (view.form.awaits_servers() && view.mistakes.size() == 1) return "stress.hint.servers";
  if (!view.mistakes.empty()) return "stress.hint.wrong";
  return view.loads.empty() ? "stress.hint" : "stress.hint.again";
}

std::string_view vain_jump(const StressView& view) {
  const ShownLoad* load = view.running();
  if (load ? load->work.choice == KeyChoice::own : view.form.keys == "own")
    return "stress.jump.own";
  double lease_ms = 0;
  const std::string& typed = view.form.ttl;
  std::from_chars(typed.data(), typed.data() + typed.size(), lease_ms);
  if (load) lease_ms = static_cast<double>(us(load->work.lock.ttl)) / 1e3;
  const auto jump = pause_of(view);
  return jump && static_cast<double>(us(*jump)) / 1e3 <= lease_ms ? "stress.jump.lease" : "";
}

std::vector<std::shared_ptr<const StressResult>> chosen_results(const StressView& view) {
  std::vector<std::shared_ptr<const StressResult>> results;
  for (const ShownLoad& load : view.loads)
    if (load.shown && load.result) results.push_back(load.result);
  return results;
}

}  // namespace locklab::app
