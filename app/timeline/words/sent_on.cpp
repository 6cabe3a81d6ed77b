#include "app/timeline/words/sent_on.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>

#include "lock/redirection.h"

namespace locklab::app {

std::optional<NodeId> sent_on_to(const sim::Trace& trace, std::string_view error) {
  const std::optional<Redirection> to = redirection(error);
  if (!to || to->port == 0) return std::nullopt;
  const std::string address = fmt::format("{}:{}", to->host, to->port);
  const sim::TraceInfo& info = trace.info;
  for (std::size_t n = 0; n < info.nodes.size(); ++n) {
    const bool is_real = n < info.servers.size();
    if (is_real ? info.servers[n].address == address : info.nodes[n] == to->host)
      return static_cast<NodeId>(n);
  }
  return std::nullopt;
}

}  // namespace locklab::app
