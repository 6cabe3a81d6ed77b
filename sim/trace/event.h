// An event of a run. Flat and small: a run of ten million events fits in memory.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "lock/command.h"
#include "lock/grant.h"
#include "lock/ids.h"
#include "lock/note.h"
#include "lock/reply.h"
#include "sim/trace/reason_code.h"

namespace locklab::sim {

enum class EventKind : std::uint8_t {
  // A request and its reply share `message`.
  sent,       ///< client sends to node; text: the command's packed words; purpose, acquisition and
              ///< place are set
  ran,        ///< node ran it and replied; detail: Reply::Kind; value: the integer; text: the
              ///< reply's text, none for "OK"
  received,   ///< client read the reply (detail, value and text as in `ran`)
  timed_out,  ///< client gave up on the reply; reason: a Silence; text: the reason in words
  message_lost,  ///< a request, a reply or a pushed frame is lost; detail: a LostPart; reason: a
                 ///< Loss; text: the reason in words
  // A frame pushed by a node. Both events share one `message`, which no request has.
  pushed,         ///< node sends it to client; detail: Reply::Kind; text: the frame
  push_received,  ///< client read it (same detail and text as `pushed`)

  // Changes of a key in a node's memory. client, acquisition and message identify the command
  // during which it changed, if there is one and it is known.
  key_set,    ///< value: lease in us by the node's clock, -1 for none; text: the key's new value;
              ///< detail 1: no command set it on this node, which got it from its master, its file,
              ///< or the slot's previous node; client and acquisition are then those of the value's
              ///< origin, if known
  key_lease,  ///< its lease was changed; value as in key_set
  key_deleted,  ///< removed by a command; on a replica, because its master removed it
  key_expired,  ///< removed by the node's clock; value: us since the end of its lease, which a
                ///< frozen or dead node notices late; -1 if unknown
  key_lost,     ///< removed neither by a command of the run nor by the end of its lease; detail: a
                ///< KeyLoss

  // Reports of a client. acquisition identifies the attempt, or is 0 if there is none; key is the
  // lock.
  started,
  attempt,     ///< begins to claim; detail: Mode; value: requested permits, 0 if the lock does not
               ///< count permits
  refused,     ///< this attempt failed; reason: a Refusal; text: the same in the lock's words
  acquired,    ///< believes it holds; value: believed remaining lease in us, -1 unknown; extra:
               ///< fencing token, -1 none
  entered,     ///< critical section begins; detail: an Entry
  left,        ///< critical section ends; detail as in entered
  releasing,   ///< begins to release
  released,    ///< detail: Released
  renewed,     ///< value: believed remaining lease in us
  lease_lost,  ///< no longer believes that it holds; text: why
  gave_up,     ///< stopped waiting: its time limit leaves no room for another attempt
  finished,    ///< its program is done

  // The resource. key: its name; value: the counter; extra: fencing token of the access, -1 none.
  resource_read,
  resource_wrote,     ///< detail 1: read and changed in one atomic command
  resource_rejected,  ///< token too old; detail 0: a read; 1: a write of `value`

  // Faults and their ends.
  client_crashed,
  client_paused,  ///< value: duration in us, -1 until resumed
  client_resumed,
  client_clock,  ///< value: offset of its wall clock in us; extra: drift in ppm
  node_killed,   ///< detail 0: its process, 1: its power
  node_stopped,  ///< frozen (SIGSTOP); detail 1 in traces of earlier versions: by DEBUG SLEEP
  node_continued,
  node_restarted,  ///< value: number of keys it still has; 0 if another kill keeps it dead
  /// value: offset of its wall clock in us; extra: drift in ppm; detail 1: its keys expire by
  /// another clock, which does not jump
  node_clock,
  node_promoted,  ///< replica becomes the master; value: the old one; client: if set, only this one
                  ///< learns of it; detail 1: the old one does not, and remains a master
  node_demoted,   ///< a master becomes a replica; detail 1: it is down, and becomes one on restart
  node_refuses,   ///< answers writes with an error; detail: sim::WriteRefusal
  node_accepts,   ///< a refusal has ended; detail as in node_refuses
  node_busy,      ///< an endless script blocks it
  link_cut,       ///< client, node; detail: bit 0 requests, bit 1 replies
  link_healed,    ///< detail 1: end of a slow
  link_slowed,    ///< value: added one-way latency in us
  link_held,      ///< messages are held until the release; detail as link_cut; text: if set, only
                  ///< commands with this verb() are held, and their replies
  link_released,
  link_reset,       ///< the connection is torn down; text: set if a dropped message is the reason
  message_delayed,  ///< a request (detail 0) or reply (detail 1); value: the delay in us

  resource_final,  ///< the node's value of the resource when the run ends, even if it is down; key,
                   ///< value as above; only if the resource is a key of a node
  ended,  ///< end of the run; text: why; detail 1: the choices of its schedule did not match from
          ///< `value` (us) on; extra: number of choices not followed, -1 if none

  // Events of Sentinels. New kinds are added at the end, so that the others keep their numbers.
  sentinels_agree,  ///< node, a master, is down; value: number of sentinels that watch it
  sentinels_pick,   ///< node, a replica, will become the master; value: the old one
  // Added later: the move of a slot in a Redis Cluster, and events of faults.
  slot_moved,        ///< slot `extra` moves with all its keys from node to node `value`
  fault_missed,      ///< a fault is due, but has no effect; reason: a NoEffect
  command_repeated,  ///< the client's driver has missed the reply to `message` from node, and sends
                     ///< the command again
  keys_removed,  ///< somebody outside the run removes `value` keys of node, whose key_lost events
                 ///< follow; detail: sim::KeyRemoval
  count_,
};

/// The target of a fault.
enum class Subject : std::uint8_t { none, client, node, link, message };

/// Whether an event begins or ends a fault.
enum class Role : std::uint8_t { none, strikes, ends };

/// Properties that all events of a kind share.
struct EventFacts {
  std::string_view name;  ///< in traces: "key_set"
  Subject subject = Subject::none;
  Role role = Role::none;
  bool touches_messages = false;  ///< may affect messages in flight
  bool names_client = false;
  bool names_node = false;
  unsigned details = 256;   ///< number of values that `detail` can take
  bool time_value = false;  ///< `value` is a time in us, which readers add to other times
  // English texts; empty if the event needs other words, or none.
  std::string_view label = {};  ///< at a fault's mark: "crashed"
  std::string_view words = {};  ///< in lists; the gaps are its client, its node: "{} crashes"
};
const EventFacts& facts_of(EventKind kind);

inline std::string_view name(EventKind kind) { return facts_of(kind).name; }
inline Subject subject_of(EventKind kind) { return facts_of(kind).subject; }
/// Whether the event is the injection of a fault.
inline bool strikes(EventKind kind) { return facts_of(kind).role == Role::strikes; }
/// Whether the event is the end of a fault.
inline bool ends_fault(EventKind kind) { return facts_of(kind).role == Role::ends; }

/// The event that records a lock's note.
EventKind event_kind(NoteKind kind);

struct Event;

/// Copies the note into `event`, except its key and its text.
void tell(Event& event, const Note& note);

/// Whether the event changes a key in a node's memory.
constexpr bool is_key_event(EventKind kind) {
  return kind >= EventKind::key_set && kind <= EventKind::key_lost;
}

/// What is lost of a request and its reply, or of a pushed frame.
enum class LostPart : std::uint8_t {
  request,
  reply,
  unsent_reply,  ///< a reply that never left its node
  count_,
};

/// Whether a client that entered a critical section holds its lock.
enum class Entry : std::uint8_t {
  with_lock,
  without_lock,         ///< it got no lock and went on (OnFail::go_on); the acquisition is that of
                        ///< its last attempt
  without_shared_lock,  ///< the same, and its attempt was for a shared hold
  count_,
};

/// How a key was lost.
enum class KeyLoss : std::uint8_t {
  forgotten,  ///< in a crash, a failover or a full resynchronisation
  moved,      ///< it moved to another node with its slot
  vanished,   ///< live: no known client has removed it, and its lease had not ended
  // Somebody outside the run removed it (keys_removed, which precedes it):
  deleted,  ///< by DEL
  flushed,  ///< by FLUSHALL
  evicted,  ///< its node did, to free memory
  count_,
};

/// Value of Event::text if there is none.
inline constexpr std::uint32_t no_text = 0xffffffff;
/// Value of Event::key and Event::place if there is none.
inline constexpr std::uint16_t no_name = 0xffff;
/// Value of Event::key for every name after the first 65,534: a trace cannot tell these apart.
inline constexpr std::uint16_t shared_name = 0xfffe;

struct Event {
  std::int64_t at = 0;      ///< world time in us: exact if simulated, otherwise the latest possible
  std::int64_t value = 0;   ///< by kind
  std::int64_t extra = -1;  ///< by kind
  std::uint32_t message = 0;      ///< request number, 0 for none
  std::uint32_t acquisition = 0;  ///< the client's attempt, 0 for none
  std::uint32_t text = no_text;   ///< Trace::text
  std::uint32_t since_us = 0;     ///< live: it happened between at - since_us and at
  ClientId client = no_client;
  NodeId node = no_node;
  std::uint16_t key = no_name;    ///< Trace::name_of
  std::uint16_t place = no_name;  ///< index into Trace::places(): the source line that waits
  EventKind kind = EventKind::ended;
  Purpose purpose = Purpose::other;
  std::uint8_t detail = 0;  ///< by kind
  /// For the end of a fault: 1 if another fault is still active there (of the same kind for a
  /// client or a node, of any kind for a link). For node_killed: 1 if the node was dead already.
  std::uint8_t standing = 0;
  /// The token of the fault that the event records: its beginning, its end or its effect. An end
  /// with a token ends only that fault. 0 if the event records none, or ends all faults of its
  /// kind.
  std::uint16_t fault = 0;
  ReasonCode reason = ReasonCode::unknown;
  std::uint8_t unused = 0;  ///< in place of padding: all bytes are hashed and written to files
};
static_assert(sizeof(Event) == 56);

inline LostPart lost_part(const Event& lost) { return static_cast<LostPart>(lost.detail); }
/// Of an `entered` or a `left`.
inline bool without_lock(const Event& e) { return e.detail != 0; }
inline KeyLoss loss_of_key(const Event& lost) { return static_cast<KeyLoss>(lost.detail); }
/// Whether a keys_removed event records who removed the key.
inline bool is_removed(KeyLoss how) { return how >= KeyLoss::deleted && how < KeyLoss::count_; }

/// When the lease of a key_expired event ended, which may be before the event itself; if that is
/// unknown, the time of the event.
inline std::int64_t lease_ended_us(const Event& expired) {
  return expired.value < 0 ? expired.at : expired.at - expired.value;
}

}  // namespace locklab::sim
