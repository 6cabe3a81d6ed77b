// Rules for the files that a command writes: an output is never an input, and a file that the
// program has not written itself is not written over without --force.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/words/language.h"

namespace locklab::app {

struct OutputFile {
  std::string_view option;  ///< that names the file
  std::string path;         ///< empty if the option is not given
};

struct OutputFiles {
  std::vector<OutputFile> files;
  std::vector<std::string> inputs;  ///< what the command reads; those that are no files do no harm
  bool force = false;               ///< write over files of other programs and people
};

/// The files that a line naming a run or a trace may mean.
std::vector<std::string> read_by(const std::string& line);

/// Checks the files before a command does any work. Reports the first that may not or cannot be
/// written and returns the exit status, or exit_as_expected.
int check(const OutputFiles& outputs, Language language);

}  // namespace locklab::app
