// The state of the Stress screen: the form of a load, and the loads made since the window was
// opened.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/words/words.h"
#include "lock/strategy.h"
#include "sim/scenario/fault.h"
#include "sim/trace/property.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

struct StressResult;  // app/stress/stress_result.h

/// The form, as typed. The workshop checks it like the command line's options.
struct StressForm {
  std::vector<std::string> strategies{"set_px_lua"};  ///< one load each, in this order
  bool own = true;                                    ///< the lab starts its own servers
  std::uint32_t servers = 0;  ///< number of its own servers; 0: as many as each lock needs
  bool cluster = false;       ///< the own servers form a cluster, of which `servers` are masters
  std::string named;          ///< "HOST:PORT, HOST:PORT"
  std::string user;
  std::string password;  ///< never written to a file or a trace
  bool disturb = false;  ///< permission to slow down other users of the named servers
  std::string clients = "64";
  std::string connections = "4";
  std::string keys = "own";    ///< own, one, uniform, zipf
  std::string locks = "1000";  ///< number of locks for uniform and zipf
  std::string hold;            ///< in us; empty for the default for `keys`
  std::string think = "0";     ///< in us
  std::string duration = "10";
  std::string warm_up = "1";
  std::string ttl = "10000";
  std::string retry = "10";
  std::string rate = "0";
  std::string threads = "1";
  std::string seed = "1";
  bool links = false;  ///< links can be cut by button, so messages go through the proxy
  std::vector<std::string> fsync{"off"};  ///< for its own servers; one load each
  std::string replicas;  ///< for its own server; empty: as many as the lock waits for
  /// The typed values of the locks' switches, by lock and name; missing ones have their defaults.
  std::map<std::string, std::map<std::string, std::string>> switches;
  bool operator==(const StressForm&) const = default;

  bool chooses_locks() const { return keys == "uniform" || keys == "zipf"; }
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

/// One second of a load.
struct LoadPoint {
  std::uint64_t locks = 0;              ///< or replies, for a lock without critical sections
  std::optional<std::uint64_t> p50_us;  ///< nullopt if no client acquired
  std::optional<std::uint64_t> p99_us;
  std::uint64_t failures = 0;
  std::uint64_t violations = 0;
  /// The same by tenth of the second; all zero if the times are unknown.
  std::array<std::uint32_t, 10> violations_by_tenth{};
  std::uint64_t longest_wait_us = 0;
  double lasted_s = 1;  ///< below 1 for a partial second, whose counts are scaled to a whole one
  bool operator==(const LoadPoint&) const = default;
};

/// The target of a fault: a server, a client, or the client inside.
struct LoadTarget {
  enum class Kind : std::uint8_t { server, client, holder };
  Kind kind = Kind::server;
  std::uint32_t number = 0;  ///< from 0
  bool operator==(const LoadTarget&) const = default;
};

/// A fault injected during a load.
struct LoadMark {
  double at_s = 0;  ///< since the start of the measurement
  sim::FaultKind fault = sim::FaultKind::kill;
  LoadTarget whom;
  std::uint64_t lasts_us = 0;  ///< 0: until something else ends it
  std::int64_t by_us = 0;      ///< for jump: by how much, negative for back
  sim::WriteRefusal refusal = sim::WriteRefusal::full;  ///< for refuse
  bool operator==(const LoadMark&) const = default;
};

struct ShownHold {
  std::uint32_t client = 0;  ///< from 1
  double entered_s = 0;      ///< since the start of the measurement
  std::optional<double> left_s;
  std::optional<std::int64_t> token;
};

struct ShownViolation {
  std::string kind;        ///< "overlap"
  std::uint64_t lock = 0;  ///< from 1
  ShownHold first, second;
  std::optional<sim::Property> breaks;  ///< nullopt for a violation that the lock has prevented
  bool traced = false;  ///< the events around it were kept, and the timeline can show them
};

/// A load, while it runs and afterwards.
struct ShownLoad {
  std::uint64_t number = 0;  ///< number since the window was opened, from 1
  std::size_t nth = 1;       ///< position among the loads started together, from 1
  std::size_t of = 1;
  std::string label;  ///< the lock
  Sentence about;     ///< clients, keys, servers
  std::uint32_t clients = 0;
  std::uint32_t servers = 0;
  std::uint32_t cluster = 0;  ///< masters of the lab's own Redis Cluster; 0 if none
  bool own_servers = true;
  bool links_may_break = false;
  bool has_holders = true;  ///< whether the lock has critical sections
  bool shared = true;       ///< whether several clients compete for the same lock
  double lease_ms = 0;
  double wanted_s = 0;   ///< planned duration of the measurement
  double warm_up_s = 0;  ///< warm-up before it
  double limit_s = 0;    ///< duration of each measurement of the limit, before and after
  std::vector<LoadPoint> points;
  std::vector<LoadMark> marks;
  std::vector<std::uint64_t> shares;  ///< locks per client, or per group of neighbouring clients
  std::optional<double> limit;        ///< locks per second without the lock
  std::uint64_t violations_so_far = 0;
  bool shown = true;  ///< drawn in the charts

  // Set when it has ended:
  std::shared_ptr<const StressResult> result;  ///< null if it still runs, or never began
  double rate = 0;                             ///< locks per second
  std::optional<double> percent;               ///< of the limit
  std::optional<std::uint64_t> p50_us, p99_us;
  std::optional<double> fairness;
  bool measured = true;  ///< false if it ended before anything was measured
  bool broke_a_promise = false;
  bool interrupted = false;
  Sentence problem;  ///< why it ended early
  std::vector<Sentence> remarks;
  std::vector<ShownViolation> violations;  ///< the first of each kind
};

/// The current phase of a load.
enum class LoadPhase : std::uint8_t {
  preparing,
  limit_before,
  warm_up,
  measuring,
  limit_after,
  cleaning,
  count_
};

struct StressView {
  StressForm form;
  StressMistakes mistakes;
  std::uint64_t checking = 0;        ///< the latest job that checks the form
  std::optional<std::uint64_t> job;  ///< the job of the running loads
  bool stopping = false;
  LoadPhase phase = LoadPhase::preparing;
  double part = 0;               ///< completed fraction of the phase, 0 .. 1, as far as known
  bool more = false;             ///< the form shows the rarely needed fields
  Sentence problem;              ///< why the last load did not begin, or left something behind
  std::uint64_t made = 0;        ///< number of loads so far
  std::vector<ShownLoad> loads;  ///< the last one may be running
  std::size_t selected = 0;      ///< the load whose violations are listed
  std::optional<std::size_t> violation;  ///< the selected violation
  std::optional<std::size_t>
      wanted;  ///< violation to be shown on the timeline once the user has confirmed
  // Faults by button:
  std::uint32_t server = 0;      ///< the target server
  std::string lasts_ms = "800";  ///< duration of a pause

  bool runs() const { return job.has_value(); }
  /// The running load; null if none has begun.
  const ShownLoad* running() const {
    return job && !loads.empty() && !loads.back().result ? &loads.back() : nullptr;
  }
};

/// The completed fraction of the running load, including the limit before and after it: 0 .. 1.
double done_part(const StressView& view);
/// Whether a rarely needed field differs from its initial value, or is invalid.
bool more_is_changed(const StressForm& form);
bool more_is_wrong(const StressMistakes& mistakes);
/// The length of a pause in us; nullopt if the text is not a time.
std::optional<std::uint64_t> pause_us(const StressView& view);
/// Why a clock jump of this size would have no effect, as a key of the catalogue; empty if it has
/// one. Refers to the running load or, without one, to the form.
std::string_view vain_jump(const StressView& view);
/// The loads that can be compared and exported: finished, and shown.
std::vector<std::shared_ptr<const StressResult>> chosen_results(const StressView& view);

/// The id of a phase: "warm_up".
std::string_view name(LoadPhase phase);

}  // namespace locklab::app
