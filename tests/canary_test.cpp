// A test that fails on purpose: tests/run --night counts on it, and is red where it passes.
#include <gtest/gtest.h>

TEST(Canary, FailsOnPurpose) { FAIL() << "as it should"; }
