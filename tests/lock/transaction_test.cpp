#include "lock/transaction.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string_view>

namespace locklab {
namespace {

bool inside_after(std::initializer_list<std::string_view> verbs) {
  Transaction transaction;
  for (std::string_view verb : verbs) transaction.sent(Command(verb).words());
  return transaction.inside();
}

TEST(Transaction, MultiBeginsOneAndExecOrDiscardEndsIt) {
  EXPECT_FALSE(inside_after({}));
  EXPECT_FALSE(inside_after({"SET"}));
  EXPECT_TRUE(inside_after({"MULTI"}));
  EXPECT_TRUE(inside_after({"MULTI", "SET", "MULTI"}));
  EXPECT_FALSE(inside_after({"MULTI", "SET", "EXEC"}));
  EXPECT_FALSE(inside_after({"MULTI", "DISCARD"}));
  EXPECT_TRUE(inside_after({"MULTI", "EXEC", "MULTI"}));
}

TEST(Transaction, AWordMeansTheSameInAnyCase) {
  EXPECT_TRUE(inside_after({"multi"}));
  EXPECT_FALSE(inside_after({"Multi", "eXeC"}));
  EXPECT_FALSE(inside_after({"MULTIPLE"}));
}

TEST(Transaction, WatchPreparesOne) {
  EXPECT_TRUE(inside_after({"WATCH"}));
  EXPECT_FALSE(inside_after({"WATCH", "UNWATCH"}));
  EXPECT_TRUE(inside_after({"WATCH", "MULTI"}));
  EXPECT_TRUE(inside_after({"WATCH", "MULTI", "UNWATCH"})) << "which is only queued there";
  EXPECT_FALSE(inside_after({"WATCH", "MULTI", "EXEC"}));
}

TEST(Transaction, AnEmptyCommandChangesNothing) {
  Transaction transaction;
  transaction.sent(PackedWords());
  EXPECT_FALSE(transaction.inside());
  transaction.sent("MULTI");
  transaction.sent(PackedWords());
  EXPECT_TRUE(transaction.inside());
}

}  // namespace
}  // namespace locklab
