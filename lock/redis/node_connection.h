// A TCP connection to one server on a loop. It connects, logs in, sends commands as they come (many
// may be in flight, from one client or from many), and returns each reply in order.
//
// hiredis parses the replies. Its asynchronous layer is not used: it asserts, and so ends the
// program, when a server sends an unexpected reply, and it cannot read a socket once without
// waiting.
//
// A lost connection stays lost: its owner opens another for the next command.
#pragma once

#include <uv.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "lock/command.h"
#include "lock/redis/endpoint.h"
#include "lock/redis/loop.h"
#include "lock/redis/reply_reader.h"
#include "lock/redis/send_buffer.h"
#include "lock/transaction.h"

namespace locklab::redis {

class NodeConnection final : private Turn {
 public:
  /// Identifies a command for its sender.
  using Ticket = std::uint64_t;
  /// Identifies a sender among those that share the connection.
  using Sender = std::uint32_t;

  class Listener {
   public:
    /// Delivers the reply, once for every ticket unless the NodeConnection is destroyed first. A
    /// reply of Kind::unknown gives the reason why none will come. May be called from inside
    /// send(): a listener must only record it and act later.
    virtual void answered(Ticket ticket, Reply reply) = 0;
    /// Whether the reply is still wanted: only then is its command sent again.
    virtual bool still_wanted(Ticket) { return true; }
    /// Delivers a pushed frame, after a command that subscribes. Called from the same places as
    /// answered().
    virtual void pushed(Reply) {}
    /// Reports the ticket of each command in the order on the wire; nullopt for the connection's
    /// own commands: a login, a script or ASKING. May be called from inside send().
    virtual void written(std::optional<Ticket>) {}
    /// Called once, when the connection is lost or dropped and every command was answered, or when
    /// it is being destroyed. Called from the same places as answered().
    virtual void lost() {}

   protected:
    ~Listener() = default;
  };

  /// The time at which commands are written: each immediately, or all of a loop's round together.
  enum class Leave : std::uint8_t { at_once, together };

  /// Starts to connect. `loop`, `login` and `listener` must outlive the connection.
  NodeConnection(Loop& loop, const Endpoint& endpoint, const Login& login, Listener& listener,
                 Leave leave = Leave::at_once);
  /// Uses a connected socket, which the connection then owns. If it is -1, errno must hold the
  /// error.
  NodeConnection(Loop& loop, int socket, const Login& login, Listener& listener,
                 Leave leave = Leave::at_once);
  /// Closes at once; pending commands get no answer.
  ~NodeConnection() override;
  NodeConnection(const NodeConnection&) = delete;
  NodeConnection& operator=(const NodeConnection&) = delete;

  /// False once the connection is lost. Every command on it is then answered with last_word().
  bool alive() const { return readiness_ != Readiness::lost; }
  /// Whether the server has accepted the connection and the login.
  bool ready() const {
    return readiness_ == Readiness::ready &&
           (expected_.empty() || expected_.front().expect != Expect::login);
  }
  /// The reply to every command after the connection is lost.
  const Reply& last_word() const { return last_word_; }
  /// Time of the last bytes from the server, by Loop::now_us(); 0 if none came.
  std::int64_t last_heard_us() const { return last_heard_us_; }
  /// The number of commands without a reply so far, including the connection's own.
  std::size_t pending() const { return expected_.size() + held_slots_.size(); }

  /// Sends a command. A script is sent ahead of the first command that uses it. If the server has
  /// forgotten the script since, both are sent again, unless the sender has sent another command
  /// after this one, as the two would swap places; the sender then gets the server's error.
  void send(Ticket ticket, const Command& command, Sender sender = 0);

  /// Reads what has arrived, without waiting.
  void read_now();

  /// Closes the connection, and answers every command in flight with an unknown reply.
  void drop(Silence silence);

  /// Stops reading and writing while `still`; the kernel continues to receive.
  void stand_still(bool still);

 private:
  friend class ClusterRoute;
  enum class Readiness : std::uint8_t { connecting, greeting, ready, lost };
  enum class Expect : std::uint8_t { login, answer, script_loaded, asking };
  struct Slot {
    Expect expect = Expect::answer;
    std::uint8_t hops = 0;  ///< number of redirections in a cluster
    Sender sender = 0;
    Ticket ticket = 0;
    /// The command, kept for a resend if it has a script or may be redirected; null if it is never
    /// sent again.
    std::unique_ptr<Command> again;
  };
  /// Handles the redirections of a cluster's nodes.
  class Redirects {
   public:
    /// Takes the slot's command over if the error is a redirection. Returns false if it is none, or
    /// cannot be followed.
    virtual bool follow(NodeConnection& from, std::string_view error, Slot& slot) = 0;
    /// Called when the connection is lost, and every command on it was answered.
    virtual void ended(NodeConnection& connection, const Reply& answer) = 0;

   protected:
    ~Redirects() = default;
  };
  struct Poll;  ///< the libuv handle; it outlives the connection until libuv closes it

  void take() override { flush(); }
  void connect(const Endpoint& endpoint);
  bool open_socket();
  void watch(int events);
  void on_poll(int status, int events);
  void on_connected();
  void greet();
  void open_for_commands();
  void login_with(const Command& command);
  void send(const Command& command, Slot slot, bool asks);
  void put(const Command& command, Slot slot);
  void load(const Script& script);
  void expect(Slot slot);
  void leave_soon();
  void flush();
  void read_socket(bool to_the_end = false);
  void on_reply(Reply reply);
  void on_answer(Slot slot, Reply reply);
  bool overtaken(Sender sender) const;
  void run_after_loading(Slot slot);
  void end(const Reply& answer);

  Loop& loop_;
  const Login& login_;
  Listener& listener_;
  const Leave leave_;
  Poll* poll_ = nullptr;
  int socket_ = -1;
  Readiness readiness_ = Readiness::connecting;
  bool still_ = false;
  bool listens_ = false;  ///< has sent a command after which the server may push
  int watched_ = 0;       ///< events that libuv watches
  Reply last_word_;
  std::int64_t last_heard_us_ = 0;

  ReplyReader reader_;
  SendBuffer out_;
  std::deque<Slot> expected_;          ///< in the order of the expected replies
  SendBuffer held_back_;               ///< commands held until the connection is ready
  std::deque<Slot> held_slots_;        ///< slots of the commands in held_back_
  std::vector<const Script*> loaded_;  ///< scripts already sent on this connection
  Reply load_failed_;                  ///< the error of the last SCRIPT LOAD; nil if it worked

  // In a cluster.
  Redirects* redirects_ = nullptr;  ///< null if redirections are ordinary errors
  std::string host_;                ///< of the server, if known
  Transaction transaction_;         ///< the transaction in progress
};

}  // namespace locklab::redis
