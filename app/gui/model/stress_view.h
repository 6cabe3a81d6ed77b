// The state of the Stress screen: the form of a load, and the loads made or read from files since
// the window was opened.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/load/stress_result.h"
#include "app/words/words.h"
#include "lock/strategy.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// The form, as typed. work::CheckLoad checks it like the command line's options.
struct StressForm {
  std::vector<std::string> strategies{"set_px_lua"};  ///< one load each, in this order
  bool own = true;                                    ///< the lab starts its own servers
  std::uint32_t servers = 0;  ///< number of the lab's servers; 0 for as many as each lock needs
  bool cluster = false;       ///< the own servers form a cluster with `servers` > 0 masters
  std::string named;          ///< "HOST:PORT, HOST:PORT"
  std::string user;
  std::string password;  ///< never written to a file or a trace
  bool disturb = false;  ///< permission to slow down other users of the named servers
  std::string clients = "64";
  std::string connections = "4";
  std::string keys = "own";     ///< own, one, uniform, zipf
  std::string locks = "1000";   ///< number of locks for uniform and zipf
  std::string hold;             ///< in us; empty for the default for `keys`
  std::string think = "0";      ///< in us
  std::string duration = "10";  ///< in s
  std::string warm_up = "1";    ///< in s
  std::string ttl = "10000";    ///< in ms
  std::string retry = "10";     ///< delay in ms
  std::string rate = "0";       ///< operations per second of all clients; 0 for a closed loop
  std::string threads = "1";
  std::string seed = "1";
  bool links = false;  ///< link faults have buttons, so messages go through the proxy
  std::vector<std::string> fsync{"off"};  ///< for the lab's own servers; one load each
  std::string replicas;  ///< of the lab's own server; empty for the number that the lock waits for
  /// The typed values of the locks' switches, by lock and name; missing ones have their defaults.
  std::map<std::string, std::map<std::string, std::string>> switches;
  bool operator==(const StressForm&) const = default;

  bool chooses_locks() const { return keys == "uniform" || keys == "zipf"; }
  /// Whether the user's own servers are chosen, and none is named yet: a hint, not a mistake.
  bool awaits_servers() const { return !own && named.empty(); }
  /// The text of a lock's switch; empty for the default.
  std::string of_switch(std::string_view strategy, std::string_view name) const;
  /// Sets the text of a lock's switch; empty for the default.
  void set_switch(std::string_view strategy, std::string_view name, const std::string& text);
};

/// A load's label with the lock's name in place of its id: "SET NX PX + Lua (fsync always)".
std::string load_name(const Words& say, const std::string& label);

/// The switches of a lock that have a field in the form: its own, and its reply timeout. The lease
/// and the retry delay are fields of all locks.
std::vector<const Switch*> form_switches(const Strategy& strategy);

/// The mistakes in the form, by the option of the field: "--clients", or "--set redlock drift_ms"
/// for a switch.
using StressMistakes = std::map<std::string, Sentence, std::less<>>;
std::string switch_option(std::string_view strategy, std::string_view name);

/// A load, while it runs and afterwards.
struct ShownLoad {
  std::uint64_t number = 0;  ///< number since the window was opened, from 1
  std::size_t nth = 1;       ///< position among the loads started together, from 1
  std::size_t of = 1;
  StressWork work;  ///< with the faults injected so far
  std::vector<StressSecond> seconds;
  std::vector<std::uint64_t> shares;  ///< locks per client, or per group of neighbouring clients
  std::optional<double> limit;  ///< throughput without the lock, in locks per second (limit.h)
  std::uint64_t violations_so_far = 0;
  bool shown = true;  ///< drawn in the charts

  // Set when the load has ended:
  std::shared_ptr<const StressResult> result;  ///< null if it still runs, or never began
  std::vector<Sentence> remarks;

  /// The first violations of each kind; empty while it runs.
  std::span<const Violation> violations() const {
    return result ? std::span<const Violation>(result->violations) : std::span<const Violation>();
  }
};

struct StressView {
  StressForm form;
  StressMistakes mistakes;
  std::uint64_t checking = 0;        ///< the latest job that checks the form
  std::optional<std::uint64_t> job;  ///< the job of the running loads
  bool stopping = false;
  StressPhase phase = StressPhase::preparing;
  double part = 0;         ///< elapsed fraction of the phase, which may exceed 1; 0 if unknown
  bool more = false;       ///< the form shows the rarely needed fields
  Sentence problem;        ///< why the last load did not begin, or a fault had no effect; or empty
  std::uint64_t made = 0;  ///< number of loads made or read so far, even if removed since
  std::vector<ShownLoad> loads;          ///< the last one may be running
  std::size_t selected = 0;              ///< the load whose violations are listed
  std::optional<std::size_t> violation;  ///< the selected violation
  struct WantedViolation {
    std::size_t load = 0;  ///< index into `loads`
    std::size_t violation = 0;
  };
  /// The violation to be shown on the timeline once the user has confirmed.
  std::optional<WantedViolation> wanted;
  // Settings of the fault buttons:
  std::uint32_t server = 0;      ///< the target server
  std::string lasts_ms = "800";  ///< duration of a fault, or size of a clock jump

  bool runs() const { return job.has_value(); }
  /// The running load; null if none has begun.
  const ShownLoad* running() const {
    return job && !loads.empty() && !loads.back().result ? &loads.back() : nullptr;
  }
};

/// The completed fraction of the running load, including the measurements of its limit
/// (ShownLoad::limit) before and after it. May exceed 1, since these may take longer than planned;
/// 0 if no load is running.
double done_part(const StressView& view);
/// Whether a rarely needed field differs from its initial value.
bool more_is_changed(const StressForm& form);
/// Whether a rarely needed field is invalid.
bool more_is_wrong(const StressMistakes& mistakes);
/// The value of `lasts_ms`; nullopt if the text is not a time.
std::optional<Duration> pause_of(const StressView& view);
/// What the user can do next, as a key of the catalogue.
std::string_view start_hint(const StressView& view);
/// Why a clock jump of this size would have no effect, as a key of the catalogue; empty if it has
/// one. Refers to the running load or, without one, to the form.
std::string_view vain_jump(const StressView& view);
/// The loads that can be compared and exported: finished, and shown.
std::vector<std::shared_ptr<const StressResult>> chosen_results(const StressView& view);

}  // namespace locklab::app
