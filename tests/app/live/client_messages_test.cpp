// Messages between the lab and a client process arrive unchanged.
#include "app/live/clients/client_messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace locklab::app {
namespace {

template <class Plain>
Plain turned(Plain value) {
  return static_cast<Plain>(static_cast<int>(value) + 1);
}

/// A lock configuration in which every field differs from its default.
LockConfig unusual_lock() {
  LockConfig lock;
  lock.key = "locklab:a key\n";
  lock.more_keys = {"locklab:b", ""};
  lock.nodes = {NodeId{3}, NodeId{1}};
  for (Duration* time : {&lock.ttl, &lock.node_timeout, &lock.retry_delay, &lock.retry_jitter,
                         &lock.wait_timeout, &lock.min_validity, &lock.window})
    *time += 17us;
  for (std::uint32_t* number :
       {&lock.permits, &lock.capacity, &lock.thread, &lock.retry_count, &lock.max_renewals})
    *number += 5;
  lock.replicas += 4;
  lock.limit += 4;
  for (bool* flag : {&lock.stop_renewals, &lock.check_validity, &lock.release_all}) *flag = !*flag;
  for (std::optional<Duration>* time : {&lock.period, &lock.lease, &lock.drift_allowance})
    *time = Duration(29);
  lock.mode = turned(lock.mode);
  lock.on_lost = turned(lock.on_lost);
  lock.how = turned(lock.how);
  lock.sell = turned(lock.sell);
  lock.takeover = turned(lock.takeover);
  lock.renew = turned(lock.renew);
  lock.extend = turned(lock.extend);
  lock.order = turned(lock.order);
  lock.clock = turned(lock.clock);
  return lock;
}

TEST(ClientMessages, ASettingArrivesWhole) {
  ClientSetting setting;
  setting.self = ClientId{7};
  setting.nodes.resize(2);
  setting.nodes[1] = {.host = "::1", .port = 6380, .address = {}, .address_length = 9};
  setting.login = {
      .user = "u", .password = std::string("p\0 x", 4), .database = 3, .cluster = true};
  setting.program = {.strategy = find_strategy("redlock"),
                     .lock = unusual_lock(),
                     .others = {LockConfig{.key = "locklab:c"}, unusual_lock()},
                     .steps = {{sim::StepKind::forget, 2, 3, Mode::shared, 41us}, {}},
                     .start = 11us,
                     .think = 12us,
                     .rounds = 13,
                     .resource = "stock",
                     .change = -14};
  setting.clock = sim::Clock(-15, 16);
  setting.routes = {NodeId{1}, NodeId{1}};
  setting.first_reached = {NodeId{1}};

  Command message;
  put(message, setting);
  MessageReader words(message.packed());
  const ClientSetting read = read_setting(words);
  EXPECT_FALSE(words.more());
  ASSERT_EQ(read.nodes.size(), 2u);
  EXPECT_EQ(read.nodes[1].text(), "[::1]:6380");
  EXPECT_EQ(read.nodes[1].address_length, 9u);
  EXPECT_EQ(read.program.lock, setting.program.lock);
  EXPECT_EQ(read.program.others, setting.program.others);
  ASSERT_EQ(read.program.steps.size(), 2u);
  EXPECT_EQ(read.program.steps[1].mode, std::nullopt);
  const auto others = [](const ClientSetting& s) {
    const sim::KnownStep& step = s.program.steps[0];
    return std::make_tuple(s.self, s.login.user, s.login.password, s.login.database,
                           s.login.cluster, s.program.strategy, step.kind, step.lock, step.named,
                           step.mode, step.time, s.program.start, s.program.think, s.program.rounds,
                           s.program.resource, s.program.change, s.clock.offset_us(), s.clock.ppm(),
                           s.routes, s.first_reached);
  };
  EXPECT_EQ(others(read), others(setting));
}

TEST(ClientMessages, AnEventAndItsReplyArriveInAnotherTrace) {
  sim::Trace from;
  from.name_id("another");  // so that the ids of names and texts differ
  from.keep("something else");
  sim::Event event{.value = -9, .kind = sim::EventKind::received, .fault = 4};
  event.text = from.keep("12");
  event.key = from.name_id("locklab:lock");
  event.place = from.place_id(sim::Place{"lock/acquire.cpp", 42});
  const Reply reply = Reply::array({Reply::number(1), Reply::array({Reply::bulk("x"), {}}),
                                    Reply::error("NO"), Reply::nil_array()});
  Command message;
  put(message, event, from);
  put(message, reply);

  sim::Trace to;
  MessageReader words(message.packed());
  const sim::Event read = read_event(words, to);
  EXPECT_EQ(read.kind, sim::EventKind::received);
  EXPECT_EQ(read.value, -9);
  EXPECT_EQ(read.fault, 4);
  EXPECT_EQ(to.text(read), "12");
  EXPECT_EQ(to.name_of(read.key), "locklab:lock");
  EXPECT_EQ(to.places()[read.place], (sim::Place{"lock/acquire.cpp", 42}));
  EXPECT_EQ(read_reply(words), reply);
  EXPECT_FALSE(words.more());
}

/// The two ends of a channel; `lab` can be closed.
struct ClientChannelTest : testing::Test {
  ClientChannelTest() {
    std::array<int, 2> ends{};
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
    lab.emplace(ends[0]);
    client.emplace(ends[1]);
  }
  std::optional<ClientChannel> lab, client;
};

TEST_F(ClientChannelTest, MessagesLongerThanTheSocketTakesWaitForTheirReader) {
  const std::string large(3'000'000, 'x');
  lab->send(std::move(Command("large").add(large)));
  lab->send(Command("small"));
  EXPECT_TRUE(lab->keeps());
  std::vector<std::string> read;
  while (read.size() < 2) {
    lab->flush();
    ASSERT_TRUE(client->take_in());
    while (const auto message = client->next()) {
      MessageReader words(*message);
      read.emplace_back(words.text());
      EXPECT_EQ(words.text(), read.back() == "large" ? large : "");
    }
  }
  EXPECT_THAT(read, testing::ElementsAre("large", "small"));
  EXPECT_FALSE(lab->keeps());
}

TEST_F(ClientChannelTest, ADescriptorArrivesWithItsMessage) {
  std::array<int, 2> pipe_ends{};
  ASSERT_EQ(pipe(pipe_ends.data()), 0);
  lab->send(Command("here"), pipe_ends[1]);
  close(pipe_ends[1]);
  ASSERT_TRUE(client->take_in());
  ASSERT_TRUE(client->next());
  const int got = client->take_descriptor();
  EXPECT_EQ(write(got, "!", 1), 1);
  close(got);
  char byte = 0;
  EXPECT_EQ(read(pipe_ends[0], &byte, 1), 1);
  EXPECT_EQ(byte, '!');
  close(pipe_ends[0]);
  EXPECT_EQ(client->take_descriptor(), -1);
}

TEST_F(ClientChannelTest, TellsThatTheOtherEndIsClosed) {
  lab->send(Command("last"));
  lab.reset();
  EXPECT_FALSE(client->take_in());
  const auto last = client->next();
  ASSERT_TRUE(last);
  EXPECT_EQ(MessageReader(*last).text(), "last");
}

}  // namespace
}  // namespace locklab::app
