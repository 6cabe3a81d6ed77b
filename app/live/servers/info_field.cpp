#include "app/live/servers/info_field.h"

#include <fmt/format.h>

#include <string>

namespace locklab::app {

std::string_view info_field(std::string_view info, std::string_view field) {
  const std::string key = fmt::format("\n{}:", field);
  const std::size_t at = info.find(key);
  if (at == std::string_view::npos) return {};
  info.remove_prefix(at + key.size());
  return info.substr(0, info.find_first_of("\r\n"));
}

}  // namespace locklab::app
