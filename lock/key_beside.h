// The name of a sibling key, which a lock keeps in addition to its own key. A Redis Cluster hashes
// only the text in a key's first braces, if there is any, so both keys are in one slot (unless the
// key has a '}' but no hash tag).
#pragma once

#include <string>
#include <string_view>

namespace locklab {

/// "{stock}:token" for "stock"; "stock:{7}:token" for "stock:{7}", which has its hash tag already.
inline std::string key_beside(const std::string& key, std::string_view what) {
  const std::size_t open = key.find('{');
  const std::size_t close = open == std::string::npos ? open : key.find('}', open + 1);
  const bool tagged = close != std::string::npos && close > open + 1;
  std::string name = tagged ? key : "{" + key + "}";
  name += ':';
  return name.append(what);
}

}  // namespace locklab
