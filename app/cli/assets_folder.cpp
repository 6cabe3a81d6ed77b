#include "app/cli/assets_folder.h"

#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "app/words/display_text.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

std::variant<std::string, sim::Problem> assets_folder() {
  namespace fs = std::filesystem;
  std::error_code failed;
  if (const char* named = std::getenv("LOCKLAB_ASSETS"); named && *named) {
    if (fs::is_directory(fs::path(named) / "scenarios", failed)) return std::string(named);
    return sim::Problem{"LOCKLAB_ASSETS", 0, 0,
                        say("'{}' holds no folder 'scenarios'", printable(named)),
                        say("name a folder like the project's assets/, or unset it")};
  }
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  const fs::path folder = (program.parent_path() / "../../assets").lexically_normal();
  if (!failed && fs::is_directory(folder / "scenarios", failed)) return folder.string();
  return std::string();
}

}  // namespace locklab::app
