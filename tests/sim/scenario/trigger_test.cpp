// The words that say when a fault strikes.
#include "sim/scenario/trigger.h"
#include "tests/support/golden_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace locklab::sim {
namespace {

constexpr std::string_view clients[] = {"alice", "bob"};
constexpr std::string_view nodes[] = {"n1", "n2", "n3"};
const Cast cast{clients, nodes, "stock"};

Trigger trigger(EventKind event, ClientId client, NodeId node, std::uint32_t nth,
                std::optional<Purpose> purpose = {}) {
  Trigger t;
  t.event = event;
  t.client = client;
  t.node = node;
  t.nth = nth;
  t.purpose = purpose;
  return t;
}

Trigger with_command(Trigger t, const char* command) {
  t.command = command;
  return t;
}

constexpr ClientId alice{0}, bob{1};
constexpr NodeId n1{0}, n3{2};

struct Phrase {
  std::string_view words;
  Trigger meant;
};

class Phrases : public testing::TestWithParam<Phrase> {};

TEST_P(Phrases, AreUnderstood) {
  const auto read = parse_trigger(GetParam().words, cast);
  const BadPhrase* bad = std::get_if<BadPhrase>(&read);
  ASSERT_FALSE(bad) << bad->what.english();
  EXPECT_EQ(std::get<Trigger>(read), GetParam().meant);
}

INSTANTIATE_TEST_SUITE_P(
    Trigger, Phrases,
    testing::Values(
        Phrase{"alice entered", trigger(EventKind::entered, alice, no_node, 1)},
        Phrase{"after alice entered", trigger(EventKind::entered, alice, no_node, 1)},
        Phrase{"  alice\tentered 2nd time ", trigger(EventKind::entered, alice, no_node, 2)},
        Phrase{"bob lease lost 11th time", trigger(EventKind::lease_lost, bob, no_node, 11)},
        Phrase{"bob lease_lost", trigger(EventKind::lease_lost, bob, no_node, 1)},
        Phrase{"bob gave up", trigger(EventKind::gave_up, bob, no_node, 1)},
        Phrase{"bob paused", trigger(EventKind::client_paused, bob, no_node, 1)},
        Phrase{"bob timed out 3rd time", trigger(EventKind::timed_out, bob, no_node, 3)},
        Phrase{"anyone left 3rd time", trigger(EventKind::left, no_client, no_node, 3)},
        Phrase{"alice read stock", trigger(EventKind::resource_read, alice, no_node, 1)},
        Phrase{"alice wrote stock 2nd time", trigger(EventKind::resource_wrote, alice, no_node, 2)},
        Phrase{"stock rejected alice", trigger(EventKind::resource_rejected, alice, no_node, 1)},
        Phrase{"after bob's 2nd reply from n3", trigger(EventKind::received, bob, n3, 2)},
        Phrase{"bob's reply", trigger(EventKind::received, bob, no_node, 1)},
        Phrase{"bob's 2nd request to n3", trigger(EventKind::sent, bob, n3, 2)},
        Phrase{"bob's claim to n1", trigger(EventKind::sent, bob, n1, 1, Purpose::claim)},
        Phrase{"bob's 2nd claim", trigger(EventKind::sent, bob, no_node, 2, Purpose::claim)},
        Phrase{"bob's 2nd write request to stock",
               trigger(EventKind::sent, bob, resource_node, 2, Purpose::write)},
        Phrase{"after alice's 1st release reply from n1",
               trigger(EventKind::received, alice, n1, 1, Purpose::release)},
        Phrase{"n3 ran bob's 2nd request", trigger(EventKind::ran, bob, n3, 2)},
        Phrase{"stock ran bob's 2nd request", trigger(EventKind::ran, bob, resource_node, 2)},
        Phrase{"n3 ran alice's claim", trigger(EventKind::ran, alice, n3, 1, Purpose::claim)},
        Phrase{"n1 ran anyone's renew", trigger(EventKind::ran, no_client, n1, 1, Purpose::renew)},
        Phrase{"bob's SETNX to n1", with_command(trigger(EventKind::sent, bob, n1, 1), "SETNX")},
        Phrase{"bob's 2nd SETNX request",
               with_command(trigger(EventKind::sent, bob, no_node, 2), "SETNX")},
        Phrase{"after bob's GET reply from n3",
               with_command(trigger(EventKind::received, bob, n3, 1), "GET")},
        Phrase{"n3 ran bob's 2nd EVALSHA",
               with_command(trigger(EventKind::ran, bob, n3, 2), "EVAL")},
        Phrase{"n1 restarted", trigger(EventKind::node_restarted, no_client, n1, 1)},
        Phrase{"n1 killed 2nd time", trigger(EventKind::node_killed, no_client, n1, 2)},
        Phrase{"n1 key expired", trigger(EventKind::key_expired, no_client, n1, 1)}));

std::string trigger_complaint(std::string_view words) {
  const auto read = parse_trigger(words, cast);
  const BadPhrase* bad = std::get_if<BadPhrase>(&read);
  return bad ? bad->what.english() + "; " + bad->instead.english() : "";
}

TEST(Trigger, AWrongPhraseShowsTheNearestWordOrTheForms) {
  EXPECT_THAT(trigger_complaint("alcie entered"), test::IsGolden());
  EXPECT_THAT(trigger_complaint("alice enterd"), test::IsGolden());
  EXPECT_THAT(trigger_complaint("bob's 2nd repyl from n3"), test::IsGolden());
  EXPECT_THAT(trigger_complaint("bob's reply from n33"), test::IsGolden());
  for (std::string_view words : {"", "after", "alice", "alice entered 2nd", "bob's reply to n1 now",
                                 "bob's claim from n1", "n1 ran", "n1 ran bob", "stock ran"})
    EXPECT_THAT(trigger_complaint(words), test::IsGolden()) << words;
}

TEST(Trigger, AnUnfinishedPhraseNamesWhatMayFollow) {
  EXPECT_THAT(trigger_complaint("alice"), test::IsGolden());
  EXPECT_THAT(trigger_complaint("bob's"), test::IsGolden());
  EXPECT_THAT(trigger_complaint("n1 ran bob's"), test::IsGolden());
  EXPECT_THAT(trigger_complaint("bob's reply from"), test::IsGolden());
  EXPECT_THAT(trigger_complaint("n1 ran"), test::IsGolden());
  for (const std::string_view words : {"stock", "stock rejected"})
    EXPECT_THAT(trigger_complaint(words), test::IsGolden());
  EXPECT_THAT(trigger_complaint("alice read the news"), test::IsGolden());
  EXPECT_THAT(trigger_complaint("alice entered 2nd"), test::IsGolden());
}

TEST(Trigger, AnUnknownEventNamesThoseThatThereAre) {
  for (const std::string_view words : {"alice went shopping", "alice entered twice", "n1 entered"})
    EXPECT_THAT(trigger_complaint(words), test::IsGolden()) << words;
  EXPECT_THAT(trigger_complaint("alice dances"), test::IsGolden());
  EXPECT_THAT(trigger_complaint("bob's 99999999999th reply"), test::IsGolden());
}

TEST(Trigger, CountsBeginAtTheFirst) {
  for (const std::string_view words : {"bob's 0th reply from n1", "alice entered 0th time",
                                       "n1 ran bob's 0th claim", "alice read stock 0th time"})
    EXPECT_EQ(trigger_complaint(words),
              "'" + std::string(words) + "': '0th' counts nothing; counts begin at 1st");
}

TEST(Trigger, AMessageIsNamedByAPhraseThatIsReadAgain) {
  for (const std::uint32_t nth : {1u, 2u, 3u, 4u, 11u, 12u, 13u, 21u, 22u, 103u, 111u}) {
    EXPECT_EQ(std::get<Trigger>(parse_trigger(message_phrase("bob", nth, "n3", false), cast)),
              trigger(EventKind::sent, bob, n3, nth));
    EXPECT_EQ(std::get<Trigger>(parse_trigger(message_phrase("bob", nth, "stock", true), cast)),
              trigger(EventKind::ran, bob, resource_node, nth));
  }
  EXPECT_THAT(message_phrase("bob", 22, "n3", false), test::IsGolden());
  EXPECT_THAT(message_phrase("bob", 113, "n3", true), test::IsGolden());
}

TEST(Trigger, EveryEventOfAClientAndANodeHasItsWords) {
  for (std::string_view words :
       {"started", "attempt", "refused", "acquired", "entered", "left", "releasing", "released",
        "renewed", "lease lost", "gave up", "finished", "crashed", "paused", "resumed", "clock"})
    EXPECT_EQ(trigger_complaint("alice " + std::string(words)), "") << words;
  for (std::string_view words :
       {"key set", "key lease", "key deleted", "key expired", "key lost", "killed", "stopped",
        "continued", "restarted", "clock", "promoted", "demoted", "busy"})
    EXPECT_EQ(trigger_complaint("n2 " + std::string(words)), "") << words;
}

TEST(Trigger, IsWrittenAsItIsRead) {
  for (const Trigger& meant : {
           trigger(EventKind::entered, alice, no_node, 1),
           trigger(EventKind::client_paused, bob, no_node, 3),
           with_command(trigger(EventKind::sent, alice, n1, 2), "SETNX"),
           with_command(trigger(EventKind::received, bob, n3, 1), "EVAL"),
           with_command(trigger(EventKind::ran, bob, n3, 12), "SET"),
           trigger(EventKind::sent, no_client, resource_node, 1, Purpose::write),
           trigger(EventKind::received, alice, no_node, 1),
           trigger(EventKind::resource_wrote, alice, no_node, 2),
           trigger(EventKind::resource_rejected, alice, no_node, 1),
           trigger(EventKind::key_expired, no_client, n3, 2),
           trigger(EventKind::node_killed, no_client, n1, 1),
       }) {
    const auto words = trigger_phrase(meant, cast);
    ASSERT_TRUE(words) << name(meant.event);
    const auto read = parse_trigger(*words, cast);
    ASSERT_TRUE(std::holds_alternative<Trigger>(read)) << *words;
    EXPECT_EQ(std::get<Trigger>(read), meant) << *words;
  }
  EXPECT_EQ(trigger_phrase(trigger(EventKind::link_cut, alice, n1, 1), cast), std::nullopt);
  EXPECT_EQ(trigger_phrase(trigger(EventKind::ended, no_client, no_node, 1), cast), std::nullopt);
}

TEST(Trigger, NamesCanBeSpoken) {
  EXPECT_TRUE(speakable("alice"));
  EXPECT_TRUE(speakable("甲"));
  for (std::string_view name : {"", "a b", "bob's", "anyone", "after", "a\n", "a/b", "a#b"})
    EXPECT_FALSE(speakable(name)) << name;
}

TEST(Trigger, ANameIsToBeSeen) {
  for (std::string_view name : {"\u200b", "\u0301", "\u200d", "\ufeff", "\ufe0f", "\u034f",
                                "\u2060", "\u3000", "\u00ad", "\U000e0041", "\u200b\u0301"})
    EXPECT_FALSE(speakable(name)) << name;
  for (std::string_view name : {"e\u0301", "\u200balice", "\U0001f468\u200d\U0001f469", "爱丽丝"})
    EXPECT_TRUE(speakable(name)) << name;
}

}  // namespace
}  // namespace locklab::sim
