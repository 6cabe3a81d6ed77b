#include "app/changes/sliders.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "app/changes/run_settings.h"
#include "lock/strategy.h"

namespace locklab::app {

namespace {

constexpr double least_ms = 0.1;
constexpr double decades = 10;  ///< a range wider than this factor is logarithmic
constexpr std::string_view of_work = "work ";

double in_ms(Duration time) { return static_cast<double>(us(time)) / 1000; }

/// The nearest number with two significant digits, but in steps of at least `least`.
double rounded(double ms, double least) {
  if (ms <= 0) return 0;
  const double step = std::max(std::pow(10.0, std::floor(std::log10(ms)) - 1), least);
  return std::round(std::round(ms / step) * step * 1000) / 1000;
}

/// Sets the range of a slider, extended to include its current value.
Slider between(Slider slider, double from, double to) {
  slider.from = std::min(rounded(from, slider.step), slider.now);
  slider.to = std::max(rounded(to, slider.step), slider.now);
  slider.logarithmic = slider.from > 0 && slider.to / slider.from > decades;
  return slider;
}

const Setting* setting_named(const std::vector<Setting>& all, std::string_view key) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Setting& one) { return one.key == key; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

std::vector<Slider> sliders_of(const ShownRun& run, std::optional<std::size_t> client) {
  if (run.recorded) return {};
  const std::vector<Setting> settings = settings_of(run);
  const sim::Scenario& told = run.told;
  const sim::Scenario& now = run.judged.scenario;
  const double lease = in_ms(told.lock.ttl);
  std::vector<Slider> all;
  const auto setting = [&](std::string_view key, double from, double to, double step) {
    const Setting* const one = setting_named(settings, key);
    if (!one) return;
    Slider slider{std::string(key), fmt::format("setup.{}", key), {}, one->number};
    slider.step = step;
    all.push_back(between(std::move(slider), from, to));
  };
  // Redlock rejects a lease below five timeouts.
  const Strategy* const strategy = find_strategy(now.strategy);
  const bool masters = strategy && strategy->topology == Topology::masters && !now.allow_short_ttl;
  const double least_lease = masters ? 5 * in_ms(now.lock.node_timeout) : 1;
  setting("ttl_ms", std::max(lease / 20, least_lease), std::max(lease * 10, 4 * least_lease),
          1);  // Redis counts whole milliseconds
  setting("latency_ms", std::max(in_ms(now.jitter), least_ms),
          std::max(in_ms(told.latency) * 20, lease / 2), least_ms);
  const std::size_t whose = client && *client < now.clients.size() ? *client : 0;
  if (whose < now.clients.size()) {
    const sim::ClientSpec& one = now.clients[whose];
    const double work = whose < told.clients.size() ? in_ms(told.clients[whose].work) : 0;
    all.push_back(
        between({std::string(of_work) + one.name, "setup.work", one.name, in_ms(one.work)}, 0,
                std::max(work * 3, lease * 3)));
  }
  setting("retry_delay_ms", 1, std::max(in_ms(told.lock.retry_delay) * 10, 100.0), 1);
  return all;
}

double place_of(const Slider& slider, double value) {
  if (slider.to <= slider.from) return 0;
  value = std::clamp(value, slider.from, slider.to);
  if (!slider.logarithmic) return (value - slider.from) / (slider.to - slider.from);
  return std::log(value / slider.from) / std::log(slider.to / slider.from);
}

double value_at(const Slider& slider, double place) {
  place = std::clamp(place, 0.0, 1.0);
  const double value = slider.logarithmic ? slider.from * std::pow(slider.to / slider.from, place)
                                          : slider.from + (slider.to - slider.from) * place;
  return std::clamp(rounded(value, slider.step), slider.from, slider.to);
}

std::string with_slider(const ShownRun& run, const std::string& key, double ms) {
  if (key.starts_with(of_work)) {
    std::vector<sim::ClientSpec> clients = run.judged.scenario.clients;
    for (sim::ClientSpec& client : clients) {
      if (client.name != std::string_view(key).substr(of_work.size())) continue;
      client.work = Duration(std::llround(ms * 1000));
      return with_clients(run, clients);
    }
    return {};
  }
  const std::vector<Setting> settings = settings_of(run);
  const Setting* const found = setting_named(settings, key);
  if (!found) return {};
  Setting setting = *found;
  setting.number = ms;
  return with_setting(run, setting);
}

}  // namespace locklab::app
