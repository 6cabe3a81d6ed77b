// The window's own dialog for opening and saving files: its folder and its input.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/trace/sentence.h"

namespace locklab::app {

enum class FileKind : std::uint8_t {
  scenario,
  svg,
  page,
  picture,
  trace,
  notebook,
  load_json,  ///< loads, with everything that was measured
  load_csv,   ///< loads, with one line per second
  load_page,  ///< loads, with charts
};

/// Whether loads are saved rather than the run.
constexpr bool is_of_loads(FileKind kind) { return kind >= FileKind::load_json; }

struct FolderEntry {
  std::string name;
  bool folder = false;
  bool operator==(const FolderEntry&) const = default;
};

struct FileDialog {
  bool saving = false;
  FileKind kind = FileKind::scenario;  ///< to save; for loads, also to open
  std::string folder;  ///< once listed: absolute, without a trailing '/', so "" for "/"
  std::vector<FolderEntry> entries;  ///< folders first, sorted by name
  std::string name;                  ///< typed or chosen
  std::optional<std::size_t>
      marked;      ///< selected by keyboard: an entry, or entries.size() for the parent folder
  int chosen = 0;  ///< number of times that an entry, or the end of a typed path, replaced `name`
  Sentence problem;
  bool replacing = false;      ///< the file exists; a second confirmation replaces it
  bool listed = false;         ///< the folder's entries are known
  bool saves_on_list = false;  ///< confirmed before the entries were known
  std::uint64_t job = 0;       ///< the job whose answer is valid
  bool operator==(const FileDialog&) const = default;
};

/// The file name's ending: "toml", "svg", "html", "png", "trace", "md", "json", "csv".
std::string_view ending(FileKind kind);

/// The path of the file. The input may itself be a path; a missing ending is added when saving.
std::string path_of(const FileDialog& dialog);

/// The parent folder; empty for "/" and for a folder in it.
std::string folder_above(std::string_view folder);

/// Joins a folder and a name: "/a" and "b" give "/a/b".
std::string inside(std::string_view folder, std::string_view name);

}  // namespace locklab::app
