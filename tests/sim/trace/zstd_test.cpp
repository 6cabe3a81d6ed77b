#include "sim/trace/zstd.h"

#include <gmock/gmock.h>

#include <fstream>
#include <string>
#include <variant>

#include "sim/trace/trace_bytes.h"
#include "sim/trace/trace_file.h"
#include "sim/world/dice.h"
#include "sim/world/simulate.h"
#include "tests/support/golden_text.h"
#include "tests/support/read.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/small_world.h"

namespace locklab::sim {
namespace {

TEST(Zstd, DamageToACompressedTraceIsNoticed) {
  const test::ScratchFolder folder;
  const std::string path = folder / "t";
  const Trace trace = simulate(small_world("set_px_lua"), "small");
  const std::string frame = compressed(trace_bytes(trace)).value();
  const auto load = [&](const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
    return problem_in(load_trace(path));
  };
  ASSERT_TRUE(load(frame).empty());
  EXPECT_THAT(load(frame.substr(0, frame.size() - 1)), test::IsGolden());
  for (std::size_t n = 0; n < frame.size(); n += 7)
    ASSERT_FALSE(load(frame.substr(0, n)).empty()) << n;
  RandomBits random(9);
  for (int i = 0; i < 200; ++i) {
    std::string garbled = frame;
    garbled[random.below(frame.size())] ^= static_cast<char>(1 + random.below(255));
    if (load(garbled).empty()) {  // some bits of a header have no meaning
      EXPECT_EQ(trace_bytes(std::get<Trace>(load_trace(path))), trace_bytes(trace));
    }
  }
  EXPECT_THAT(load(*compressed("hello, this is no trace")), test::IsGolden());
}

TEST(Zstd, ContentThatIsLargerThanAllowedIsRefused) {
  const std::string frame = compressed(std::string(64 << 20, 'x')).value();
  EXPECT_LT(frame.size(), 100'000u);
  EXPECT_TRUE(std::holds_alternative<std::string>(decompressed(frame, 64 << 20)));
  const auto refused = decompressed(frame, (64 << 20) - 1);
  ASSERT_TRUE(std::holds_alternative<Sentence>(refused));
  EXPECT_THAT(std::get<Sentence>(refused), test::IsGolden());
}

TEST(Zstd, TheBeginningIsReadWithoutTheRest) {
  const std::string frame =
      compressed(std::string(first_line_of_traces) + std::string(64 << 20, 'x')).value();
  EXPECT_EQ(decompressed_beginning(frame, 10), first_line_of_traces.substr(0, 10));
  for (const std::size_t n : {0, 1, 5, 9})
    EXPECT_EQ(decompressed_beginning(frame.substr(0, n), 10), "") << n;
  EXPECT_EQ(decompressed_beginning("no frame at all", 10), "");
  EXPECT_EQ(decompressed_beginning(*compressed("short"), 10), "short");
}

TEST(Zstd, AFileOfZerosIsRefusedByItsFirstBytes) {
  const test::ScratchFolder folder;
  const std::string file = folder / "zeros.trace.zst";
  std::ofstream(file, std::ios::binary) << compressed(std::string(1 << 20, '\0')).value();
  EXPECT_FALSE(is_trace_file(file));
  EXPECT_TRUE(std::holds_alternative<Problem>(load_trace(file)));
}

TEST(Zstd, AFrameThatBeginsLikeATraceAndIsMadeToFillMemoryIsRefused) {
  const test::ScratchFolder folder;
  const std::string file = folder / "bomb.trace.zst";
  std::string bytes(64 << 20, '\0');
  bytes.replace(0, first_line_of_traces.size(), first_line_of_traces);
  std::ofstream(file, std::ios::binary) << compressed(bytes).value();
  EXPECT_TRUE(is_trace_file(file));
  EXPECT_THAT(problem_in(load_trace(file)), test::IsGolden());  // of 16 MB, not of the header
}

TEST(Zstd, SeveralFramesAreOneContent) {
  const auto both = decompressed(*compressed("lock") + *compressed("lab"), 100);
  EXPECT_EQ(std::get<std::string>(both), "locklab");
  EXPECT_EQ(std::get<std::string>(decompressed(*compressed(""), 0)), "");
}

}  // namespace
}  // namespace locklab::sim
