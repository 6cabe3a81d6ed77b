#include "app/gui/model/file_dialog.h"

namespace locklab::app {

std::string_view ending(FileKind kind) {
  switch (kind) {
    case FileKind::svg:
      return "svg";
    case FileKind::page:
      return "html";
    case FileKind::picture:
      return "png";
    case FileKind::trace:
      return "trace";
    case FileKind::notebook:
      return "md";
    case FileKind::load_json:
      return "json";
    case FileKind::load_csv:
      return "csv";
    case FileKind::load_page:
      return "html";
    case FileKind::scenario:
      break;
  }
  return "toml";
}

std::string path_of(const FileDialog& dialog) {
  std::string path =
      dialog.name.starts_with('/') ? dialog.name : inside(dialog.folder, dialog.name);
  const std::string wanted = "." + std::string(ending(dialog.kind));
  const bool compressed = dialog.kind == FileKind::trace && path.ends_with(wanted + ".zst");
  if (dialog.saving && !path.ends_with(wanted) && !compressed) path += wanted;
  return path;
}

std::string folder_above(std::string_view folder) {
  const std::size_t slash = folder.rfind('/');
  return slash == std::string_view::npos ? std::string() : std::string(folder.substr(0, slash));
}

std::string inside(std::string_view folder, std::string_view name) {
  return std::string(folder) + "/" + std::string(name);
}

}  // namespace locklab::app
