// The visits of clients to the resource: from the first access of a hold to the last one.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
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
  using Key = std::pair<std::uint16_t, std::uint32_t>;  ///< client and acquisition
  /// The use of the resource during one hold, stored until the client is gone and none of its
  /// requests is in flight.
  struct Use {
    std::optional<std::size_t> visit;     ///< nullopt before the first accepted access
    std::uint32_t reads = 0, writes = 0;  ///< in flight to the resource
    bool gone = false;                    ///< the client has left, crashed or finished
  };
  using Uses = std::map<Key, Use>;
  struct Request {
    Key use;
    bool writes = false;
  };

  std::vector<Span>& spans();
  void sent(const sim::Event& event, const Key& key, std::uint32_t index);
  void accessed(const sim::Event& event, const Key& key, std::uint32_t index);
  void over(std::uint32_t message, std::uint32_t index);
  Uses::iterator leave(Uses::iterator use, std::uint32_t index);
  void conclude(const Use& use, std::uint32_t index);
  Uses::iterator forget_if_done(Uses::iterator use);

  Scene& scene_;
  Uses uses_;
  std::unordered_map<std::uint32_t, Request> requests_;  ///< in flight, by Event::message
};

}  // namespace locklab::app
