#include "app/timeline/words/server_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/words/display_text.h"
#include "app/words/figures.h"
#include "sim/trace/time_words.h"

namespace locklab::app {

Sentence servers_words(const sim::TraceInfo& info) {
  if (info.servers.empty()) return {};
  const std::string& version = info.servers.front().version;
  const bool alike = !version.empty() && std::ranges::all_of(info.servers, [&](const auto& server) {
    return server.version == version;
  });
  std::string where;
  for (std::size_t i = 0; i < info.servers.size(); ++i) {
    const sim::TraceInfo::Server& server = info.servers[i];
    const std::string node = i < info.nodes.size() ? info.nodes[i] + " " : "";
    where += fmt::format("{}{}{}", i > 0 ? ", " : "", node, server.address);
    if (!alike && !server.version.empty()) where += fmt::format(" ({})", server.version);
  }
  const Sentence servers = alike ? say("REAL REDIS {} at {}", printable(version), printable(where))
                                 : say("REAL REDIS at {}", printable(where));
  return info.late_us ? say("{}, late by up to {}", servers,
                            short_time(static_cast<std::uint64_t>(*info.late_us)))
                      : servers;
}

Sentence servers_and_time_words(const sim::TraceInfo& info) {
  Sentence servers = servers_words(info);
  if (servers.empty() || !info.began_us) return servers;
  return say("{}, began at {}", servers, sim::time_of_day(*info.began_us));
}

}  // namespace locklab::app
