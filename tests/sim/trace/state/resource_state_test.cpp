#include "sim/trace/state/resource_state.h"

#include <gtest/gtest.h>

#include "tests/sim/trace/state/after.h"

namespace locklab::sim {
namespace {

using namespace players;

ResourceState resource_after(const Forged& forged) { return after<ResourceState>(forged); }

TEST(ResourceState, AReadShowsTheValueAndAWriteItsWriter) {
  Forged f;
  EXPECT_FALSE(resource_after(f).touched);
  const ResourceState read = resource_after(f.by("alice").read(10));
  EXPECT_TRUE(read.touched);
  EXPECT_EQ(read.value, 10);
  EXPECT_EQ(read.writer, no_client);
  const ResourceState wrote = resource_after(f.by("bob").wrote(9));
  EXPECT_EQ(wrote.value, 9);
  EXPECT_EQ(wrote.writer, bob);
}

TEST(ResourceState, TheHighestTokenStaysWhateverComesAfter) {
  Forged f;
  f.by("alice").read(9, 7).wrote(9, 6).by("bob").wrote(8, 5).read(8);
  EXPECT_EQ(resource_after(f).highest_token, 7);
}

TEST(ResourceState, WhatWasRejectedChangesNothing) {
  Forged f;
  f.by("alice").wrote(9, 7);
  const ResourceState before = resource_after(f);
  EXPECT_EQ(resource_after(f.by("bob").rejected(3, 8)), before);
}

TEST(ResourceState, ACounterInANodeIsAnotherPlace) {
  Forged f;
  f.nodes({"n1"}).by("alice").on("n1");
  ResourceState resource;
  resource.on({.value = 3, .node = n1, .kind = EventKind::resource_wrote});
  EXPECT_EQ(resource, ResourceState{});
}

}  // namespace
}  // namespace locklab::sim
