#include "app/cli/named_target.h"

#include <cstdlib>
#include <utility>
#include <vector>

#include "app/cli/exit_status.h"
#include "app/cli/terminal.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

LiveProblem without(NoPassword why) {
  if (why == NoPassword::not_typed)
    return {say("no password was typed"),
            say("type it and press Enter, or set LOCKLAB_REDIS_PASSWORD"), exit_bad_input};
  return {say("a password can only be asked for on a terminal"),
          say("put it into LOCKLAB_REDIS_PASSWORD"), exit_bad_input};
}

}  // namespace

std::variant<LiveTarget, LiveProblem> named_target(const NamedServers& named) {
  if (named.redis.find('@') != std::string::npos)
    return LiveProblem{
        say("--redis takes HOST:PORT,..., not a URL: a password in an argument is seen by "
            "everybody "
            "on this machine"),
        say("put the password into LOCKLAB_REDIS_PASSWORD, and name the user with --user"),
        exit_bad_input};
  LiveTarget target;
  auto servers = parse_servers(named.redis);
  if (LiveProblem* problem = std::get_if<LiveProblem>(&servers)) return std::move(*problem);
  target.servers = std::move(std::get<std::vector<LiveTarget::Server>>(servers));
  target.login.user = named.user;
  const char* const password = std::getenv("LOCKLAB_REDIS_PASSWORD");
  if (password && !named.ask_password) {
    target.login.password = password;
  } else if (named.ask_password || !named.user.empty()) {
    auto typed = ask_password("Password for Redis: ");
    if (const auto* none = std::get_if<NoPassword>(&typed)) return without(*none);
    target.login.password = std::move(std::get<std::string>(typed));
  }
  return target;
}

}  // namespace locklab::app
