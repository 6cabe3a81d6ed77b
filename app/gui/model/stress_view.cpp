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
  const double all = 2 * load->limit_s + load->warm_up_s + load->wanted_s;
  double done = 0;
  switch (view.phase) {
    case LoadPhase::preparing:
      break;
    case LoadPhase::limit_before:
      done = view.part * load->limit_s;
      break;
    case LoadPhase::warm_up:
      done = load->limit_s + view.part * load->warm_up_s;
      break;
    case LoadPhase::measuring:
      done = load->limit_s + load->warm_up_s +
             std::min(static_cast<double>(load->points.size()), load->wanted_s);
      break;
    case LoadPhase::limit_after:
      done = all - (1 - view.part) * load->limit_s;
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

std::optional<std::uint64_t> pause_us(const StressView& view) {
  if (wrong_milliseconds("", view.lasts_ms)) return std::nullopt;
  double ms = 0;
  std::from_chars(view.lasts_ms.data(), view.lasts_ms.data() + view.lasts_ms.size(), ms);
  return static_cast<std::uint64_t>(std::llround(ms * 1e3));
}

std::string_view vain_jump(const StressView& view) {
  const ShownLoad* load = view.running();
  double lease_ms = 0;
  if (load) {
    lease_ms = load->lease_ms;
  } else {
    const std::string& typed = view.form.ttl;
    std::from_chars(typed.data(), typed.data() + typed.size(), lease_ms);
  }
  if (load ? !load->shared : view.form.keys == "own") return "stress.jump.own";
  const auto jump = pause_us(view);
  return jump && static_cast<double>(*jump) / 1e3 <= lease_ms ? "stress.jump.lease" : "";
}

std::vector<std::shared_ptr<const StressResult>> chosen_results(const StressView& view) {
  std::vector<std::shared_ptr<const StressResult>> results;
  for (const ShownLoad& load : view.loads)
    if (load.shown && load.result) results.push_back(load.result);
  return results;
}

std::string_view name(LoadPhase phase) {
  static constexpr std::array<std::string_view, static_cast<std::size_t>(LoadPhase::count_)> names{
      "preparing", "limit_before", "warm_up", "measuring", "limit_after", "cleaning"};
  return names[static_cast<std::size_t>(phase)];
}

}  // namespace locklab::app
