// A trace that a search restores to earlier states needs no more memory than its longest run.
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "sim/explore/arena.h"
#include "sim/trace/trace.h"

namespace locklab::sim {
namespace {

constexpr int rollbacks = 20;

/// A trace in an arena, with a snapshot in which it is empty.
class RolledBackTrace : public testing::Test {
 protected:
  RolledBackTrace() {
    {
      const Arena::Use use(arena_);
      trace_ = new Trace;
    }
    arena_.save(empty_);
  }
  ~RolledBackTrace() override {
    const Arena::Use use(arena_);
    delete trace_;
  }

  std::string_view keep(const std::string& text) {
    const Arena::Use use(arena_);
    return trace_->text(trace_->keep(text));
  }
  const Event* add_events(std::int64_t count) {
    const Arena::Use use(arena_);
    for (std::int64_t at = 0; at < count; ++at) trace_->add({.at = at});
    return &trace_->back();
  }
  void roll_back() { arena_.restore(empty_); }

  const std::string long_text_ = std::string(100'000, 'x');

 private:
  Arena arena_;
  Arena::Snapshot empty_;
  Trace* trace_ = nullptr;
};

TEST_F(RolledBackTrace, KeepsTheBlockOfItsFirstTexts) {
  std::set<const char*> places;
  for (int i = 0; i < rollbacks; ++i, roll_back()) places.insert(keep(long_text_).data());
  EXPECT_EQ(places.size(), 1u);
}

TEST_F(RolledBackTrace, KeepsTheBlocksOfFurtherTexts) {
  std::set<const char*> places;
  for (int i = 0; i < rollbacks; ++i, roll_back()) {
    for (int n = 0; n < 50; ++n) keep(long_text_);
    places.insert(keep(long_text_).data());
  }
  EXPECT_EQ(places.size(), 1u);
}

TEST_F(RolledBackTrace, KeepsTheBlocksOfItsEvents) {
  std::set<const Event*> places;
  for (int i = 0; i < rollbacks; ++i, roll_back()) places.insert(add_events(40'000));
  EXPECT_EQ(places.size(), 1u);
}

TEST_F(RolledBackTrace, MakesRoomForATextThatIsLargerThanTheBlockThatItHadThere) {
  for (const std::size_t megabytes : {1, 7, 3, 9}) {
    const std::string text(megabytes * 1'000'000, static_cast<char>('0' + megabytes));
    const std::string_view large = keep(text);
    EXPECT_EQ(keep(long_text_), long_text_);
    EXPECT_EQ(large, text);
    roll_back();
  }
}

}  // namespace
}  // namespace locklab::sim
