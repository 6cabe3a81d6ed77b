// `locklab merge`: merges the reports of a sharded search (`locklab explore --shard I/N --format
// json`), or those of the generators of one load (`locklab stress --shard I/N`), into one.
#include <nlohmann/json.hpp>
#include <utility>

#include "app/cli/commands.h"
#include "app/cli/exit_status.h"
#include "app/cli/load_output.h"
#include "app/cli/merged_report.h"
#include "app/cli/output.h"
#include "app/cli/output_files.h"
#include "app/stress/report/merge_parts.h"
#include "app/stress/report/part_file.h"
#include "app/words/display_text.h"
#include "sim/trace/whole_file.h"

namespace locklab::app {

namespace {

using Json = nlohmann::ordered_json;

int merge_searches(const std::vector<ReportFile>& files, const MergeOptions& options) {
  if (options.format == "text" || (options.out && !options.out->ends_with(".json")))
    return refuse(
        {options.out ? "--out" : "--format", 0, 0, say("the report of a merged search is JSON"),
         say("write --format json, and a file's name that ends with .json")},
        options.language);
  const auto made = merge_reports(files);
  if (const auto* problem = std::get_if<sim::Problem>(&made)) {
    complain(sim::to_string(*problem));
    return exit_bad_input;
  }
  const MergedReport& whole = std::get<MergedReport>(made);
  if (options.out) {
    if (const auto problem = sim::write_whole(*options.out, {whole.json, "\n"})) {
      complain(sim::sentence(*problem), options.language);
      return exit_missing;
    }
  }
  print(whole.json + "\n");
  return whole.status;
}

/// Merges loads. `reports` holds the parsed text of each file; nullopt for a file that is not JSON.
int merge_loads(const std::vector<ReportFile>& files,
                const std::vector<std::optional<Json>>& reports, const MergeOptions& options) {
  if (auto problem = options.out ? unknown_format(*options.out) : std::nullopt)
    return refuse(*problem, options.language);
  std::vector<NamedPart> parts;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const auto refuse_file = [&](const Sentence& what, const Sentence& instead) {
      return refuse({files[i].name, 0, 0, what, instead}, options.language);
    };
    const Sentence write_it =
        say("write it with locklab stress --shard I/N --start-at TIME --out FILE.json");
    if (!reports[i]) return refuse_file(say("it is not JSON"), write_it);
    if (!is_load_report(*reports[i]))
      return refuse_file(say("it is not the report of a load, as others here are"),
                         say("merge loads and searches apart from each other"));
    auto part = read_part(*reports[i]);
    if (const auto* what = std::get_if<Sentence>(&part)) return refuse_file(*what, write_it);
    parts.push_back({files[i].name, std::move(std::get<StressResult>(part))});
  }
  auto whole = merge_parts(std::move(parts));
  if (const auto* problem = std::get_if<sim::Problem>(&whole))
    return refuse(*problem, options.language);
  return tell_loads({std::move(std::get<StressResult>(whole))},
                    {options.format == "json", options.out, options.language});
}

}  // namespace

int merge_command(const MergeOptions& options) {
  constexpr std::uint64_t most = std::uint64_t{64} << 20;
  std::vector<ReportFile> files;
  std::vector<std::optional<Json>> reports;
  bool loads = false;
  for (const std::string& file : options.files) {
    auto text = sim::read_whole(file, most);
    if (const auto* problem = std::get_if<sim::Problem>(&text))
      return refuse(*problem, options.language);
    files.push_back({file, std::move(std::get<std::string>(text))});
    reports.push_back(parsed(files.back().text));
    loads = loads || (reports.back() && is_load_report(*reports.back()));
  }
  const OutputFiles outputs{{{"--out", options.out.value_or("")}}, options.files, options.force};
  if (const int status = check(outputs, options.language); status != exit_as_expected)
    return status;
  return loads ? merge_loads(files, reports, options) : merge_searches(files, options);
}

}  // namespace locklab::app
