#include "sim/scenario/resource_commands.h"

namespace locklab::sim {

std::string counter_key(std::string_view resource) { return "locklab:" + std::string(resource); }

bool is_atomic_work(Purpose purpose, const Reply& reply) {
  return purpose == Purpose::write && reply.kind == Reply::Kind::integer;
}

Command read_resource(std::string_view name, std::int64_t fence, const Token& token) {
  Command command("READ");
  command.add(name).by(token, Purpose::read);
  if (fence >= 0) command.add("TOKEN").add(fence);
  return command;
}

Command write_resource(std::string_view name, std::int64_t value, std::int64_t fence,
                       const Token& token) {
  Command command("WRITE");
  command.add(name).add(value).by(token, Purpose::write);
  if (fence >= 0) command.add("TOKEN").add(fence);
  return command;
}

}  // namespace locklab::sim
