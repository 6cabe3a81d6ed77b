#include "lock/scripts.h"

#include <fmt/format.h>

#include <cstdlib>
#include <vector>

#include "lock/embedded.h"

namespace locklab {

std::span<const Script> all_scripts() {
  static const std::vector<Script> scripts = [] {
    std::vector<Script> all;
    for (const embedded::File& file : embedded::lua()) {
      std::string_view name = file.path;
      name.remove_prefix(name.rfind('/') + 1);
      name.remove_suffix(4);
      all.push_back({name, file.text, file.sha1});
    }
    return all;
  }();
  return scripts;
}

const Script* find_script(std::string_view name) {
  for (const Script& script : all_scripts())
    if (script.name == name) return &script;
  return nullptr;
}

const Script& script(std::string_view name) {
  const Script* found = find_script(name);
  if (!found) {
    fmt::print(stderr, "locklab: there is no script assets/lua/{}.lua\n", name);
    std::abort();
  }
  return *found;
}

}  // namespace locklab
