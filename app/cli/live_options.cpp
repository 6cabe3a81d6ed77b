#include "app/cli/live_options.h"

#include "app/cli/argument_checks.h"
#include "app/live/flight_recorder.h"

namespace locklab::app {

void add_live_options(CLI::App& run, RunOptions& o) {
  CLI::Option* live = run.add_flag("--live", o.live, "On redis-servers that it starts for the run");
  run.add_flag("--step", o.step, "Live, step by step: Enter lets one thing happen");
  run.add_flag("--processes", o.processes,
               "Live, each client a process: a pause is SIGSTOP, a crash SIGKILL");
  run.add_option("--keep", o.keep,
                 "Live, for days: the last events are kept, until a promise breaks or Ctrl+C")
      ->check(whole_number("--keep", fewest_kept_events, most_kept_events));
  run.add_option("--redis", o.redis,
                 "On these servers: HOST:PORT,...; it touches only keys under locklab:")
      ->excludes(live);
  run.add_option("--user", o.user,
                 "ACL user; the password comes from LOCKLAB_REDIS_PASSWORD or a prompt");
  run.add_flag("--ask-password", o.ask_password,
               "Ask for the password on the terminal, and ignore the environment");
}

}  // namespace locklab::app
