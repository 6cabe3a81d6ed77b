#include "app/runs/live_target.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "app/words/display_text.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

constexpr std::uint16_t usual_port = 6379;

std::optional<std::uint16_t> port_in(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc{} || end != text.data() + text.size() || port == 0) return std::nullopt;
  return port;
}

/// Takes the parts of a URL without a password away: "redis://" and "/0".
std::string_view without_url(std::string_view text) {
  constexpr std::string_view scheme = "redis://";
  if (!text.starts_with(scheme)) return text;
  text.remove_prefix(scheme.size());
  if (text.ends_with("/0")) text.remove_suffix(1);
  if (text.ends_with('/')) text.remove_suffix(1);
  return text;
}

std::optional<LiveTarget::Server> parse_one(std::string_view text) {
  text = without_url(text);
  std::string_view host = text;
  std::string_view rest;
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    host = text.substr(1, end - 1);
    rest = text.substr(end + 1);
  } else if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
    host = text.substr(0, colon);
    rest = text.substr(colon);
  }
  if (host.empty() || host.find('/') != host.npos) return std::nullopt;
  LiveTarget::Server server{std::string(host), usual_port};
  if (rest.empty()) return server;
  const std::optional<std::uint16_t> port =
      rest.starts_with(':') ? port_in(rest.substr(1)) : std::nullopt;
  if (!port) return std::nullopt;
  server.port = *port;
  return server;
}

/// How to write the server that `text` names wrongly.
Sentence how_to_write(std::string_view text) {
  if (text.starts_with("redis://") && without_url(text).find('/') != text.npos)
    return say("a run uses database 0: write redis://HOST:PORT, alone or with /0 behind it");
  const std::size_t colon = text.rfind(':');
  const std::string_view port = colon == text.npos ? "" : text.substr(colon + 1);
  const bool number = !port.empty() && port.find_first_not_of("0123456789") == port.npos;
  if (number && !port_in(port)) return say("write a port from 1 to 65535");
  return say("write HOST:PORT,HOST:PORT (for IPv6 [ADDRESS]:PORT)");
}

}  // namespace

std::variant<std::vector<LiveTarget::Server>, LiveProblem> parse_servers(std::string_view text) {
  std::vector<LiveTarget::Server> servers;
  while (true) {
    const std::size_t comma = text.find(',');
    const std::string_view word = text.substr(0, comma);
    const std::optional<LiveTarget::Server> server = parse_one(word);
    if (!server)
      return LiveProblem{say("'{}' is not a valid server", printable(word)), how_to_write(word), 2};
    if (std::find(servers.begin(), servers.end(), *server) != servers.end())
      return LiveProblem{say("{}:{} is named twice", printable(server->host), server->port),
                         say("name a server of its own for each node"), 2};
    servers.push_back(*server);
    if (comma == std::string_view::npos) return servers;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace locklab::app
