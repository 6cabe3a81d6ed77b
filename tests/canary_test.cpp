// A test that fails on purpose: tests/run --night expects it, and fails if it passes.
#include <gtest/gtest.h>

TEST(Canary, FailsOnPurpose) { FAIL() << "as it should"; }
