#include "app/gui/update/live_state.h"

namespace locklab::app {

bool is_starting_live(const Model& model) {
  return model.pending && model.pending->live && !model.pending->shown_as;
}

bool is_stepped_live(const Model& model) {
  return model.pending && model.pending->stepped && model.run &&
         model.pending->shown_as == model.branch;
}

bool can_be_struck(const Model& model) {
  return model.run && (is_stepped_live(model) || !model.run->recorded);
}

bool steps_live(const Model& model) {
  return is_stepped_live(model) && model.cursor.events == model.run->trace().size();
}

bool plays_live(const Model& model) {
  return steps_live(model) && !model.pending->stepped->held && model.pending->stepped->ordered == 0;
}

bool awaits_step(const Model& model) {
  return model.pending && model.pending->stepped && model.pending->stepped->ordered > 0;
}

}  // namespace locklab::app
