// TOML as a tree of values, and back as text.
#include "sim/scenario/toml_value.h"
#include "sim/trace/time_words.h"

#include <gtest/gtest.h>

#include "sim/scenario/table_reader.h"

namespace locklab::sim {
namespace {

TEST(TomlValue, PrintsOnOneLineAndReadsBackTheSame) {
  for (std::string_view table :
       {"{}", "{a=1, b=-2}", "{a=\"q\\\"\\\\\\u000A\"}",
        "{\"odd key\"=true, l=[1, 2.5, \"x\", {}]}", "{d=1979-05-27, t=07:32:00, n={deep={er=[]}}}",
        "{x=0.1, y=100.0, z=inf}", "{x=1.0e+308, y=-1.5e-07, z=1.0e+20}"}) {
    const auto read = parse_toml("v=" + std::string(table), "t", 0);
    ASSERT_TRUE(std::holds_alternative<Value>(read)) << table;
    EXPECT_EQ(to_toml(std::get<Value>(read).items.front()), table);
  }
}

TEST(TomlValue, KeepsTheOrderAndThePlaceOfEveryKey) {
  const auto read = parse_toml("z = 1\na = 2\n[m]\n  k = 'v'", "t", 7);
  const Value& root = std::get<Value>(read);
  ASSERT_EQ(root.items.size(), 3u);
  EXPECT_EQ(root.items[0].key, "z");
  EXPECT_EQ(root.items[1].key, "a");
  const Value& k = root.items[2].items.at(0);
  EXPECT_EQ(k.key_at, (TextPosition{7, 4, 3}));
  EXPECT_EQ(k.at, (TextPosition{7, 4, 7}));
}

TEST(DecimalMs, RoundsToTheNearestMicrosecond) {
  EXPECT_EQ(decimal_ms("0.5"), Duration(500));
  EXPECT_EQ(decimal_ms("0.3"), Duration(300));
  EXPECT_EQ(decimal_ms("-0.1"), Duration(-100));
  EXPECT_EQ(decimal_ms("12"), Duration(12'000));
  EXPECT_EQ(decimal_ms("0.0005"), Duration(1));
  EXPECT_EQ(decimal_ms("0.00049999"), Duration(0));
  EXPECT_EQ(decimal_ms("7.9999"), Duration(8'000));
  for (std::string_view text : {"", ".5", "1e-05", "nan", "-", "1.x", "--1", "1234567890123456"})
    EXPECT_FALSE(decimal_ms(text)) << text;
}

TEST(AsMs, WritesNoMoreDigitsThanNeeded) {
  EXPECT_EQ(ms_number(Duration(0)), "0");
  EXPECT_EQ(ms_number(Duration(500)), "0.5");
  EXPECT_EQ(ms_number(Duration(-61'050)), "-61.05");
  EXPECT_EQ(ms_number(100ms), "100");
}

}  // namespace
}  // namespace locklab::sim
