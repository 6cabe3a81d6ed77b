#include "app/matrix/matrix.h"

namespace locklab::app {

std::string_view name(Standing standing) {
  switch (standing) {
    case Standing::kept:
      return "kept";
    case Standing::broken:
      return "broken";
    default:
      return "not_finished";
  }
}

}  // namespace locklab::app
