// Durability: no accepted write is lost. Once a client was told that its write of the resource was
// accepted, every later access finds it there, until another write replaces it. What the resource
// held at the beginning counts as such a write. What the nodes have when the run ends is looked at
// as well, if anybody has reached the resource: a loss that nobody has come across is one.
//
// A write whose client was told nothing may be lost without harm: nobody relies on it. And a write
// that another client overwrote was not lost here; whether it may do that, no_lost_update says.
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
  /// Processes what a node has when the run ends.
  void on_final(const Event& event, std::size_t index);
  /// Processes a reply, or a timeout.
  void on_answer(const Event& event) {
    if (awaited_ > 0) answered(event);
  }
  /// Processes a client's crash: it will be told nothing any more.
  void on_crash(const Event& event);
  Verdict verdict(const Trace& trace) const;
  /// Whether any write got lost, acknowledged or not.
  bool any_lost() const { return breach_ || lost_ > 0; }
  /// Whether it is broken by now; with fingerprint(), what a search needs.
  bool is_broken() const { return breach_.has_value(); }
  void fingerprint(Fingerprint& print) const;

 private:
  struct Write {
    std::int64_t value = 0;
    std::optional<std::size_t> index;  ///< none: what was there at first
    ClientId client = no_client;
    std::uint32_t message = 0;
    bool acknowledged = false;
  };
  /// The latest acknowledged write and those after it; the last one is what is there. Empty:
  /// unknown.
  struct Resource {
    bool begun = false;
    std::int64_t at = 0;  ///< the latest access was at this time, at the latest
    std::vector<Write> writes;
  };
  /// A client's latest write.
  struct Latest {
    std::uint32_t message = 0;
    std::uint16_t resource = no_name;
    bool awaited = false;        ///< the client waits for the answer
    std::optional<Breach> loss;  ///< it is lost already
  };
  bool look(Resource& resource, std::int64_t found, const Event& event, std::size_t index);
  void lose(const Write& write, std::size_t missed);
  void add(Resource& resource, const Event& event, std::size_t index, const Situation& now);
  void answered(const Event& event);
  bool is_awaited(const Write& write) const;
  /// What the access that came across a loss had seen.
  Sentence seen_at(const Trace& trace, const Event& access) const;
  static void acknowledge(std::vector<Write>& writes, const Event& reply);

  std::int64_t change_;
  std::optional<std::int64_t> initial_;
  ByName<Resource> resources_;
  ByClient<Latest> latest_;
  std::uint32_t awaited_ = 0;  ///< clients that wait for an answer
  std::uint64_t found_ = 0;    ///< accesses that found the write before them
  std::uint64_t lost_ = 0;     ///< writes that got lost
  bool is_there_ = false;      ///< the latest write is, at the end
  bool order_unknown_ = false;
  std::optional<Breach> breach_;  ///< `other`: the lost write; none: what was there at first
};

}  // namespace locklab::sim
