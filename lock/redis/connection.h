// One TCP connection of one client to one server, on a libuv loop: connects, logs in, sends
// commands as they come (many may be on their way), and hands back each reply in order.
//
// hiredis parses the replies. Its own asynchronous layer is not used: it asserts, and so kills the
// program, when a server sends a reply that nobody asked for, and it cannot read a socket once
// without waiting.
//
// A lost connection stays lost: whoever owns it makes a new one for the next command.
#pragma once

#include <uv.h>

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "lock/command.h"
#include "lock/redis/endpoint.h"
#include "lock/redis/reply_reader.h"

namespace locklab::redis {

class Connection {
 public:
  /// Names one command to whoever sent it.
  using Ticket = std::uint64_t;

  class Listener {
   public:
    /// Once for every ticket, unless the Connection is destroyed before. Unknown: why no reply will
    /// come. It may come from inside send(), so a listener takes note of it and acts later.
    virtual void answered(Ticket ticket, Reply reply) = 0;

   protected:
    ~Listener() = default;
  };

  /// Begins to connect. All three references outlive it.
  Connection(uv_loop_t* loop, const Endpoint& endpoint, const Login& login, Listener& listener);
  /// Closes at once; commands on their way get no answer here.
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// False: it is lost, and every answer was given. A new one is needed.
  bool alive() const { return stage_ != Stage::lost; }

  /// A command whose `script` the server does not know is sent again after SCRIPT LOAD.
  void send(Ticket ticket, const Command& command);

  /// Reads what has arrived, without waiting.
  void read_now();

  /// Gives every command on its way Unknown{why} and closes.
  void drop(std::string_view why);

  /// While it stands still it neither reads nor writes; the kernel goes on receiving.
  void stand_still(bool still);

 private:
  enum class Stage : std::uint8_t { connecting, greeting, ready, lost };
  enum class Expect : std::uint8_t { login, answer, script_loaded, ignored };
  struct Slot {
    Expect expect = Expect::answer;
    Ticket ticket = 0;
    const Script* script = nullptr;
    std::string again;  ///< the EVALSHA's bytes, to send it again; empty: it was
  };
  struct Poll;  ///< the libuv handle; it outlives the connection until libuv lets go of it

  void connect();
  void watch(int events);
  void on_poll(int status, int events);
  void on_connected();
  void greet();
  void open_for_commands();
  void queue(Slot slot, const Words& words);
  void flush();
  void read_socket();
  void on_reply(Reply reply);
  void run_after_loading(Slot slot);
  void end(const Reply& answer);

  uv_loop_t* loop_;
  const Endpoint& endpoint_;
  const Login& login_;
  Listener& listener_;
  Poll* poll_ = nullptr;
  int socket_ = -1;
  Stage stage_ = Stage::connecting;
  bool still_ = false;
  Reply last_word_;  ///< what every command gets once it is lost

  ReplyReader reader_;
  std::string out_;              ///< bytes to send
  std::deque<Slot> expected_;    ///< in the order in which the replies must come
  std::string held_back_;        ///< bytes of commands that wait until we are logged in
  std::deque<Slot> held_slots_;  ///< their slots
};

}  // namespace locklab::redis
