#include "app/cli/stress_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <variant>

#include "app/cli/argument_checks.h"
#include "app/stress/report/report_data.h"
#include "app/words/display_text.h"
#include "sim/trace/json_text.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

using sim::Problem;

/// Whether the text may be part of keys and file names.
bool is_name(const std::string& text) {
  constexpr std::size_t longest = 40;
  return !text.empty() && text.size() <= longest &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '-' || c == '_';
         });
}

/// FNV-1a, which is the same on every machine.
std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

/// A name that is the same for all parts of a load, and different for another load. It is derived
/// from `given` (--load), the other options, and the start time unless that is relative.
std::string name_of(const StressWork& work, const LoadPart& part, const std::string& given) {
  std::string what = json_text(work_json(work)) + fmt::format(" {}", part.of);
  if (!part.start.relative) what += fmt::format(" {}", part.start.us);
  const std::string hash = fmt::format("{:012x}", hash_of(what) >> 16);
  return given.empty() ? hash : given + "-" + hash;
}

std::optional<Problem> misfit(const StressPartOptions& options, std::size_t works) {
  if (!options.shard) {
    if (options.start_at || options.load)
      return Problem{"", 0, 0, say("--start-at and --load are for one of several generators"),
                     say("write --shard I/N too")};
    return std::nullopt;
  }
  if (!options.start_at)
    return Problem{"--shard", 0, 0, say("all generators must begin at the same time"),
                   say("write --start-at TIME too, the same for all")};
  if (works != 1)
    return Problem{"--shard", 0, 0, say("{} loads are asked for, and parts begin only once", works),
                   say("run them one after the other, each with a time of its own")};
  if (options.load && !is_name(*options.load))
    return Problem{"--load", 0, 0, say("'{}' is not a name for a load", printable(*options.load)),
                   say("use letters, digits, - and _, at most 40")};
  return std::nullopt;
}

}  // namespace

void add_stress_part(CLI::App& stress, StressPartOptions& options) {
  stress
      .add_option("--shard", options.shard,
                  "I/N: only this part of the clients, for many load generators; locklab merge "
                  "makes one report of all")
      ->check(shard_of("--shard"));
  stress.add_option("--start-at", options.start_at,
                    "When all parts begin, by the clock of the first server: "
                    "2026-11-25T10:00:00Z, seconds since 1970, or +10s");
  stress.add_option("--load", options.load,
                    "A name that all parts have in common; needed where --start-at counts from "
                    "now");
}

std::optional<Problem> take_part(const StressPartOptions& options, std::vector<StressWork>& works) {
  if (auto problem = misfit(options, works.size())) return problem;
  if (!options.shard) return std::nullopt;
  LoadPart part;
  std::istringstream in(*options.shard);
  char slash = 0;
  in >> part.number >> slash >> part.of;
  --part.number;
  const auto start = parse_start(*options.start_at);
  if (const auto* problem = std::get_if<Problem>(&start)) return *problem;
  part.start = std::get<StartTime>(start);
  if (part.start.relative && part.of > 1 && !options.load)
    return Problem{"--start-at", 0, 0,
                   say("a time that counts from now is another one for each generator"),
                   say("write --load NAME too, the same for all, or a time of the clock")};
  StressWork& work = works.front();
  part.load = name_of(work, part, options.load.value_or(""));
  work.part = part;
  return mistake_in(work);
}

}  // namespace locklab::app
