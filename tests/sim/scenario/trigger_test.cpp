// The phrases for the trigger of a fault.
#include "sim/scenario/trigger.h"

#include <gmock/gmock.h>

#include <string>
#include <utility>

#include "tests/support/golden_text.h"

namespace locklab::sim {
namespace {

constexpr std::string_view clients[] = {"alice", "bob"};
constexpr std::string_view nodes[] = {"n1", "n2", "n3"};
const Cast cast{clients, nodes, "stock"};

Trigger trigger(EventKind event, ClientId client, NodeId node, std::uint32_t nth,
                std::optional<Purpose> purpose = {}) {
  return {.event = event, .client = client, .node = node, .purpose = purpose, .nth = nth};
}

Trigger with_command(Trigger t, const char* command) {
  t.command = command;
  return t;
}

constexpr ClientId alice{0}, bob{1};
constexpr NodeId n1{0}, n3{2};

TEST(Trigger, PhrasesAreUnderstood) {
  const std::pair<std::string_view, Trigger> phrases[] = {
      {"alice entered", trigger(EventKind::entered, alice, no_node, 1)},
      {"after alice entered", trigger(EventKind::entered, alice, no_node, 1)},
      {"  alice\tentered 2nd time ", trigger(EventKind::entered, alice, no_node, 2)},
      {"bob lease lost 11th time", trigger(EventKind::lease_lost, bob, no_node, 11)},
      {"bob lease_lost", trigger(EventKind::lease_lost, bob, no_node, 1)},
      {"bob gave up", trigger(EventKind::gave_up, bob, no_node, 1)},
      {"bob paused", trigger(EventKind::client_paused, bob, no_node, 1)},
      {"bob timed out 3rd time", trigger(EventKind::timed_out, bob, no_node, 3)},
      {"anyone left 3rd time", trigger(EventKind::left, no_client, no_node, 3)},
      {"alice read stock", trigger(EventKind::resource_read, alice, no_node, 1)},
      {"alice wrote stock 2nd time", trigger(EventKind::resource_wrote, alice, no_node, 2)},
      {"stock rejected alice", trigger(EventKind::resource_rejected, alice, no_node, 1)},
      {"after bob's 2nd reply from n3", trigger(EventKind::received, bob, n3, 2)},
      {"bob's reply", trigger(EventKind::received, bob, no_node, 1)},
      {"bob's 2nd request to n3", trigger(EventKind::sent, bob, n3, 2)},
      {"bob's claim to n1", trigger(EventKind::sent, bob, n1, 1, Purpose::claim)},
      {"bob's 2nd claim", trigger(EventKind::sent, bob, no_node, 2, Purpose::claim)},
      {"bob's 2nd write request to stock",
       trigger(EventKind::sent, bob, resource_node, 2, Purpose::write)},
      {"after alice's 1st release reply from n1",
       trigger(EventKind::received, alice, n1, 1, Purpose::release)},
      {"n3 ran bob's 2nd request", trigger(EventKind::ran, bob, n3, 2)},
      {"stock ran bob's 2nd request", trigger(EventKind::ran, bob, resource_node, 2)},
      {"n3 ran alice's claim", trigger(EventKind::ran, alice, n3, 1, Purpose::claim)},
      {"n1 ran anyone's renew", trigger(EventKind::ran, no_client, n1, 1, Purpose::renew)},
      {"bob's SETNX to n1", with_command(trigger(EventKind::sent, bob, n1, 1), "SETNX")},
      {"bob's 2nd SETNX request", with_command(trigger(EventKind::sent, bob, no_node, 2), "SETNX")},
      {"after bob's GET reply from n3",
       with_command(trigger(EventKind::received, bob, n3, 1), "GET")},
      {"n3 ran bob's 2nd EVALSHA", with_command(trigger(EventKind::ran, bob, n3, 2), "EVAL")},
      {"n1 restarted", trigger(EventKind::node_restarted, no_client, n1, 1)},
      {"n1 killed 2nd time", trigger(EventKind::node_killed, no_client, n1, 2)},
      {"n1 key expired", trigger(EventKind::key_expired, no_client, n1, 1)}};
  for (const auto& [words, meant] : phrases) {
    const auto read = parse_trigger(words, cast);
    const Trigger* understood = std::get_if<Trigger>(&read);
    ASSERT_TRUE(understood) << words;
    EXPECT_EQ(*understood, meant) << words;
  }
}

/// The complaint about a phrase; empty if it is understood.
Sentence trigger_complaint(std::string_view words) {
  const auto read = parse_trigger(words, cast);
  const BadPhrase* bad = std::get_if<BadPhrase>(&read);
  return bad ? say("{}; {}", bad->what, bad->instead) : Sentence();
}

TEST(Trigger, AWrongPhraseShowsTheNearestWordOrTheForms) {
  for (const std::string words :
       {// words that are not known
        "alcie entered", "alice enterd", "bob's 2nd repyl from n3", "bob's reply from n33",
        "alice went shopping", "alice entered twice", "n1 entered", "alice dances",
        "alice read the news", "bob's reply to n1 now", "bob's claim from n1",
        // unfinished phrases
        "", "after", "alice", "alice entered 2nd", "bob's", "bob's reply from", "n1 ran",
        "n1 ran bob", "n1 ran bob's", "stock", "stock ran", "stock rejected",
        // counts begin at 1
        "bob's 0th reply from n1", "alice entered 0th time", "n1 ran bob's 0th claim",
        "alice read stock 0th time", "bob's 99999999999th reply"})
    EXPECT_THAT(trigger_complaint(words), test::IsGolden("'" + words + "'"));
}

TEST(Trigger, AMessageIsNamedByAPhraseThatIsReadAgain) {
  for (const std::uint32_t nth : {1u, 2u, 3u, 4u, 11u, 12u, 13u, 21u, 22u, 103u, 111u}) {
    EXPECT_EQ(std::get<Trigger>(parse_trigger(message_phrase("bob", nth, "n3", false), cast)),
              trigger(EventKind::sent, bob, n3, nth));
    EXPECT_EQ(std::get<Trigger>(parse_trigger(message_phrase("bob", nth, "stock", true), cast)),
              trigger(EventKind::ran, bob, resource_node, nth));
  }
  EXPECT_EQ(message_phrase("bob", 22, "n3", false), "bob's 22nd request to n3");
  EXPECT_EQ(message_phrase("bob", 113, "n3", true), "n3 ran bob's 113th request");
}

TEST(Trigger, EveryEventOfAClientAndANodeHasItsWords) {
  for (std::string_view words :
       {"started", "attempt", "refused", "acquired", "entered", "left", "releasing", "released",
        "renewed", "lease lost", "gave up", "finished", "crashed", "paused", "resumed", "clock"})
    EXPECT_TRUE(trigger_complaint("alice " + std::string(words)).empty()) << words;
  for (std::string_view words :
       {"key set", "key lease", "key deleted", "key expired", "key lost", "killed", "stopped",
        "continued", "restarted", "clock", "promoted", "demoted", "busy"})
    EXPECT_TRUE(trigger_complaint("n2 " + std::string(words)).empty()) << words;
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

TEST(Trigger, NamesCanBeSpokenAndSeen) {
  for (std::string_view name :
       {"alice", "甲", "e\u0301", "\u200balice", "\U0001f468\u200d\U0001f469", "爱丽丝"})
    EXPECT_TRUE(speakable(name)) << name;
  for (std::string_view name :
       {"", "a b", "bob's", "anyone", "after", "a\n", "a/b", "a#b", "\u200b", "\u0301", "\u200d",
        "\ufeff", "\ufe0f", "\u034f", "\u2060", "\u3000", "\u00ad", "\U000e0041", "\u200b\u0301"})
    EXPECT_FALSE(speakable(name)) << name;
}

// Regression: 17 Chinese characters were too many for "up to 32 characters".
TEST(Trigger, ANameHas32CharactersOfAnyLength) {
  for (const std::string character : {"a", "é", "甲", "\U0001f600"}) {
    std::string name;
    for (int i = 0; i < 32; ++i) name += character;
    EXPECT_TRUE(speakable(name)) << name;
    EXPECT_FALSE(speakable(name + character)) << name;
  }
}

}  // namespace
}  // namespace locklab::sim
