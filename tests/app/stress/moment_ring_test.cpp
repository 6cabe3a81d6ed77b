// The ring of a client's last moments: what it keeps, and what it returns to a reader.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "app/stress/moment_ring.h"

namespace locklab::app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

void add(MomentRing& ring, std::int64_t at_us, bool ends = false) {
  ring.add([&](Moment& moment) {
    moment.event.at = at_us;
    moment.ends = ends;
  });
}

std::vector<std::int64_t> times(const std::vector<Moment>& moments) {
  std::vector<std::int64_t> all;
  for (const Moment& moment : moments) all.push_back(moment.event.at);
  return all;
}

std::shared_ptr<Aftermath> with_room(std::size_t room) {
  auto later = std::make_shared<Aftermath>();
  later->room = room;
  return later;
}

TEST(MomentRing, KeepsTheLastInTheirOrder) {
  MomentRing ring(3);
  EXPECT_THAT(times(ring.follow(with_room(9))), IsEmpty());
  add(ring, 1);
  add(ring, 2);
  EXPECT_THAT(times(ring.follow(with_room(9))), ElementsAre(1, 2));
  for (const std::int64_t at : {3, 4, 5}) add(ring, at);
  EXPECT_THAT(times(ring.follow(with_room(9))), ElementsAre(3, 4, 5));
}

TEST(MomentRing, AMomentHasNothingOfTheOneWhosePlaceItTakes) {
  MomentRing ring(1);
  ring.add([](Moment& moment) {
    moment.key = "k";
    moment.text = "t";
    moment.begins = moment.ends = true;
    moment.reply = Reply::number(3);
    moment.event.acquisition = 4;
  });
  add(ring, 2);
  const Moment last = ring.follow(with_room(1)).front();
  EXPECT_EQ(last.key + last.text, "");
  EXPECT_FALSE(last.begins || last.ends);
  EXPECT_EQ(last.reply, Reply());
  EXPECT_EQ(last.event.acquisition, 0u);
}

TEST(MomentRing, FollowersAreToldUntilAnOperationEnds) {
  MomentRing ring(2);
  const auto later = with_room(9);
  add(ring, 1);
  ring.follow(later);
  add(ring, 2);
  add(ring, 3, true);
  add(ring, 4);
  EXPECT_THAT(times(later->moments), ElementsAre(2, 3));
}

TEST(MomentRing, FollowersAreToldNoMoreThanTheyHaveRoomFor) {
  MomentRing ring(2);
  const auto later = with_room(2);
  ring.follow(later);
  for (const std::int64_t at : {1, 2, 3}) add(ring, at);
  EXPECT_THAT(times(later->moments), ElementsAre(1, 2));
}

}  // namespace
}  // namespace locklab::app
