#include "app/gui/layout/tool_row.h"

#include <algorithm>

namespace locklab::app {

namespace {

float width_of(const ToolWidths& tool, ToolLook look) {
  return look == ToolLook::icon ? tool.icon : look == ToolLook::named ? tool.named : tool.sized;
}

}  // namespace

std::vector<ToolLook> tool_looks(const std::vector<ToolWidths>& tools, float gap, float room) {
  std::vector<ToolLook> looks;
  float taken = 0;
  int highest = 0;
  for (const ToolWidths& tool : tools) {
    looks.push_back(tool.rank >= always_named ? ToolLook::named : ToolLook::icon);
    if (tool.rank >= 0) taken += width_of(tool, looks.back()) + gap;  // others may be in the menu
    highest = std::max(highest, tool.rank);
  }
  for (const ToolLook next : {ToolLook::named, ToolLook::sized})
    for (int rank = highest; rank > 0; --rank) {
      float more = 0;
      for (std::size_t i = 0; i < tools.size(); ++i)
        if (tools[i].rank == rank) more += width_of(tools[i], next) - width_of(tools[i], looks[i]);
      if (taken + more > room + gap) return looks;
      taken += more;
      for (std::size_t i = 0; i < tools.size(); ++i)
        if (tools[i].rank == rank) looks[i] = next;
    }
  return looks;
}

}  // namespace locklab::app
