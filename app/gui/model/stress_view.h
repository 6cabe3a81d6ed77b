// The state of the Stress screen: what the user asks of a load, and the loads that were made since
// the window was opened.
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

/// The form, as it is typed. The workshop checks it as the command line's options are checked.
struct StressForm {
  std::vector<std::string> strategies{"set_px_lua"};  ///< one load each, in this order
  bool own = true;                                    ///< the lab starts its own servers
  std::uint32_t servers = 0;                          ///< of its own; 0: as many as each lock needs
  bool cluster = false;                               ///< of its own: `servers` are its masters
  std::string named;                                  ///< "HOST:PORT, HOST:PORT"
  std::string user;
  std::string password;  ///< never written to a file or a trace
  bool disturb = false;  ///< others who use the named servers may be slowed down
  std::string clients = "64";
  std::string connections = "4";
  std::string keys = "own";    ///< own, one, uniform, zipf
  std::string locks = "1000";  ///< that uniform and zipf choose among
  std::string hold;            ///< us; empty: as long as is usual for the keys
  std::string think = "0";     ///< us
  std::string duration = "10";
  std::string warm_up = "1";
  std::string ttl = "10000";
  std::string retry = "10";
  std::string rate = "0";
  std::string threads = "1";
  std::string seed = "1";
  bool links = false;  ///< can be broken by button, so that messages go through the proxy
  std::vector<std::string> fsync{"off"};  ///< of its own servers; one load each
  std::string replicas;                   ///< of its own server; empty: as many as the lock awaits
  /// What the locks' switches are set to, by lock and by name, as it is typed; else they are as
  /// usual.
  std::map<std::string, std::map<std::string, std::string>> switches;
  bool operator==(const StressForm&) const = default;

  bool chooses_locks() const { return keys == "uniform" || keys == "zipf"; }
  /// The text of a switch of a lock; empty: it is as usual.
  std::string of_switch(std::string_view strategy, std::string_view name) const;
  /// An empty text: as usual.
  void set_switch(std::string_view strategy, std::string_view name, const std::string& text);
};

/// A load's label with the lock's name in the place of its id: "SET NX PX + Lua (fsync always)".
std::string load_name(const Words& say, const std::string& label);

/// The switches of a lock that the form has a field for: its own, and how long it waits for a
/// reply. The lease and the pause between attempts are fields of all locks.
std::vector<const Switch*> form_switches(const Strategy& strategy);

/// What is wrong with the form, by the option of the field: "--clients", or "--set redlock
/// drift_ms" for a switch.
using StressMistakes = std::map<std::string, Sentence, std::less<>>;
std::string switch_option(std::string_view strategy, std::string_view name);

/// One second of a load.
struct LoadPoint {
  std::uint64_t locks = 0;              ///< or answers, of a lock without critical sections
  std::optional<std::uint64_t> p50_us;  ///< none: nobody was let in
  std::optional<std::uint64_t> p99_us;
  std::uint64_t failures = 0;
  std::uint64_t violations = 0;
  /// The same by tenth of the second; all zero: nobody knows when they were.
  std::array<std::uint32_t, 10> violations_by_tenth{};
  std::uint64_t longest_wait_us = 0;
  double lasted_s = 1;  ///< less: a part of a second, whose counts are scaled to a whole one
  bool operator==(const LoadPoint&) const = default;
};

/// Whom a fault strikes: a server, a client, or whoever is inside.
struct LoadTarget {
  enum class Kind : std::uint8_t { server, client, holder };
  Kind kind = Kind::server;
  std::uint32_t number = 0;  ///< from 0
  bool operator==(const LoadTarget&) const = default;
};

/// A fault that struck during a load.
struct LoadMark {
  double at_s = 0;  ///< since the load is measured
  sim::FaultKind fault = sim::FaultKind::kill;
  LoadTarget whom;
  std::uint64_t lasts_us = 0;                           ///< 0: until something else ends it
  std::int64_t by_us = 0;                               ///< jump: how far, also back
  sim::WriteRefusal refusal = sim::WriteRefusal::full;  ///< refuse
  bool operator==(const LoadMark&) const = default;
};

struct ShownHold {
  std::uint32_t client = 0;  ///< from 1
  double entered_s = 0;      ///< since the load is measured
  std::optional<double> left_s;
  std::optional<std::int64_t> token;
};

struct ShownViolation {
  std::string kind;        ///< "overlap"
  std::uint64_t lock = 0;  ///< from 1
  ShownHold first, second;
  std::optional<sim::Property> breaks;  ///< none: a harm that the lock has prevented
  bool traced = false;  ///< its surroundings were kept, and the timeline can show them
};

/// A load, while it runs and afterwards.
struct ShownLoad {
  std::uint64_t number = 0;  ///< since the window was opened, from 1
  std::size_t nth = 1;       ///< among the loads that were started with it, from 1
  std::size_t of = 1;
  std::string label;  ///< the lock
  Sentence about;     ///< clients, keys, servers
  std::uint32_t clients = 0;
  std::uint32_t servers = 0;
  std::uint32_t cluster = 0;  ///< masters of the lab's own Redis Cluster; 0: there is none
  bool own_servers = true;
  bool links_may_break = false;
  bool has_holders = true;  ///< the lock has critical sections
  bool shared = true;       ///< several clients ask for the same lock
  double lease_ms = 0;
  double wanted_s = 0;   ///< how long it is to be measured
  double warm_up_s = 0;  ///< before that
  double limit_s = 0;    ///< how long the limit is measured, before and after
  std::vector<LoadPoint> points;
  std::vector<LoadMark> marks;
  std::vector<std::uint64_t> shares;  ///< locks by client, or by groups of neighbours
  std::optional<double> limit;        ///< locks a second without the lock
  std::uint64_t violations_so_far = 0;
  bool shown = true;  ///< it is drawn in the charts

  // Known when it is over:
  std::shared_ptr<const StressResult> result;  ///< null: it still runs, or never began
  double rate = 0;                             ///< locks a second
  std::optional<double> percent;               ///< of the limit
  std::optional<std::uint64_t> p50_us, p99_us;
  std::optional<double> fairness;
  bool measured = true;  ///< false: it ended before anything was measured
  bool broke_a_promise = false;
  bool interrupted = false;
  Sentence problem;  ///< why it ended early
  std::vector<Sentence> remarks;
  std::vector<ShownViolation> violations;  ///< the first of each kind
};

/// What a load does now.
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
  std::uint64_t checking = 0;        ///< the job of the last check of the form
  std::optional<std::uint64_t> job;  ///< the load or loads that run
  bool stopping = false;
  LoadPhase phase = LoadPhase::preparing;
  double part = 0;               ///< how much of the phase is over, 0 .. 1, as far as it is known
  bool more = false;             ///< the form shows the fields that are seldom needed
  Sentence problem;              ///< why the last load did not begin, or left something behind
  std::uint64_t made = 0;        ///< number of loads so far
  std::vector<ShownLoad> loads;  ///< the last is the one that runs
  std::size_t selected = 0;      ///< the load whose violations are listed
  std::optional<std::size_t> violation;  ///< the selected one of them
  std::optional<std::size_t> wanted;     ///< one that the timeline is to show, while asking first
  // Faults by button:
  std::uint32_t server = 0;      ///< the server that they strike
  std::string lasts_ms = "800";  ///< how long a pause takes

  bool runs() const { return job.has_value(); }
  /// The load that runs; null: none has begun.
  const ShownLoad* running() const {
    return job && !loads.empty() && !loads.back().result ? &loads.back() : nullptr;
  }
};

/// How much of the load that runs is over, the limit before and after it included: 0 .. 1.
double done_part(const StressView& view);
/// Whether a field that is seldom needed differs from what it begins with, or is wrong.
bool more_is_changed(const StressForm& form);
bool more_is_wrong(const StressMistakes& mistakes);
/// The length of a pause in us; none: what is typed is not a time.
std::optional<std::uint64_t> pause_us(const StressView& view);
/// Why a clock that jumps so far would show nothing: a key of the catalogue; empty: it shows
/// something. Of the load that runs or, before it does, of the form.
std::string_view vain_jump(const StressView& view);
/// The loads that can be laid over each other and exported: over, and shown.
std::vector<std::shared_ptr<const StressResult>> chosen_results(const StressView& view);

/// The id of a fault, a phase: "kill", "warm_up".
std::string_view name(LoadPhase phase);

}  // namespace locklab::app
