// Checks that a text is well-formed XML, as far as a picture needs: every element is closed in
// order, every attribute is quoted, and special characters are escaped.
#pragma once

#include <algorithm>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace locklab::test {

/// The number of occurrences of `what`, including overlapping ones.
inline std::size_t count_of(std::string_view what, std::string_view text) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++found;
  return found;
}

/// The first mistake in the XML; empty if there is none.
inline std::string xml_problem(std::string_view xml) {
  static const std::regex tag(
      R"(^<(/?)([A-Za-z][A-Za-z0-9]*)((?:\s+[A-Za-z_:][-A-Za-z0-9_:]*="[^"<]*")*)\s*(/?)>)");
  static const std::regex bare("&(?!(amp|lt|gt|quot|#[0-9]+);)");
  std::vector<std::string> open;
  const char* at = xml.data();
  const char* end = at + xml.size();
  bool any = false;
  while (at != end) {
    const char* next = std::find(at, end, '<');
    if (std::regex_search(at, next, bare)) return "a bare & in: " + std::string(at, next);
    if (open.empty() && std::any_of(at, next, [](char c) { return c != '\n' && c != ' '; }))
      return "text outside of all elements: " + std::string(at, next);
    at = next;
    if (at == end) break;
    std::cmatch found;
    if (!std::regex_search(at, end, found, tag))
      return "no element: " + std::string(at, std::min<std::ptrdiff_t>(end - at, 120));
    if (std::regex_search(found[3].first, found[3].second, bare))
      return "a bare & in an attribute of " + found[2].str();
    if (open.empty() && any && found[1].length() == 0) return "a second root: " + found[2].str();
    any = true;
    if (found[1].length() > 0) {
      if (open.empty() || open.back() != found[2])
        return "closes what is not open: " + found[2].str();
      open.pop_back();
    } else if (found[4].length() == 0) {
      open.push_back(found[2]);
    }
    at = found[0].second;
  }
  if (!open.empty()) return "is never closed: " + open.back();
  return any ? "" : "there is no element";
}

}  // namespace locklab::test
