// The program's commands. Each prints its output and returns the exit status.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/named_run.h"
#include "app/explore/make_matrix.h"
#include "app/words/language.h"
#include "sim/explore/explore.h"
#include "sim/scenario/library.h"

namespace locklab::app {

int tour_command(const sim::Library& library, Language language);

struct ListOptions {
  std::string what;  ///< strategies, scenarios, faults or properties
  bool json = false;
  Language language = Language::english;
};
int list_command(const sim::Library& library, const ListOptions& options);

struct RunOptions : RunChanges {
  std::vector<std::string> name;    ///< a scenario, a run's name of several words, or a saved trace
  std::vector<std::string> faults;  ///< "at 60ms pause alice 500ms"
  bool live = false;
  bool step = false;                 ///< live: step by step
  std::optional<std::size_t> keep;   ///< live: no time limit; number of most recent events to keep
  bool processes = false;            ///< live: each client is a separate process
  std::optional<std::string> redis;  ///< servers that the user provides: HOST:PORT,...
  std::string user;
  bool ask_password = false;
  std::optional<std::string> trace_file;
  bool force = false;
  bool json = false;
  bool all_events = false;
  Language language = Language::english;
};
int run_command(const sim::Library& library, const RunOptions& options);

struct ExploreOptions {
  sim::Question question;
  std::vector<std::string> set;  ///< "key=value", or TOML
  sim::SearchKind search = sim::SearchKind::shortest;
  std::optional<double> seconds;
  std::uint32_t threads = 1;
  std::uint64_t seed = 1;
  std::uint32_t shard = 0;
  std::uint32_t shards = 1;
  bool json = false;
  Language language = Language::english;
};
int explore_command(const sim::Library& library, const ExploreOptions& options);

struct MatrixOptions {
  MatrixTask task;
  std::string format = "text";  ///< text, markdown, html or json
  bool traits = false;          ///< the table for teachers: the locks against the textbook traits
  bool grounds = false;         ///< print only the worlds that the cells are searched in
  bool again = false;           ///< compute the matrix even if one is stored or shipped
  Language language = Language::english;
};
int matrix_command(const sim::Library& library, const MatrixOptions& options);

struct MergeOptions {
  /// Reports of parts, as printed by explore --format json and stress --format json.
  std::vector<std::string> files;
  std::optional<std::string> format;  ///< text or json; for searches only json
  std::optional<std::string> out;
  bool force = false;  ///< OutputFiles::force, here and in other commands
  Language language = Language::english;
};
int merge_command(const MergeOptions& options);

struct StressCommand;
int stress_command(const sim::Library& library, const StressCommand& command);

struct ExportOptions : RunChanges {
  std::string what;  ///< a file saved by run --trace, or anything that run accepts
  std::string to;    ///< the suffix selects the format
  bool force = false;
  bool all_events = false;
  Language language = Language::english;
};
int export_command(const sim::Library& library, const ExportOptions& options);

}  // namespace locklab::app
