// Intents for files and the clipboard.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/gui/model/any_of.h"
#include "app/gui/model/file_dialog.h"
#include "app/gui/model/model.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace intent {

struct CopyName {};   ///< copies the run's name or, for a live run, the path of its trace
struct PasteName {};  ///< opens the run named in the clipboard

struct OpenDialog {
  bool saving;
  FileKind kind = FileKind::scenario;
};
struct ChooseFolder {
  std::string folder;
};
struct TypeName {
  std::string name;
};
struct MarkEntry {
  int by;
};  ///< the next entry of the folder (by > 0), or the previous
struct AcceptDialog {};
struct CloseDialog {};
struct FolderListed {
  std::uint64_t job;
  std::string folder;
  std::vector<FolderEntry> entries;
  Sentence problem;
};
struct Saved {
  std::uint64_t job;
  FileKind kind;
  std::string path;
  std::string run;
  ShownRunPtr trace = {};  ///< the run, if it was saved as a trace
};
struct NotSaved {
  std::uint64_t job;
  Sentence problem;
};
/// The answer to the question whether to save first.
enum class Leaving : std::uint8_t { save, discard, stay };
struct Leave {
  Leaving how;
};

}  // namespace intent

using FileIntents =
    TypeList<intent::CopyName, intent::PasteName, intent::OpenDialog, intent::ChooseFolder,
             intent::TypeName, intent::MarkEntry, intent::AcceptDialog, intent::CloseDialog,
             intent::FolderListed, intent::Saved, intent::NotSaved, intent::Leave>;

}  // namespace locklab::app
