#include "sim/explore/minimise.h"

#include <algorithm>
#include <set>

#include "sim/check/check.h"
#include "sim/scenario/fault_plan.h"
#include "sim/world/simulate.h"

namespace locklab::sim {

namespace {

/// Whether `end` ends what `fault` began.
bool ends(const Fault& end, const Fault& fault) {
  const auto pair = [&](FaultKind begun, FaultKind over) {
    return fault.kind == begun && end.kind == over;
  };
  const bool kinds =
      pair(FaultKind::pause, FaultKind::resume) || pair(FaultKind::kill, FaultKind::restart) ||
      pair(FaultKind::cut, FaultKind::heal) || pair(FaultKind::hold, FaultKind::release);
  return kinds && end.client == fault.client && end.node == fault.node;
}

/// How many faults from `first` on are one strike. A master that dies and the replica that takes
/// its place are a failover; one without the other would be another fault.
std::size_t strike_size(const std::vector<Fault>& faults, std::size_t first) {
  const bool failover = first + 1 < faults.size() && faults[first].kind == FaultKind::kill &&
                        faults[first + 1].kind == FaultKind::promote &&
                        faults[first + 1].trigger == faults[first].trigger;
  return failover ? 2 : 1;
}

class Minimiser {
 public:
  Minimiser(const Scenario& scenario, Property property, const Path& path)
      : scenario_(scenario), property_(property), best_(path) {
    if (const auto event = breaks(path)) best_.steps = *event;
  }

  Path run() {
    join_ends();
    bool smaller = true;
    while (smaller) {
      smaller = leave_out_choices();
      smaller = leave_out_faults() || smaller;
      smaller = move_faults() || smaller;
      smaller = shorten_faults() || smaller;
    }
    return best_;
  }

 private:
  /// The event that breaks the property, if one does.
  std::optional<std::uint32_t> breaks(const Path& path) {
    const Scenario changed = with_path(scenario_, path);
    last_ = simulate(changed);
    const Verdict verdict = check(last_)[static_cast<std::size_t>(property_)];
    if (verdict.kept != Kept::broken) return std::nullopt;
    return static_cast<std::uint32_t>(verdict.event.value_or(last_.size()));
  }

  /// When fault `i` of the best path strikes.
  Duration struck_at(std::size_t i) {
    const Trigger& trigger = best_.faults[i].trigger;
    if (trigger.at) return *trigger.at;
    breaks(best_);
    const auto moments = moments_of(with_path(scenario_, best_).faults, last_);
    return Duration(moments[scenario_.faults.size() + i].value_or(0));
  }

  bool take(Path candidate) {
    const auto event = breaks(candidate);
    if (!event) return false;
    best_ = std::move(candidate);
    best_.steps = *event;
    return true;
  }

  /// "Pauses at 10, resumes at 50" is a pause of 40 ms.
  void join_ends() {
    for (std::size_t i = 0; i < best_.faults.size(); ++i) {
      const Fault& begun = best_.faults[i];
      const auto over =
          std::find_if(best_.faults.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                       best_.faults.end(), [&](const Fault& later) { return ends(later, begun); });
      if (over == best_.faults.end()) continue;
      Path joined = best_;
      Fault& fault = joined.faults[i];
      (fault.kind == FaultKind::kill ? fault.restart_after : fault.duration) =
          *over->trigger.at - struck_at(i);
      joined.faults.erase(joined.faults.begin() + (over - best_.faults.begin()));
      take(std::move(joined));
    }
  }

  bool leave_out_choices() {
    if (best_.schedule.empty()) return false;
    Path without = best_;
    without.schedule = {};
    if (take(std::move(without))) return true;
    bool any = false;
    for (std::size_t i = best_.schedule.draws.size(); i-- > 0;) {
      Path fewer = best_;
      fewer.schedule.draws.erase(fewer.schedule.draws.begin() + static_cast<std::ptrdiff_t>(i));
      any = take(std::move(fewer)) || any;
    }
    for (std::size_t i = best_.schedule.orders.size(); i-- > 0;) {
      Path fewer = best_;
      fewer.schedule.orders.erase(fewer.schedule.orders.begin() + static_cast<std::ptrdiff_t>(i));
      any = take(std::move(fewer)) || any;
    }
    return any;
  }

  bool leave_out_faults() {
    bool any = false;
    for (std::size_t i = best_.faults.size(); i-- > 0;) {
      if (i > 0 && strike_size(best_.faults, i - 1) == 2) --i;
      Path fewer = best_;
      const auto first = fewer.faults.begin() + static_cast<std::ptrdiff_t>(i);
      fewer.faults.erase(first, first + static_cast<std::ptrdiff_t>(strike_size(best_.faults, i)));
      any = take(std::move(fewer)) || any;
    }
    return any;
  }

  /// The instants before `limit` at which something happens.
  std::set<std::int64_t> instants(std::int64_t limit) {
    breaks(best_);
    std::set<std::int64_t> all;
    for (std::size_t i = 0; i < last_.size() && last_[i].at < limit; ++i)
      if (last_[i].at > 0) all.insert(last_[i].at);
    return all;
  }

  /// Moments at which fault `i` might strike earlier: the instants before its own, in their order.
  /// A fault that strikes before an answer may also strike at the beginning of its instant, or
  /// before an earlier answer to the same client.
  std::vector<Trigger> earlier_moments(std::size_t i) {
    const Trigger now = best_.faults[i].trigger;
    std::vector<Trigger> all;
    for (const std::int64_t at : instants(us(struck_at(i)) + (now.at ? 0 : 1)))
      all.emplace_back().at = Duration(at);
    for (std::uint32_t nth = 1; !now.at && nth < now.nth; ++nth) all.emplace_back(now).nth = nth;
    return all;
  }

  /// Moves each fault to the earliest instant at which the promise still breaks, no later than
  /// before.
  bool move_faults() {
    bool any = false;
    for (std::size_t i = 0; i < best_.faults.size(); i += strike_size(best_.faults, i)) {
      const std::size_t size = strike_size(best_.faults, i);
      for (const Trigger& moment : earlier_moments(i)) {
        Path earlier = best_;
        for (std::size_t of_it = i; of_it < i + size; ++of_it)
          earlier.faults[of_it].trigger = moment;
        const std::uint32_t before = best_.steps;
        const auto event = breaks(earlier);
        if (!event || *event > before) continue;
        best_ = std::move(earlier);
        best_.steps = *event;
        any = true;
        break;
      }
    }
    return any;
  }

  /// Shortens each pause, cut or outage as far as the promise still breaks.
  bool shorten_faults() {
    bool any = false;
    for (std::size_t i = 0; i < best_.faults.size(); ++i) {
      const auto length = [&](Fault& fault) -> std::optional<Duration>& {
        return fault.kind == FaultKind::kill ? fault.restart_after : fault.duration;
      };
      const std::optional<Duration> now = length(best_.faults[i]);
      if (!now) continue;
      const std::int64_t begun = us(struck_at(i));
      for (const std::int64_t at : instants(begun + us(*now))) {
        if (at <= begun) continue;
        Path shorter = best_;
        length(shorter.faults[i]) = Duration(at - begun);
        if (!take(std::move(shorter))) continue;
        any = true;
        break;
      }
    }
    return any;
  }

  const Scenario& scenario_;
  Property property_;
  Path best_;
  Trace last_;  ///< of the latest try
};

}  // namespace

Scenario with_path(const Scenario& scenario, const Path& path) {
  Scenario changed = scenario;
  changed.schedule = path.schedule;
  changed.faults.insert(changed.faults.end(), path.faults.begin(), path.faults.end());
  return changed;
}

Path minimise(const Scenario& scenario, Property property, const Path& path) {
  return Minimiser(scenario, property, path).run();
}

}  // namespace locklab::sim
