#include "app/explore/matrix_cache.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "app/matrix/matrix_text.h"
#include "sim/check/check.h"
#include "sim/scenario/run_name.h"
#include "sim/world/simulate.h"
#include "tests/support/forged_matrix.h"
#include "tests/support/read.h"
#include "tests/support/scratch_folder.h"

namespace locklab::app {
namespace {

TEST(MatrixCache, AFileTooLargeForAMatrixIsNotRead) {
  const test::ScratchFolder folder;
  const std::string path = folder / "matrix.json";
  std::ofstream(path) << "{";
  std::filesystem::resize_file(path, std::uint64_t{1} << 40);  // sparse
  EXPECT_FALSE(read_matrix(path, "a program"));
}

TEST(MatrixCache, WhatWasFoundIsThereAgain) {
  const test::ScratchFolder folder;
  const std::string path = folder / "locklab/matrix.json";
  const Matrix kept = test::forged_matrix("setnx_del", "pause");
  keep_matrix(path, "a program", kept);
  const auto again = read_matrix(path, "a program");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->strategies, kept.strategies);
  EXPECT_EQ(again->faults, kept.faults);
  ASSERT_EQ(as_json(*again), as_json(kept));
  for (std::size_t i = 0; i < kept.cells.size(); ++i)
    for (std::size_t p = 0; p < kept.cells[i].properties.size(); ++p) {  // not in the JSON
      const PropertyCell& one = again->cells[i].properties[p];
      EXPECT_EQ(one.standing, kept.cells[i].properties[p].standing);
      EXPECT_EQ(one.why_in_chinese, kept.cells[i].properties[p].why_in_chinese);
    }
}

TEST(MatrixCache, AnotherProgramDoesNotBelieveIt) {
  const test::ScratchFolder folder;
  keep_matrix(folder / "matrix.json", "a program", test::forged_matrix("setnx_del", "pause"));
  EXPECT_FALSE(read_matrix(folder / "matrix.json", "another"));
  std::ofstream(folder / "one") << "a program";
  std::ofstream(folder / "two") << "a program!";
  const sim::Library library;
  EXPECT_NE(matrix_cache_key(library, folder / "one"), matrix_cache_key(library, folder / "two"));
  EXPECT_EQ(matrix_cache_key(library, folder / "one"), matrix_cache_key(library, folder / "one"));
}

TEST(MatrixCache, WhatIsNoMatrixIsAsGoodAsNothing) {
  const test::ScratchFolder folder;
  const std::string path = folder / "matrix.json";
  EXPECT_FALSE(read_matrix(path, "key"));
  for (const char* text :
       {"", "{", "[]", R"({"key": "key"})",
        R"({"key": "key", "strategies": ["redlock"], "faults": [""], "seconds": 1, "cells": []})",
        R"({"key": "key", "strategies": ["nobody"], "faults": [], "seconds": 1, "cells": []})"}) {
    std::ofstream(path) << text;
    EXPECT_FALSE(read_matrix(path, "key")) << text;
  }
}

TEST(MatrixCache, OneThatIsNotWholeIsNotKept) {
  const test::ScratchFolder folder;
  Matrix part = test::forged_matrix("setnx_del", "pause");
  part.cells[3].done = false;
  keep_matrix(folder / "matrix.json", "key", part);
  EXPECT_FALSE(read_matrix(folder / "matrix.json", "key"));
}

/// Sets XDG_CACHE_HOME to a folder during its lifetime.
class CacheIn {
 public:
  explicit CacheIn(const std::string& folder) {
    if (const char* now = std::getenv("XDG_CACHE_HOME")) before_ = now;
    setenv("XDG_CACHE_HOME", folder.c_str(), 1);
  }
  ~CacheIn() {
    if (before_)
      setenv("XDG_CACHE_HOME", before_->c_str(), 1);
    else
      unsetenv("XDG_CACHE_HOME");
  }
  CacheIn(const CacheIn&) = delete;
  CacheIn& operator=(const CacheIn&) = delete;

 private:
  std::optional<std::string> before_;
};

TEST(MatrixCache, AWholeMatrixIsComputedOnce) {
  const test::ScratchFolder folder;
  const CacheIn cache(folder / "");
  const sim::Library library;
  const Matrix kept = test::forged_matrix("setnx_del", "pause");
  keep_matrix(matrix_cache_path(), matrix_cache_key(library), kept);
  const std::atomic<bool> cancelled = true;  // so that nothing is computed
  const auto found = [&](const MatrixTask& task, bool again) {
    return std::get<Matrix>(find_matrix(library, task, again, cancelled));
  };
  EXPECT_TRUE(found({}, false).cells.front().done);
  EXPECT_FALSE(found({}, true).cells.front().done) << "the same once more, and computed";
  EXPECT_TRUE(found({}, false).cells.front().done) << "what was cancelled is not kept";
  MatrixTask part;
  part.strategies = {"redlock"};
  EXPECT_EQ(found(part, false).strategies, part.strategies);
  EXPECT_TRUE(found({}, false).cells.front().done) << "a part is not kept";
}

TEST(MatrixCache, WhoHasComputedNothingGetsTheMatrixThatTheProgramBrings) {
  const test::ScratchFolder folder;
  const CacheIn cache(folder / "");
  const std::atomic<bool> cancelled = true;  // so that nothing is computed
  const Matrix found = std::get<Matrix>(find_matrix(sim::Library(), {}, false, cancelled));
  EXPECT_EQ(as_json(found), as_json(shipped_matrix(sim::Library()).value()));
}

TEST(ShippedMatrix, IsOfAllLocksAndAllFaults) {
  const Matrix matrix = shipped_matrix(sim::Library()).value();
  const std::atomic<bool> cancelled = true;
  const Matrix made = std::get<Matrix>(make_matrix(sim::Library(), {}, cancelled));
  EXPECT_EQ(matrix.strategies, made.strategies);
  EXPECT_EQ(matrix.faults, made.faults);
}

TEST(ShippedMatrix, IsOfTheShippedScenarioAlone) {
  const test::ScratchFolder folder;
  std::filesystem::create_directories(folder / "scenarios");
  sim::Library library;
  const std::string bare = std::get<sim::ScenarioText>(library.find("bare")).text;
  std::ofstream(folder / "scenarios/bare.toml") << bare << "\n# another\n";
  EXPECT_FALSE(shipped_matrix(sim::Library(folder / "")));
}

TEST(ShippedMatrix, SaysKeptOnlyWhereTheFaultStruckSomebodyOnEachGroundThatWasSearchedToItsEnd) {
  const Matrix matrix = shipped_matrix(sim::Library()).value();
  std::size_t good = 0;
  for (const MatrixCell& cell : matrix.cells)
    for (const PropertyCell& one : cell.properties) {
      if (cell.faults.empty() || !one.promised || one.standing != Standing::kept) continue;
      ++good;
      EXPECT_FALSE(cell.grounds.empty()) << cell.strategy << " " << cell.faults;
      for (const GroundSearch& ground : cell.grounds) {
        const std::string where = cell.strategy + " " + cell.faults + " on " + ground.ground;
        EXPECT_FALSE(ground.struck.vacuous()) << where;
        EXPECT_TRUE(ground.exhausted) << where;
      }
    }
  EXPECT_GT(good, 300u);
}

TEST(ShippedMatrix, EveryRunOfABrokenCellBreaksItsPromise) {
  const sim::Library library;
  const Matrix matrix = shipped_matrix(library).value();
  std::size_t runs = 0;
  for (const MatrixCell& cell : matrix.cells)
    for (const PropertyCell& one : cell.properties) {
      if (one.run.empty()) continue;
      ++runs;
      const sim::Trace trace = sim::simulate(sim::run_named(one.run, library).scenario);
      EXPECT_EQ(sim::check(trace)[static_cast<std::size_t>(one.property)].kept, sim::Kept::broken)
          << cell.strategy << " " << cell.faults << ": " << one.run;
    }
  EXPECT_GT(runs, 100u);
}

}  // namespace
}  // namespace locklab::app
