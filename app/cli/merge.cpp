// `locklab merge`: merges the reports of a sharded search (`locklab explore --shard I/N --format
// json`) into one.
#include "app/cli/commands.h"
#include "app/cli/exit_status.h"
#include "app/cli/merged_report.h"
#include "app/cli/output.h"
#include "sim/trace/whole_file.h"

namespace locklab::app {

int merge_command(const MergeOptions& options) {
  constexpr std::uint64_t most = std::uint64_t{64} << 20;
  std::vector<ReportFile> files;
  for (const std::string& file : options.files) {
    auto text = sim::read_whole(file, most);
    if (const auto* problem = std::get_if<sim::Problem>(&text)) {
      complain(sim::to_string(*problem));
      return exit_bad_input;
    }
    files.push_back({file, std::move(std::get<std::string>(text))});
  }
  const auto made = merge_reports(files);
  if (const auto* problem = std::get_if<sim::Problem>(&made)) {
    complain(sim::to_string(*problem));
    return exit_bad_input;
  }
  const MergedReport& whole = std::get<MergedReport>(made);
  print(whole.json + "\n");
  return whole.status;
}

}  // namespace locklab::app
