// Durability: no accepted write is lost. Once a client has received the reply that its write of the
// resource was accepted, every later access finds that write until another one replaces it. The
// resource's initial value counts as such a write. The nodes' values at the end of the run are
// compared as well, if any client has reached the resource: a loss counts even if no client noticed
// it.
//
// A write without a reply may be lost: nobody relies on it. A write that another client overwrote
// is not lost in this sense; no_lost_update judges whether it may be overwritten.
#pragma once

#include <optional>
#include <vector>

#include "sim/check/situation.h"
#include "sim/check/verdict_words.h"
#include "sim/trace/tables.h"

namespace locklab::sim {

class Durability {
 public:
  explicit Durability(const TraceInfo& info) : change_(info.change), initial_(info.initial_value) {}

  /// Processes an accepted read or write.
  void on_access(const Event& event, std::size_t index, const Situation& now);
  /// Processes the value that a node has at the end of the run.
  void on_final(const Event& event, std::size_t index);
  /// Processes a reply, or a timeout.
  void on_answer(const Event& event) {
    if (awaited_ > 0) answered(event);
  }
  /// Processes a client's crash: it receives no more replies.
  void on_crash(const Event& event);
  Verdict verdict(const Trace& trace) const;
  /// Whether any write got lost, acknowledged or not.
  bool any_lost() const { return breach_ || lost_ > 0; }
  /// Whether the promise is broken so far. A search uses it with fingerprint().
  bool is_broken() const { return breach_.has_value(); }
  void fingerprint(Fingerprint& print) const;

 private:
  struct Write {
    std::int64_t value = 0;
    std::optional<std::size_t> index;  ///< nullopt for the initial value
    ClientId client = no_client;
    std::uint32_t message = 0;
    bool acknowledged = false;
  };
  struct Resource {
    bool begun = false;
    std::int64_t at = 0;  ///< upper bound of the last access time, in us
    /// The latest acknowledged write, if any, and those after it; the last one is the current
    /// value. Empty if the value is unknown.
    std::vector<Write> writes;
  };
  /// A client's latest write.
  struct Latest {
    std::uint32_t message = 0;
    std::uint16_t resource = no_name;
    bool awaited = false;        ///< the client waits for the reply
    std::optional<Breach> loss;  ///< if it is already lost: a breach once it is acknowledged
  };
  bool look(Resource& resource, std::int64_t found, const Event& event, std::size_t index);
  void lose(const Write& write, std::size_t missed);
  void add(Resource& resource, const Event& event, std::size_t index, const Situation& now);
  void answered(const Event& event);
  bool is_awaited(const Write& write) const;
  /// Describes the value seen by the access that revealed a loss.
  Sentence seen_at(const Trace& trace, const Event& access) const;
  static void acknowledge(std::vector<Write>& writes, const Event& reply);

  std::int64_t change_;
  std::optional<std::int64_t> initial_;
  ByName<Resource> resources_;
  ByClient<Latest> latest_;
  std::uint32_t awaited_ = 0;  ///< clients that wait for the reply to their latest write
  std::uint64_t found_ = 0;    ///< accesses that found a client's latest write
  std::uint64_t lost_ = 0;     ///< lost writes of clients, acknowledged or not
  bool is_there_ = false;      ///< the node compared last still has a client's latest write
  bool order_unknown_ = false;
  std::optional<Breach> breach_;  ///< `other`: the lost write; nullopt for the initial value
};

}  // namespace locklab::sim
