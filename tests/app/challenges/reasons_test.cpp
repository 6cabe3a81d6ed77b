// The reasons why a move is impossible, checked against the world in random games of every level
// and of further kinds of faults.
#include "app/challenges/reasons.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <random>

#include "app/challenges/position.h"
#include "sim/explore/targets.h"
#include "sim/game/game_state.h"
#include "sim/game/moves.h"
#include "tests/support/golden_text.h"
#include "tests/support/read.h"

namespace locklab::app {
namespace {

using sim::DisabledMove;
using sim::WhyDisabled;
using testing::IsEmpty;

/// The shipped levels, and levels with faults that no shipped one has.
const std::vector<Level>& all_games() {
  static const std::vector<Level> games = [] {
    std::vector<Level> all = levels();
    for (const char* faults : {"kill=2", "kill=1,stop=1", "stop=1", "cut=1", "lose=1", "drift=1",
                               "split_brain=1", "hold@n1=1,pause@acquire=1", "pause@wait=2"}) {
      all.push_back(sim::value_of(read_level(
          fmt::format("strategy = \"set_px_lua\"\ngoal = \"mutual_exclusion\"\nfaults = \"{}\"\n",
                      faults),
          faults, "mine.toml")));
    }
    return all;
  }();
  return games;
}

struct Game {
  sim::GameState state;
  explicit Game(const Level& level, const sim::Decisions& decisions = {})
      : state(level.spec.run.scenario, level.spec.budget, level.goal) {
    for (const std::uint32_t move : decisions) state.take(move);
  }
};

/// True if both describe the same blocked move with the same reason.
bool is_same(const DisabledMove& a, const DisabledMove& b) {
  const auto message_of = [](const DisabledMove& move) {
    return move.event ? move.event->message : 0u;
  };
  const auto client_of = [](const DisabledMove& move) {
    return move.event ? move.event->client : move.fault ? move.fault->client : no_client;
  };
  const auto node_of = [](const DisabledMove& move) {
    return move.event ? move.event->node : move.fault ? move.fault->node : no_node;
  };
  return a.why == b.why && a.until == b.until && a.event.has_value() == b.event.has_value() &&
         message_of(a) == message_of(b) && client_of(a) == client_of(b) &&
         node_of(a) == node_of(b) &&
         (!a.event || (a.event->kind == b.event->kind && a.event->stage == b.event->stage));
}

bool is_enabled(sim::GameState& state, const sim::PendingEvent& event) {
  const auto enabled = sim::enabled_events(state);
  return std::any_of(enabled.begin(), enabled.end(), [&](const sim::PendingEvent& one) {
    return one.kind == event.kind && one.client == event.client && one.node == event.node &&
           one.message == event.message && one.stage == event.stage && one.at == event.at;
  });
}

bool is_offered(const sim::GameState& state, const sim::Fault& fault) {
  return std::any_of(state.strikes().begin(), state.strikes().end(), [&](const sim::Strike& one) {
    const sim::Fault& first = one.faults.front();
    return first.kind == fault.kind && first.client == fault.client && first.node == fault.node &&
           first.requests == fault.requests;
  });
}

/// Checks the reason of a blocked move against the state of the world.
void check_against_the_world(sim::GameState& state, const DisabledMove& move) {
  sim::World& world = state.now().world;
  const auto target = [&]() -> sim::Client& {
    return world.client(move.event ? move.event->client : move.fault->client);
  };
  switch (move.why) {
    case WhyDisabled::later:
      EXPECT_GT(move.until, state.next_at());
      break;
    case WhyDisabled::behind:
      EXPECT_EQ(move.event->at, state.next_at());
      ASSERT_TRUE(move.first);
      EXPECT_TRUE(is_enabled(state, *move.first));
      break;
    case WhyDisabled::asleep:
    case WhyDisabled::paused:
      EXPECT_TRUE(target().paused());
      break;
    case WhyDisabled::crashed:
      EXPECT_TRUE(target().crashed());
      break;
    case WhyDisabled::finished:
      EXPECT_TRUE(target().finished());
      break;
    case WhyDisabled::down:
      EXPECT_GE(move.until, state.next_at());
      break;
    case WhyDisabled::no_reply:
      EXPECT_FALSE(world.network().expects_reply(move.fault->client, move.fault->node));
      break;
    case WhyDisabled::has_left:
      EXPECT_FALSE(world.network().expects_reply(move.fault->client, move.fault->node));
      break;
    case WhyDisabled::no_master:
      EXPECT_FALSE(world.node(move.fault->node).master());
      break;
    case WhyDisabled::spent:
      EXPECT_EQ(state.spent().used[*move.allowance], state.budget()[*move.allowance].count);
      break;
    case WhyDisabled::mid_instant:
      EXPECT_FALSE(state.may_strike());
      ASSERT_TRUE(move.first);
      EXPECT_TRUE(is_enabled(state, *move.first));
      break;
    case WhyDisabled::overtakes:
      EXPECT_TRUE(move.first);
      break;
    case WhyDisabled::holds:
      EXPECT_TRUE(move.doing.phase != sim::Phase::idle && move.doing.phase != sim::Phase::wait);
      break;
    case WhyDisabled::phase:
      EXPECT_NE(move.doing.phase, *state.budget()[*move.allowance].phase);
      break;
    default:
      break;
  }
  const bool ends = move.why == WhyDisabled::too_soon || move.why == WhyDisabled::just_now;
  if (move.fault && move.allowance && !ends && move.fault->client != no_client) {
    EXPECT_FALSE(is_offered(state, *move.fault)) << "it is possible";
  }
}

/// Continues the game without a fault, and checks that a reason with a time `until` ends then, not
/// sooner or later.
void check_until(const Level& level, const sim::Decisions& decisions, const DisabledMove& move) {
  Game game(level, decisions);
  for (int i = 0; i < 400 && !game.state.over() && !game.state.won(); ++i) {
    const auto listed = sim::disabled_moves(game.state);
    const bool stands = std::any_of(listed.begin(), listed.end(),
                                    [&](const DisabledMove& one) { return is_same(one, move); });
    if (move.why == WhyDisabled::later && move.event->kind == sim::TimerKind::wire &&
        game.state.next_at() < move.until) {
      ASSERT_TRUE(stands) << "it is not on its way so long";
    }
    if (move.event && game.state.next_at() < move.until) {
      ASSERT_FALSE(is_enabled(game.state, *move.event)) << "it comes sooner";
    }
    if (game.state.next_at() > move.until) {
      ASSERT_FALSE(stands) << "it lasts longer";
      return;
    }
    if (move.why == WhyDisabled::too_soon && game.state.next_at() >= move.until) {
      ASSERT_TRUE(is_offered(game.state, *move.fault));
      return;
    }
    game.state.take(0);
  }
}

/// Checks that each client and node that a remaining fault can hit is offered or has a reason.
/// Faults with a place and faults of masters are not checked.
void check_complete(sim::GameState& state, const std::vector<DisabledMove>& disabled) {
  if (!state.may_strike()) return;
  const sim::Scenario& scenario = state.scenario();
  for (std::size_t i = 0; i < state.budget().size(); ++i) {
    const sim::Allowance& allowed = state.budget()[i];
    if (state.spent().used[i] >= allowed.count) continue;
    const auto has = [&](ClientId client, NodeId node) {
      const bool strikes =
          std::any_of(state.strikes().begin(), state.strikes().end(), [&](const sim::Strike& one) {
            return one.allowance == i &&
                   std::any_of(one.faults.begin(), one.faults.end(), [&](const sim::Fault& fault) {
                     return (client == no_client || fault.client == client) &&
                            (node == no_node || fault.node == node);
                   });
          });
      return strikes || std::any_of(disabled.begin(), disabled.end(), [&](const auto& one) {
               return one.allowance == i && one.fault &&
                      (client == no_client || one.fault->client == client) &&
                      (node == no_node || one.fault->node == node || one.fault->node == no_node);
             });
    };
    if (!allowed.place.empty()) continue;
    if (sim::strikes_clients(allowed.kind, scenario) || sim::strikes_links(allowed.kind)) {
      for (std::size_t c = 0; c < scenario.clients.size(); ++c) {
        EXPECT_TRUE(has(static_cast<ClientId>(c), no_node)) << name(allowed.kind) << " at " << c;
      }
    }
    if (!allowed.phase && sim::strikes_nodes(allowed.kind) && !sim::strikes_masters(allowed.kind)) {
      for (std::size_t n = 0; n < scenario.nodes.size(); ++n) {
        EXPECT_TRUE(has(no_client, static_cast<NodeId>(n))) << name(allowed.kind) << " at n" << n;
      }
    }
  }
}

class EveryGame : public testing::TestWithParam<std::size_t> {
 protected:
  const Level& level() const { return all_games()[GetParam()]; }

  /// Calls visit(state, decisions) before each move of random games, up to 40 moves each.
  template <class Visit>
  void walk(unsigned games, Visit visit) {
    for (unsigned seed = 1; seed <= games; ++seed) {
      std::mt19937 dice(seed);
      Game game(level());
      sim::Decisions decisions;
      for (int i = 0; i < 40 && !game.state.over(); ++i) {
        SCOPED_TRACE(fmt::format("seed {}, after {} moves", seed, i));
        visit(game.state, decisions);
        if (HasFatalFailure() || HasNonfatalFailure()) return;
        const std::uint32_t moves = game.state.moves();
        const std::uint32_t move = dice() % 4 == 0 ? static_cast<std::uint32_t>(dice() % moves) : 0;
        game.state.take(move);
        decisions.push_back(move);
      }
    }
  }
};

TEST_P(EveryGame, GivesEachImpossibleMoveATrueReasonInBothLanguages) {
  walk(12, [&](sim::GameState& state, const sim::Decisions& decisions) {
    const auto disabled = sim::disabled_moves(state);
    check_complete(state, disabled);
    for (const DisabledMove& move : disabled) {
      const Refusal words =
          refusal_words(state.scenario(), state.budget(), state.now().world.trace(), move);
      SCOPED_TRACE(told(words.what, Language::english) + " – " +
                   told(words.why, Language::english));
      EXPECT_FALSE(words.what.empty());
      EXPECT_FALSE(words.why.empty());
      EXPECT_THAT(words.what.untranslated(chinese_catalogue()), IsEmpty());
      EXPECT_THAT(words.why.untranslated(chinese_catalogue()), IsEmpty());
      check_against_the_world(state, move);
      if (move.until >= 0 && decisions.size() % 3 == 0) check_until(level(), decisions, move);
    }
  });
}

TEST_P(EveryGame, ShowsEachMessageOnItsWayWithWhatItSaysAndWhetherItCanArrive) {
  walk(6, [&](sim::GameState& state, const sim::Decisions& decisions) {
    const PositionPtr here = position_after(level(), decisions);
    std::size_t on_their_way = 0;
    for (const sim::Exchange& exchange : state.now().world.network().exchanges())
      on_their_way += exchange.in_flight() && !exchange.pushed;
    EXPECT_GE(here->flights.size(), on_their_way);
    for (const Position::Flight& flight : here->flights) {
      EXPECT_FALSE(flight.cargo.empty());
      if (flight.move) {
        ASSERT_LT(*flight.move, here->moves.size());
        EXPECT_TRUE(here->moves[*flight.move].place.is_at(flight.client));
      } else {
        ASSERT_LT(flight.blocked, here->blocked.size());
        EXPECT_TRUE(here->blocked[flight.blocked].place.is_at(flight.client));
      }
    }
  });
}

TEST_P(EveryGame, OffersNoEndOfWhatIsOverAlready) {
  walk(12, [&](sim::GameState& state, const sim::Decisions&) {
    for (const sim::Strike& strike : state.strikes())
      if (strike.ends != sim::Strike::none) {
        EXPECT_FALSE(sim::ends_nothing(state.now().world, strike.faults.front()));
      }
  });
}

std::string id_of_game(const testing::TestParamInfo<std::size_t>& info) {
  std::string id = all_games()[info.param].id;
  std::replace_if(
      id.begin(), id.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return id;
}

INSTANTIATE_TEST_SUITE_P(Challenges, EveryGame, testing::Range<std::size_t>(0, all_games().size()),
                         id_of_game);

const Level& level_called(std::string_view id) {
  return *std::find_if(levels().begin(), levels().end(),
                       [&](const Level& level) { return level.id == id; });
}

/// The blocked moves of a position, each followed by its reason.
std::vector<Sentence> reasons_at(const Position& position) {
  std::vector<Sentence> all;
  for (const Position::Blocked& one : position.blocked)
    all.insert(all.end(), {one.words.what, one.words.why});
  return all;
}

TEST(Reasons, SayUntilWhenAClientIsPausedAndForWhoseReplyItWaits) {
  const Level& level = level_called("long_pause");
  sim::Decisions decisions;
  PositionPtr here = position_after(level, {});
  while (!here->moves.back().strikes) {
    decisions.push_back(0);
    here = position_after(level, decisions);
  }
  decisions.push_back(static_cast<std::uint32_t>(here->moves.size() - 1));  // pause bob
  decisions.push_back(0);
  here = position_after(level, decisions);
  EXPECT_THAT(reasons_at(*here), test::IsGolden());
  EXPECT_THAT(here->doing[0], test::IsGolden());
}

TEST(Reasons, TheWordsOfAMessageSayWhatItContains) {
  const Level& level = level_called("long_pause");
  sim::Decisions decisions;
  std::set<std::string> told_moves;
  for (int i = 0; i < 12; ++i) {
    const PositionPtr here = position_after(level, decisions);
    for (const Position::Move& move : here->moves) told_moves.insert(move.words.english());
    decisions.push_back(0);
  }
  EXPECT_THAT(told_moves, test::IsGolden());
}

}  // namespace
}  // namespace locklab::app
