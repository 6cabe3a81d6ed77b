// Where faults of a budget may strike now, and which have struck already.
#pragma once

#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include "sim/explore/searched_world.h"
#include "sim/explore/strike_sizes.h"
#include "sim/explore/symmetry.h"

namespace locklab::sim {

/// A fault that ends another one, and when it may.
struct StrikeEnd {
  Fault fault;
  std::int64_t at_least = 0;  ///< us after the strike
};

/// One fault that strikes, or two at once that belong together (a failover).
struct Strike {
  std::vector<Fault> faults;
  std::uint8_t allowance = none;  ///< of the budget; `none`: it ends something that stands
  std::uint8_t ends = none;       ///< which of the standing faults
  /// What may end it, at some later instant, and then what may follow that end in the same way.
  std::vector<StrikeEnd> later;
  static constexpr std::uint8_t none = 0xff;

  /// Whether it strikes within the next step, once the node has run what that brings
  /// (before_answers.h); the faults' triggers say so.
  bool before_answer = false;
  bool if_changed = false;             ///< nothing new comes of it unless that changed something
  std::optional<std::int64_t> early;   ///< its moment, before that of the next event
  std::optional<std::uint32_t> order;  ///< which step it is, where several are due

  NodeId answering() const { return faults.front().trigger.node; }
  /// The choices that lead to the step, of which `order` is the first.
  std::vector<std::uint32_t> choices() const {
    return order ? std::vector{*order} : std::vector<std::uint32_t>{};
  }
};

/// How far a budget is spent on one path.
struct SpentBudget {
  std::array<std::uint8_t, most_strikes> used{};
  struct Standing {
    std::vector<StrikeEnd> later;  ///< the first would end it
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
  /// From now on each of several alike nodes or clients is struck, not only the first.
  void tell_alike_apart() { by_name_ = true; }

  /// Everything that may strike at the instant `at`, before anything else happens then. The order
  /// does not depend on the past.
  std::vector<Strike> possible(SearchedWorld& now, const SpentBudget& spent,
                               std::int64_t at) const {
    return possible(now, spent, at, KeysToCome::no);
  }
  /// Adds the ends of what stands that come before the next event, which is due at `at`: one
  /// message before something that is under way or due, so that what a fault has held back meets
  /// it.
  void add_early_ends(SearchedWorld& now, const SpentBudget& spent, std::int64_t at,
                      std::vector<Strike>& all) const;
  /// Whether some fault of the budget is worth trying between a command and its answer.
  bool strikes_before_answers() const { return before_answers_ != BeforeAnswers::never; }
  /// Adds what may strike so at the instant `at`, at each node that runs one of the steps that the
  /// world has counted last. before_answers.cpp says what is left out, and why.
  void add_before_answers(SearchedWorld& now, const SpentBudget& spent, std::int64_t at,
                          std::vector<Strike>& all) const;
  /// What the budget calls a strike that ends nothing.
  StrikeKind kind_of(const Strike& strike) const { return budget_[strike.allowance].kind; }
  /// Takes from the budget what strikes at the instant `at`.
  static void spend(const Strike& strike, SpentBudget& spent, std::int64_t at);

 private:
  /// Whether a node may have a key by the time of the strike that it does not have yet.
  enum class KeysToCome { no, yes };

  std::vector<Strike> possible(SearchedWorld& now, const SpentBudget& spent, std::int64_t at,
                               KeysToCome keys) const;
  static Strike end_of_standing(const SpentBudget& spent, std::size_t standing);
  bool stands_for_alike(const Fault& fault, const SpentBudget& spent) const;
  bool outlives(NodeId node, StrikeKind kind, const SpentBudget& spent) const;
  bool matters_before_answers() const;
  void for_clients(const Allowance& allowed, std::uint8_t number, SearchedWorld& now,
                   std::vector<Strike>& all) const;
  void for_nodes(const Allowance& allowed, std::uint8_t number, SearchedWorld& now, KeysToCome keys,
                 std::vector<Strike>& all) const;
  void for_links(const Allowance& allowed, std::uint8_t number, SearchedWorld& now,
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
  const Budget& budget_;
  StrikeSizes sizes_;
  Symmetry symmetry_;
  BeforeAnswers before_answers_;
  std::uint32_t most_;  ///< strikes in one schedule
  bool by_name_ = false;
};

}  // namespace locklab::sim
