#include "app/gui/window/shell/drawn_frame.h"

#include <xxhash.h>

#include <memory>
#include <utility>

namespace locklab::app {

bool DrawnFrame::is_new(const ImDrawData& data, ImU32 background) {
  const std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state(XXH3_createState(),
                                                                              XXH3_freeState);
  XXH3_64bits_reset(state.get());
  const auto add = [&](const void* bytes, std::size_t size) {
    XXH3_64bits_update(state.get(), bytes, size);
  };
  const auto add_all = [&](const auto& vector) {
    add(vector.Data, static_cast<std::size_t>(vector.size_in_bytes()));
  };
  add(&background, sizeof background);
  for (const ImVec2* size : {&data.DisplayPos, &data.DisplaySize, &data.FramebufferScale})
    add(size, sizeof *size);
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    add_all(list.VtxBuffer);
    add_all(list.IdxBuffer);
    for (const ImDrawCmd& command : list.CmdBuffer) {
      add(&command.ClipRect, sizeof command.ClipRect);
      for (const unsigned part : {command.VtxOffset, command.IdxOffset, command.ElemCount})
        add(&part, sizeof part);
    }
  }
  const std::uint64_t now = XXH3_64bits_digest(state.get());
  return std::exchange(last_, now) != now;
}

}  // namespace locklab::app
