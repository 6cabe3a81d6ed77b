#include "app/cli/output_files.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>

#include "app/cli/exit_status.h"
#include "app/cli/output.h"
#include "app/runs/judged_run.h"
#include "app/runs/moment.h"
#include "app/words/display_text.h"
#include "sim/trace/problem.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace_file.h"

namespace locklab::app {

namespace {

namespace fs = std::filesystem;

/// The mark (generator.h) as the formats have it, and what a table and a quiz begin with.
constexpr std::array<std::string_view, 6> marks{
    R"(data-generator="Lock Lab")", R"(name="generator" content="Lock Lab")",
    "generator: Lock Lab",          R"("generator":"Lock Lab")",
    R"("generator": "Lock Lab")",   "\n```quiz\n"};
constexpr std::string_view table_begins = "strategy,run,second,";

/// Whether the program may write over the file: it is empty or missing, is no regular file, or
/// bears the mark in its first or last bytes.
bool is_own(const std::string& path) {
  std::error_code failed;
  if (!fs::is_regular_file(path, failed) || fs::file_size(path, failed) == 0) return true;
  if (sim::is_trace_file(path)) return true;
  constexpr std::streamoff some = 4'000;
  std::ifstream in(path, std::ios::binary);
  std::string read(some, '\0');
  const auto marked = [&] {
    in.read(read.data(), some);
    const std::string_view bytes(read.data(), static_cast<std::size_t>(in.gcount()));
    return std::ranges::any_of(marks, [&](auto mark) { return bytes.find(mark) != bytes.npos; });
  };
  if (marked() || read.starts_with(table_begins)) return true;
  in.clear();
  in.seekg(-some, std::ios::end);
  return in && marked();
}

/// Where a file of that name is, or would be.
fs::path place_of(const std::string& path) {
  std::error_code failed;
  const fs::path whole = fs::absolute(path, failed);
  const fs::path place = fs::weakly_canonical(whole, failed);
  return failed ? whole : place;
}

/// Why the file may not be written; nullopt if it may.
std::optional<sim::Problem> forbidden(const OutputFiles& outputs, std::size_t number) {
  const OutputFile& file = outputs.files[number];
  const std::string& path = file.path;
  const auto problem = [&](const Sentence& what) {
    return sim::Problem{std::string(file.option), 0, 0, what, say("name another file")};
  };
  std::error_code failed;
  for (const std::string& input : outputs.inputs)
    if (fs::equivalent(path, input, failed))  // by device and inode
      return problem(say("{} is what it reads", printable(path)));
  const bool special = fs::exists(path, failed) && !fs::is_regular_file(path, failed);
  for (std::size_t i = 0; i < number; ++i)
    if (!special && !outputs.files[i].path.empty() &&
        place_of(path) == place_of(outputs.files[i].path))
      return problem(say("{} is what {} writes", printable(path), outputs.files[i].option));
  if (outputs.force || is_own(path)) return std::nullopt;
  return sim::Problem{
      std::string(file.option), 0, 0,
      say("{} exists, and nothing in it says that the lab has written it", printable(path)),
      say("name another file, or add --force")};
}

/// Why the file cannot be written; empty if no reason is apparent.
Sentence impossible(const std::string& file) {
  std::error_code failed;
  if (fs::is_directory(file, failed))
    return say("{} cannot be written: it is a folder; name a file in it", printable(file));
  const fs::path folder = place_of(file).parent_path();
  if (!fs::is_directory(folder, failed))
    return say("{} cannot be written: the folder {} does not exist; make it, and run again",
               printable(file), printable(folder.string()));
  const bool exists = fs::exists(file, failed);
  const bool special = exists && !fs::is_regular_file(file, failed);
  if (::access(special ? file.c_str() : folder.c_str(), W_OK) != 0)
    return say("{} cannot be written: {}; choose a place that you may use", printable(file),
               Sentence::name(std::strerror(errno)));
  return {};
}

}  // namespace

std::vector<std::string> read_by(const std::string& line) {
  const std::string what = split_moment(line).name;
  const auto name = file_or_name(what);
  const auto* run = std::get_if<sim::RunName>(&name);
  return run ? std::vector{what, run->scenario} : std::vector{what};
}

int check(const OutputFiles& outputs, Language language) {
  for (std::size_t i = 0; i < outputs.files.size(); ++i) {
    const std::string& path = outputs.files[i].path;
    if (path.empty()) continue;
    if (const auto problem = forbidden(outputs, i)) return refuse(*problem, language);
    if (const Sentence why = impossible(path); !why.empty()) {
      complain(why, language);
      return exit_missing;
    }
  }
  return exit_as_expected;
}

}  // namespace locklab::app
