#include "app/words/window_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "sim/scenario/fault_rows.h"

namespace locklab::app {

namespace {

/// English patterns and their replacements in the window, with as many {}.
const Catalogue& instead() {
  static const Catalogue all = [] {
    Catalogue made;
    const auto put = [&](std::string_view said, const Sentence& in_window) {
      made.emplace(said, in_window.english());
    };
    put("`locklab list scenarios` shows all; the name of a file ends with .toml",
        say("choose one from the list at the top; the name of a file ends with .toml"));
    put("write for example locklab run F12; `locklab list scenarios` shows all",
        say("write for example F12, or choose one from the list at the top"));
    put("run it in the simulator, without --live or --redis", say("run it in the simulator"));
    put("use --live, which starts servers of its own",
        say("choose the servers that the lab starts itself"));
    put("it asks for a password: set LOCKLAB_REDIS_PASSWORD, or type it in (--ask-password)",
        say("it asks for a password: type it in"));
    put("it has no password: leave LOCKLAB_REDIS_PASSWORD unset",
        say("it has no password: leave that field empty"));
    put("user or password is wrong: check both (for the command line --user and the environment "
        "variable LOCKLAB_REDIS_PASSWORD)",
        say("user or password is wrong: check both"));
    put("see whether `redis-server` starts by hand",
        say("see whether redis-server starts by hand"));
    put("allow it more open files (`ulimit -n`), or let fewer clients run",
        say("allow it more open files, or let fewer clients run"));
    put("it must be at least 5 x node_timeout_ms; add --set node_timeout_ms={} or less, or "
        "allow_short_ttl=true",
        say("it must be at least 5 node timeouts: make the node timeout {} ms or less"));
    put("save the trace again with run --trace", say("save the trace again"));
    put("give it as many, or --set replicas={}", say("give it as many, or wait for {} only"));
    put("name them with --redis HOST:PORT,..., and a lock that uses them",
        say("name them as HOST:PORT, and choose a lock that uses them"));
    put("take a lock on one server for --replicas", say("take a lock on one server"));
    put("allow more there, or write fewer --connections",
        say("allow more there, or take fewer connections"));
    put("name a server with as many, or --set replicas={}; without --redis the lab starts its own",
        say("name a server with as many, or set replicas to {}; else the lab starts its own"));
    put("{} % of the commands had no answer within node_timeout_ms={}: these figures are of that "
        "patience; write fewer --clients, or --set node_timeout_ms={}",
        say("{} % of the commands had no answer within the node timeout of {} ms: these figures "
            "are of that patience; take fewer clients, or a node timeout of {} ms"));
    put("write fewer --clients or --keys", say("take fewer clients or locks"));
    put("write fewer --connections, or see what else they do",
        say("take fewer connections, or see what else they do"));
    put("write more --clients: they are shared among all generators", say("take more clients"));
    put("allow it (--yes), or name no server: then the lab starts one of its own",
        say("allow it, or name no server: then the lab starts one of its own"));
    put("leave --cluster out, or choose a lock on one server: set_px_lua",
        say("choose a lock on one server, or servers outside a cluster"));
    put("leave --cluster out where a lock waits for replicas",
        say("for a lock that waits for replicas, choose servers outside a cluster"));
    put("strike a single run: locklab run SCENARIO --fault", say("let it strike a single run"));
    put("this is not TOML: {}", say("this cannot be read: {}"));
    return made;
  }();
  return all;
}

}  // namespace

Sentence in_window(const Sentence& sentence) { return sentence.with(instead()); }

std::string with_labels(std::string text, const Words& say) {
  static constexpr std::string_view prefix = "setup.";
  const auto put = [&](std::string_view id, std::string_view label) {
    for (const auto& [open, close] : {std::pair("'", "'"), {"“", "”"}}) {
      const std::string quoted = fmt::format("{}{}{}", open, id, close);
      for (std::size_t found = text.find(quoted); found != text.npos; found = text.find(quoted))
        text.replace(found, quoted.size(), label);
    }
  };
  for (std::size_t i = 0; i < static_cast<std::size_t>(sim::FaultKind::count_); ++i) {
    const sim::FaultRow& row = sim::row_of(static_cast<sim::FaultKind>(i));
    if (!row.label.empty()) put(row.id, say.tell(row.label));
  }
  for (auto at = say.all().lower_bound(prefix); at != say.all().end(); ++at) {
    const auto& [key, label] = *at;
    if (!key.starts_with(prefix)) break;
    const std::string_view id = std::string_view(key).substr(prefix.size());
    if (id.find('_') == id.npos) continue;  // an everyday word, which may have another meaning
    put(id, label);
  }
  return text;
}

bool speaks_of_command_line(std::string_view text) {
  static constexpr std::array<std::string_view, 12> signs{"`",
                                                          " --",
                                                          "(--",
                                                          "locklab run",
                                                          "locklab list",
                                                          "locklab stress",
                                                          "locklab bench",
                                                          "locklab merge",
                                                          "locklab explore",
                                                          "locklab export",
                                                          "LOCKLAB_",
                                                          "--redis"};
  return text.starts_with("--") ||
         std::any_of(signs.begin(), signs.end(),
                     [&](std::string_view sign) { return text.find(sign) != text.npos; });
}

}  // namespace locklab::app
