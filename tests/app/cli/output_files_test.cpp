// The files that commands write: never one that the command reads, and without --force none that
// the program has not written.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "tests/app/cli/program.h"
#include "tests/support/golden_text.h"
#include "tests/support/scratch_folder.h"

namespace locklab::app {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// A command up to its output, and the files that it reads.
struct Writer {
  const char* name;
  Words command;  ///< ends with the option that names the output
  const char* output;
  Words inputs;
};

void PrintTo(const Writer& writer, std::ostream* out) { *out << writer.name; }

/// Runs in a folder with everything that the commands read: a scenario, its trace, a quiz with an
/// answer, and two parts of a search.
class WrittenFiles : public testing::TestWithParam<Writer> {
 protected:
  WrittenFiles() {
    std::ofstream(folder / "mine.toml")
        << "title = \"mine\"\nstrategy = \"set_px_lua\"\nclient = [{name=\"a\"}, {name=\"b\"}]\n"
           "expect = {mutual_exclusion = \"kept\"}\n";
    EXPECT_LE(
        run("locklab run mine.toml --trace mine.trace && locklab quiz \"$PWD/mine.toml\" --count 1 "
            "--out quiz.md --form form.toml && sed -i 's/name = \"\"/name = \"alice\"/' "
            "form.toml && for i in 1 2; do locklab explore --strategy "
            "set_px_lua --faults crash=1 --shard $i/2 --format json > part$i.json || "
            "[ $? = 4 ]; done"),
        1);
  }
  int run(const std::string& line) {
    return in_a_shell("cd '" + folder.path().string() + "' && { " + line + "; } >/dev/null 2>&1");
  }
  Finished write(const std::string& output, const Words& more = {}) {
    Words words = GetParam().command;
    for (std::string& word : words)
      if (fs::exists(folder.path() / word)) word = folder / word;
    words.push_back(output);
    return locklab(joined(words, more));
  }

  test::ScratchFolder folder;
};

TEST_P(WrittenFiles, AreNeverWhatTheCommandReads) {
  const std::string ending = fs::path(GetParam().output).extension().string();
  for (const std::string& input : GetParam().inputs) {
    const std::string before = content(folder.path() / input);
    ASSERT_NE(before, "");
    fs::create_symlink(folder / input, folder / (input + "-link" + ending));
    fs::create_hard_link(folder / input, folder / (input + "-same" + ending));
    for (const char* way : {"", "-link", "-same"})
      for (const Words& force : {Words{}, Words{"--force"}}) {
        const std::string name = *way ? input + way + ending : input;
        if (!name.ends_with(ending)) continue;  // a name that tells no format is refused as such
        EXPECT_EQ(write(folder / name, force).status, 2) << name;
        EXPECT_EQ(content(folder.path() / input), before) << name;
      }
  }
}

TEST_P(WrittenFiles, OfSomebodyElseStayUnlessTheyAreToGo) {
  const std::string file = folder / GetParam().output;
  for (const char* theirs :
       {"x", "<!DOCTYPE html><title>My thesis on Lock Lab</title>", "{\"strategy\": \"mine\"}"}) {
    std::ofstream(file) << theirs;
    const Finished refused = write(file);
    EXPECT_EQ(refused.status, 2) << refused.err;
    EXPECT_EQ(content(file), theirs);
  }
  EXPECT_THAT(write(file).err, test::IsGolden());
  EXPECT_LE(write(file, {"--force"}).status, 1);
  EXPECT_NE(content(file), "{\"strategy\": \"mine\"}");
}

TEST_P(WrittenFiles, OfTheProgramAreWrittenAgainThroughLinksAndWithTheirRights) {
  const std::string file = folder / GetParam().output;
  ASSERT_LE(write(file).status, 1);
  const std::string written = content(file);
  ASSERT_NE(written, "");
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  const std::string link = folder / ("link-" + std::string(GetParam().output));
  fs::create_symlink(file, link);
  const bool is_form = std::string_view(GetParam().output).ends_with(".toml");
  EXPECT_LE(write(link, is_form ? Words{"--force"} : Words{}).status, 1);
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_NE(content(file), "");
}

INSTANTIATE_TEST_SUITE_P(
    Commands, WrittenFiles,
    testing::Values(
        Writer{"RunTrace", {"run", "mine.toml", "--trace"}, "out.trace", {"mine.toml"}},
        Writer{"RunTraceUnderAnyName", {"run", "mine.toml", "--trace"}, "out.toml", {"mine.toml"}},
        Writer{"Compressed", {"run", "mine.toml", "--trace"}, "out.trace.zst", {"mine.toml"}},
        Writer{"Page", {"export", "mine.toml", "--to"}, "out.html", {"mine.toml"}},
        Writer{"Picture", {"export", "mine.trace", "--to"}, "out.svg", {"mine.trace"}},
        Writer{"Text", {"export", "mine.trace", "--to"}, "out.txt", {"mine.trace"}},
        Writer{"Perfetto", {"export", "mine.trace", "--to"}, "out.json", {"mine.trace"}},
        Writer{"Quiz", {"quiz", "mine.toml", "--count", "1", "--out"}, "out.md", {"mine.toml"}},
        Writer{
            "Paper", {"quiz", "mine.toml", "--count", "1", "--paper"}, "out.html", {"mine.toml"}},
        Writer{"Answers",
               {"quiz", "mine.toml", "--count", "1", "--answers"},
               "out.html",
               {"mine.toml"}},
        Writer{"Form", {"quiz", "mine.toml", "--count", "1", "--form"}, "out.toml", {"mine.toml"}},
        Writer{"Results",
               {"quiz", "grade", "quiz.md", "form.toml", "--out"},
               "out.json",
               {"quiz.md", "form.toml"}},
        Writer{"Merged",
               {"merge", "part1.json", "part2.json", "--out"},
               "out.json",
               {"part1.json", "part2.json"}}),
    [](const auto& row) { return row.param.name; });

TEST(RelativeNames, AreTheSameFilesToo) {
  const test::ScratchFolder folder;
  const std::string there = "cd '" + folder.path().string() + "' && ";
  ASSERT_EQ(in_a_shell(there + "mkdir d && locklab run F06 --trace d/t.json >/dev/null 2>&1"), 0);
  const std::string before = content(folder.path() / "d/t.json");
  EXPECT_EQ(in_a_shell(there + "locklab export d/t.json --to d/t.json 2>/dev/null"), 2);
  EXPECT_EQ(content(folder.path() / "d/t.json"), before);
  EXPECT_EQ(
      in_a_shell(there +
                 "locklab quiz --count 1 --paper both.html --answers ./both.html 2>/dev/null"),
      2);
  EXPECT_EQ(in_a_shell(there + "mkdir gone && cd gone && rmdir ../gone && locklab run F06 --trace "
                               "x.trace >/dev/null 2>&1"),
            3);
}

TEST(TwoOutputs, OfOneNameAreRefused) {
  const test::ScratchFolder folder;
  const std::string file = folder / "both.html";
  EXPECT_THAT(locklab({"quiz", "--count", "1", "--paper", file, "--answers", file}),
              EndedWith(2, test::IsGolden()));
  EXPECT_FALSE(fs::exists(file));
}

}  // namespace
}  // namespace locklab::app
