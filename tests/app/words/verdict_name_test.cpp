// A mark and a property's name are not negated twice: "× lost update", never "× no lost update".
#include "app/words/verdict_name.h"

#include <gmock/gmock.h>

#include "app/words/language.h"
#include "tests/support/golden_text.h"

namespace locklab::app {
namespace {

using sim::Kept;
using sim::Property;
using testing::Not;
using testing::StartsWith;

TEST(VerdictName, OfWhatBrokeIsNoDoubleNegation) {
  for (std::size_t i = 0; i < sim::property_count; ++i) {
    const Sentence name = verdict_name(static_cast<Property>(i), Kept::broken);
    EXPECT_THAT(name.english(), Not(StartsWith("no ")));
    EXPECT_THAT(told(name, Language::chinese), Not(StartsWith("无")));
    EXPECT_THAT(told(name, Language::chinese), Not(StartsWith("不")));
  }
  EXPECT_THAT(verdict_name(Property::no_lost_update, Kept::broken), test::IsGolden());
}

TEST(VerdictName, OfWhatHoldsOrIsOpenIsThePromise) {
  for (const Kept kept : {Kept::kept, Kept::not_applicable})
    EXPECT_THAT(verdict_name(Property::no_deadlock, kept), test::IsGolden("no deadlock"));
}

TEST(VerdictName, WhatWasNotPromisedSaysSoInTheBracketsOfItsLanguage) {
  const auto label = [](Language language) {
    return verdict_label(Words::in(language), Property::fencing, Kept::broken, false);
  };
  EXPECT_THAT((std::vector{label(Language::english), label(Language::chinese)}), test::IsGolden());
}

}  // namespace
}  // namespace locklab::app
