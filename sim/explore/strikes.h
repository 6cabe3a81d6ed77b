// Where faults of a budget may be injected now, and which have been already.
#pragma once

#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "sim/explore/searched_world.h"
#include "sim/explore/strike_sizes.h"
#include "sim/explore/symmetry.h"

namespace locklab::sim {

/// A fault that ends another one, and the earliest time for it.
struct StrikeEnd {
  Fault fault;
  std::int64_t at_least = 0;  ///< us after the strike, or after the end before this one
};

/// One fault, or two simultaneous ones that belong together (a failover).
struct Strike {
  std::vector<Fault> faults;
  std::uint8_t allowance = none;  ///< index into the budget; `none` if it ends an active fault
  std::uint8_t ends = none;       ///< index of the active fault that it ends
  /// Faults that may end it, in order: each at a later instant than the one before.
  std::vector<StrikeEnd> later;
  static constexpr std::uint8_t none = 0xff;

  /// Whether it is injected within the next step, once the node has run the command that the step
  /// delivers (before_answers.h); the faults' triggers say so.
  bool before_answer = false;
  bool if_changed = false;  ///< it has a new effect only if that command changed something
  std::optional<std::int64_t> early;   ///< its time in us, if before the next event
  std::optional<std::uint32_t> order;  ///< index of the step, if several are due

  NodeId answering() const { return faults.front().trigger.node; }
  /// The first choices of the step: `order`, if there is one.
  std::vector<std::uint32_t> choices() const {
    return order ? std::vector{*order} : std::vector<std::uint32_t>{};
  }
};

/// The part of a budget spent on one path.
struct SpentBudget {
  std::array<std::uint8_t, most_strikes> used{};
  struct Standing {
    std::vector<StrikeEnd> later;  ///< the first entry would end it
    std::int64_t since = 0;
    bool may_end(std::int64_t at) const {
      return at > since && at >= since + later.front().at_least;
    }
  };
  std::vector<Standing> standing;
  Struck nodes;
  Struck clients;

  std::uint32_t strikes() const { return std::accumulate(used.begin(), used.end(), 0u); }
  void fingerprint(Fingerprint& print) const;
};

class Strikes {
 public:
  Strikes(const Scenario& scenario, const Budget& budget, const StrikeSizes& sizes,
          BeforeAnswers before_answers = BeforeAnswers::where_it_matters,
          std::uint32_t most = UINT32_MAX);

  const Symmetry& symmetry() const { return symmetry_; }
  /// Makes the search treat symmetric nodes and clients as distinct from now on, and inject faults
  /// also where nothing is due, for a comparison without reduction.
  void tell_alike_apart() { by_name_ = true; }

  /// All strikes possible at instant `at`, before anything else happens then. Their order does not
  /// depend on the past.
  std::vector<Strike> possible(SearchedWorld& now, const SpentBudget& spent,
                               std::int64_t at) const {
    return possible(now, spent, at, KeysToCome::no);
  }
  /// Adds the ends of active faults that come before the next event, which is due at `at`: one
  /// message latency before something in flight or due, so that a held-back message meets it; and
  /// at every multiple of StrikeSizes::end_every.
  void add_early_ends(SearchedWorld& now, const SpentBudget& spent, std::int64_t at,
                      std::vector<Strike>& all) const;
  /// Whether some fault of the budget is worth trying between a command and its reply.
  bool strikes_before_answers() const { return before_answers_ != BeforeAnswers::never; }
  /// Adds the strikes before a reply that are possible at instant `at`, for each node that runs one
  /// of the steps that the world enumerated last. before_answers.cpp lists what is left out, and
  /// why.
  void add_before_answers(SearchedWorld& now, const SpentBudget& spent, std::int64_t at,
                          std::vector<Strike>& all) const;
  /// The kind of a strike, which must not be the end of an active fault.
  StrikeKind kind_of(const Strike& strike) const { return budget_[strike.allowance].kind; }
  /// Deducts a strike at instant `at` from the budget, and notes which faults it begins or ends.
  static void spend(const Strike& strike, SpentBudget& spent, std::int64_t at);

 private:
  /// Whether a node may receive further keys before the strike.
  enum class KeysToCome { no, yes };

  std::vector<Strike> possible(SearchedWorld& now, const SpentBudget& spent, std::int64_t at,
                               KeysToCome keys) const;
  class Due;
  static Strike end_of_standing(const SpentBudget& spent, std::size_t standing);
  bool stands_for_alike(const Fault& fault, const SpentBudget& spent) const;
  bool outlives(NodeId node, StrikeKind kind) const;
  bool matters_before_answers() const;
  void for_clients(const Allowance& allowed, std::uint8_t number, SearchedWorld& now,
                   const Due& due, std::vector<Strike>& all) const;
  void for_nodes(const Allowance& allowed, std::uint8_t number, SearchedWorld& now, KeysToCome keys,
                 const Due& due, std::vector<Strike>& all) const;
  void for_links(const Allowance& allowed, std::uint8_t number, SearchedWorld& now, const Due& due,
                 std::vector<Strike>& all) const;
  void for_replicas(const Allowance& allowed, std::uint8_t number, SearchedWorld& now,
                    std::vector<Strike>& all) const;
  void fail_over(std::size_t master, std::size_t replica, std::uint8_t number,
                 std::vector<Strike>& all) const;
  void split(std::size_t replica, std::uint8_t number, SearchedWorld& now,
             std::vector<Strike>& all) const;
  void jump_clock(const Fault& of, bool asynchronous, std::uint8_t number,
                  std::vector<Strike>& all) const;
  void drift_clock(const Fault& of, std::uint8_t number, std::vector<Strike>& all) const;
  void cut_link(const Fault& link, std::uint8_t number, std::vector<Strike>& all) const;
  bool in_phase(const Allowance& allowed, const SearchedWorld& now, std::size_t client) const;
  bool at_place(const Allowance& allowed, const std::string& name) const {
    return allowed.place.empty() || allowed.place == name;
  }

  const Scenario& scenario_;
  const std::vector<std::string> locks_;
  const Budget& budget_;
  StrikeSizes sizes_;
  Symmetry symmetry_;
  BeforeAnswers before_answers_;
  std::uint32_t most_;  ///< faults per schedule
  bool by_name_ = false;
};

}  // namespace locklab::sim
