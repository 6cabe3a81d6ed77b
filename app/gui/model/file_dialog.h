// The window's own dialog for opening and saving files: where it stands and what is typed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/trace/sentence.h"

namespace locklab::app {

enum class FileKind : std::uint8_t { scenario, svg, page, picture, trace };

struct FolderEntry {
  std::string name;
  bool folder = false;
  bool operator==(const FolderEntry&) const = default;
};

struct FileDialog {
  bool saving = false;
  FileKind kind = FileKind::scenario;  ///< of what is saved
  std::string folder;                  ///< absolute, without a '/' at its end; "/" is ""
  std::vector<FolderEntry> entries;    ///< folders first, by name
  std::string name;                    ///< typed, or chosen
  std::optional<std::size_t> marked;   ///< by key: an entry; entries.size(): the folder above
  int chosen = 0;                      ///< how often `name` came otherwise than by typing
  Sentence problem;
  bool replacing = false;      ///< the file is there: once more replaces it
  bool listed = false;         ///< what is in the folder is known
  bool saves_on_list = false;  ///< accepted before that
  std::uint64_t job = 0;       ///< the one whose answer counts
  bool operator==(const FileDialog&) const = default;
};

/// "toml", "svg", "html", "png", "trace".
std::string_view ending(FileKind kind);

/// Where the file would lie: what is typed may be a path of its own; a missing ending is added when
/// saving.
std::string path_of(const FileDialog& dialog);

/// The folder above; of "/" itself.
std::string folder_above(std::string_view folder);

/// "/a" and "b" are "/a/b".
std::string inside(std::string_view folder, std::string_view name);

}  // namespace locklab::app
