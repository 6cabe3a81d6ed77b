#include "sim/explore/minimise.h"

#include <algorithm>
#include <set>

#include "sim/check/check.h"
#include "sim/scenario/fault_plan.h"
#include "sim/world/simulate.h"

namespace locklab::sim {

namespace {

/// Whether `end` ends the fault, or performs the promotion that it delayed.
bool ends(const Fault& end, const Fault& fault) {
  if (end.kind == FaultKind::promote)
    return fault.kind == FaultKind::promote && end.node == fault.node && !splits(end) &&
           (splits(fault) || fault.after > 0us);
  return end_of(fault.kind) == end.kind && end.client == fault.client && end.node == fault.node;
}

/// The duration of the fault, or the delay until it takes effect; nullopt if it has neither.
std::optional<Duration> length_of(const Fault& fault) {
  if (fault.kind == FaultKind::kill) return fault.restart_after;
  return fault.after > 0us ? std::optional(fault.after) : fault.duration;
}

void set_length(Fault& fault, Duration length) {
  if (fault.kind == FaultKind::kill) {
    fault.restart_after = length;
  } else if (fault.after > 0us) {
    fault.after = length;
  } else {
    fault.duration = length;
  }
}

/// How many faults from `first` on form one injection. A master's death and the promotion of its
/// replica are one failover; separately, they would be different faults.
std::size_t strike_size(const std::vector<Fault>& faults, std::size_t first) {
  const bool failover = first + 1 < faults.size() && faults[first].kind == FaultKind::kill &&
                        faults[first + 1].kind == FaultKind::promote &&
                        faults[first + 1].trigger == faults[first].trigger;
  return failover ? 2 : 1;
}

class Minimiser {
 public:
  Minimiser(const Scenario& scenario, Property property, const Path& path, const StrikeSizes& sizes,
            const Keeps& keeps)
      : scenario_(scenario), property_(property), sizes_(sizes), keeps_(keeps), best_(path) {
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
      smaller = shrink_clock_faults() || smaller;
    }
    tell_in_order();
    best_.strikes = 0;
    for (std::size_t i = 0; i < best_.faults.size(); i += strike_size(best_.faults, i))
      best_.strikes += ends_an_earlier_one(i) ? 0 : 1;
    return best_;
  }

 private:
  /// Runs `path`. Returns the index of the event that breaks the property; nullopt if it is not
  /// broken, or the run violates `keeps_`.
  std::optional<std::uint32_t> breaks(const Path& path) {
    const Scenario changed = with_path(scenario_, path);
    last_ = simulate(changed);
    const Verdict verdict = check(last_)[static_cast<std::size_t>(property_)];
    if (verdict.kept != Kept::broken) return std::nullopt;
    if (keeps_ && !keeps_(path, last_)) return std::nullopt;
    return static_cast<std::uint32_t>(verdict.event.value_or(last_.size()));
  }

  /// The time at which fault `i` of the best path is injected.
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

  /// Merges "pauses at 10, resumes at 50" into a pause of 40 ms.
  void join_ends() {
    for (std::size_t i = 0; i < best_.faults.size(); ++i) {
      const Fault& begun = best_.faults[i];
      const auto over =
          std::find_if(best_.faults.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                       best_.faults.end(), [&](const Fault& later) { return ends(later, begun); });
      if (over == best_.faults.end()) continue;
      Path joined = best_;
      set_length(joined.faults[i], *over->trigger.at - struck_at(i));
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

  /// The instants after 0 and before `limit`, in us, at which something happens.
  std::set<std::int64_t> instants(std::int64_t limit) {
    breaks(best_);
    std::set<std::int64_t> all;
    for (std::size_t i = 0; i < last_.size() && last_[i].at < limit; ++i)
      if (last_[i].at > 0) all.insert(last_[i].at);
    return all;
  }

  /// Earlier moments for fault `i`: the instants before its own, in ascending order. One between a
  /// command and its reply may also move to the beginning of its instant, or between an earlier
  /// command of that client, for the same purpose and at the same node, and its reply.
  std::vector<Trigger> earlier_moments(std::size_t i) {
    const Trigger now = best_.faults[i].trigger;
    std::vector<Trigger> all;
    for (const std::int64_t at : instants(us(struck_at(i)) + (now.at ? 0 : 1)))
      all.emplace_back().at = Duration(at);
    for (std::uint32_t nth = 1; !now.at && nth < now.nth; ++nth) all.emplace_back(now).nth = nth;
    return all;
  }

  /// Moves each fault to the earliest instant, up to its own, at which the promise is still broken,
  /// after no more events than before.
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

  /// Shrinks fault `i` as far as the promise still breaks, with `set(fault, size)`. Tries the sizes
  /// in `tries` in ascending order, and then multiples of `step` between the last size that was too
  /// small and the first that was not. `now` is the current size, `least` the smallest permitted.
  template <class Set>
  bool shrink(std::size_t i, std::int64_t now, std::vector<std::int64_t> tries, std::int64_t least,
              std::int64_t step, Set set) {
    const auto takes = [&](std::int64_t size) {
      Path smaller = best_;
      set(smaller.faults[i], size);
      return take(std::move(smaller));
    };
    std::int64_t too_small = std::max<std::int64_t>(least - 1, 0);
    std::int64_t enough = now;
    for (const std::int64_t size : tries) {
      if (size < least || size >= now) continue;
      if (takes(size)) {
        enough = size;
        break;
      }
      too_small = size;
    }
    const auto between = [&] {
      const std::int64_t middle = too_small + (enough - too_small) / 2;
      const std::int64_t even = middle / step * step;
      return even > too_small ? even : even + step;
    };
    for (std::int64_t size = between(); size < enough; size = between())
      (takes(size) ? enough : too_small) = size;
    return enough < now;
  }

  /// Shortens each fault that lasts, and each delay of a promotion. A failover can do without the
  /// old master's return.
  bool shorten_faults() {
    bool any = false;
    for (std::size_t i = 0; i < best_.faults.size(); ++i) {
      if (best_.faults[i].restart_after && strike_size(best_.faults, i) == 2) {
        Path gone = best_;
        gone.faults[i].restart_after.reset();
        any = take(std::move(gone)) || any;
      }
      const std::optional<Duration> now = length_of(best_.faults[i]);
      if (!now) continue;
      const Fault& fault = best_.faults[i];
      const bool outage = fault.kind == FaultKind::kill || fault.kind == FaultKind::promote;
      const std::int64_t least = outage ? us(sizes_.least_outage) : 1;
      const std::int64_t begun = us(struck_at(i));
      std::vector<std::int64_t> tries{least};
      for (const std::int64_t at : instants(begun + us(*now)))
        if (at - begun > least) tries.push_back(at - begun);
      if (!outage) tries.erase(tries.begin());
      any = shrink(i, us(*now), std::move(tries), least, us(1ms),
                   [](Fault& one, std::int64_t size) { set_length(one, Duration(size)); }) ||
            any;
    }
    return any;
  }

  bool shrink_clock_faults() {
    constexpr std::int64_t a_thousandth = 1'000;  // in ppm
    bool any = false;
    for (std::size_t i = 0; i < best_.faults.size(); ++i) {
      const Fault fault = best_.faults[i];
      if (fault.kind == FaultKind::jump) {
        std::vector<std::int64_t> tries;
        for (const Duration jump : sizes_.jumps) tries.push_back(us(jump));
        const std::int64_t sign = fault.amount < 0us ? -1 : 1;
        any = shrink(i, sign * us(fault.amount), std::move(tries), 1, us(1ms),
                     [&](Fault& one, std::int64_t size) { one.amount = Duration(sign * size); }) ||
              any;
      }
      if (fault.kind == FaultKind::drift) {
        const std::int64_t sign = fault.ppm < 0 ? -1 : 1;
        any = shrink(i, sign * fault.ppm, {sizes_.drifts.begin(), sizes_.drifts.end()}, 1,
                     a_thousandth, [&](Fault& one, std::int64_t size) { one.ppm = sign * size; }) ||
              any;
      }
    }
    return any;
  }

  bool ends_an_earlier_one(std::size_t fault) const {
    for (std::size_t i = 0; i < fault; ++i)
      if (ends(best_.faults[fault], best_.faults[i])) return true;
    return false;
  }

  /// Sorts the faults by the time of their injection.
  void tell_in_order() {
    std::vector<std::pair<Duration, Fault>> all;
    for (std::size_t i = 0; i < best_.faults.size(); ++i)
      all.emplace_back(struck_at(i), best_.faults[i]);
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    Path in_order = best_;
    for (std::size_t i = 0; i < all.size(); ++i) in_order.faults[i] = all[i].second;
    take(std::move(in_order));
  }

  const Scenario& scenario_;
  Property property_;
  const StrikeSizes& sizes_;
  const Keeps& keeps_;
  Path best_;
  Trace last_;  ///< of the latest attempt
};

}  // namespace

Scenario with_path(const Scenario& scenario, const Path& path) {
  Scenario changed = scenario;
  changed.schedule = path.schedule;
  changed.faults.insert(changed.faults.end(), path.faults.begin(), path.faults.end());
  return changed;
}

Path minimise(const Scenario& scenario, Property property, const Path& path,
              const StrikeSizes& sizes, const Keeps& keeps) {
  return Minimiser(scenario, property, path, sizes, keeps).run();
}

}  // namespace locklab::sim
