// The visits of clients to the resource: from the first access of a hold to the last one.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "app/timeline/scene/scene.h"
#include "sim/trace/event.h"

namespace locklab::app {

class Visits {
 public:
  /// Fills the resource's strip of `scene`, which must outlive this object.
  explicit Visits(Scene& scene) : scene_(scene) {}

  /// Processes the next event of the trace.
  void add(const sim::Event& event, std::uint32_t index);
  /// Extends the visits whose outcome is still open to the end of the known events.
  void end_open();

 private:
  struct Access {
    std::uint32_t acquisition = 0;
    std::size_t span = 0;
  };

  std::vector<Span>& spans();
  void accessed(const sim::Event& event, std::uint32_t index);
  void decided(const sim::Event& event, std::uint32_t index);

  Scene& scene_;
  std::unordered_map<std::uint16_t, Access> last_access_;  ///< by client
};

}  // namespace locklab::app
