#include "sim/service/redis/replies.h"

#include <fmt/format.h>

namespace locklab::sim {

Reply error_line(std::string_view line) {
  line = line.substr(0, line.find('\0'));
  while (!line.empty() && (line.back() == '\r' || line.back() == '\n')) line.remove_suffix(1);
  Reply reply = Reply::error(line);
  for (char& c : reply.text)
    if (c == '\r' || c == '\n') c = ' ';
  return reply;
}

Reply wrong_arity(std::string_view command) {
  return Reply::error(fmt::format("ERR wrong number of arguments for '{}' command", command));
}

Reply invalid_expire(std::string_view command) {
  return Reply::error(fmt::format("ERR invalid expire time in '{}' command", command));
}

}  // namespace locklab::sim
