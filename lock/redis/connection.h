// One TCP connection to one server, on a loop: connects, logs in, sends commands as they come (many
// may be on their way, from one client or from many), and hands back each reply in order.
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
#include <memory>
#include <string_view>
#include <vector>

#include "lock/command.h"
#include "lock/redis/endpoint.h"
#include "lock/redis/loop.h"
#include "lock/redis/reply_reader.h"
#include "lock/redis/send_buffer.h"

namespace locklab::redis {

class Connection final : private Turn {
 public:
  /// Names one command to whoever sent it.
  using Ticket = std::uint64_t;
  /// Who, of those that share a connection, sent it.
  using Sender = std::uint32_t;

  class Listener {
   public:
    /// Once for every ticket, unless the Connection is destroyed before. Unknown: why no reply will
    /// come. It may come from inside send(), so a listener takes note of it and acts later.
    virtual void answered(Ticket ticket, Reply reply) = 0;
    /// Whether anybody still waits for that reply: only then is its command ever sent again.
    virtual bool still_wanted(Ticket) { return true; }

   protected:
    ~Listener() = default;
  };

  /// When commands leave: each as soon as it is sent, or all of a round of the loop together.
  enum class Leave : std::uint8_t { at_once, together };

  /// Begins to connect. All references outlive it.
  Connection(Loop& loop, const Endpoint& endpoint, const Login& login, Listener& listener,
             Leave leave = Leave::at_once);
  /// Closes at once; commands on their way get no answer here.
  ~Connection() override;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// False: it is lost, and every answer was given. A new one is needed.
  bool alive() const { return stage_ != Stage::lost; }
  /// Whether the server has taken it and its login.
  bool ready() const { return stage_ == Stage::ready; }
  /// Once it is lost: what every command gets.
  const Reply& last_word() const { return last_word_; }
  /// When a reply last came, by Loop::now_us(); 0: never.
  std::int64_t last_heard_us() const { return last_heard_us_; }
  /// How many commands are on their way.
  std::size_t pending() const { return expected_.size() + held_slots_.size(); }

  /// The first time that a script is used here, it is sent ahead of its command. Where the server
  /// has forgotten it since, the command is sent once more, unless the same sender has sent another
  /// one behind it: the two would change places. Then the server's error is the answer.
  void send(Ticket ticket, const Command& command, Sender sender = 0);

  /// Reads what has arrived, without waiting.
  void read_now();

  /// Gives every command on its way Unknown{why} and closes.
  void drop(std::string_view why);

  /// While it stands still it neither reads nor writes; the kernel goes on receiving.
  void stand_still(bool still);

 private:
  enum class Stage : std::uint8_t { connecting, greeting, ready, lost };
  enum class Expect : std::uint8_t { login, answer, script_loaded };
  struct Slot {
    Expect expect = Expect::answer;
    Sender sender = 0;
    Ticket ticket = 0;
    std::unique_ptr<Command> again;  ///< a script's, to be sent again; null: it was
  };
  struct Poll;  ///< the libuv handle; it outlives the connection until libuv lets go of it

  void take() override { flush(); }
  void connect();
  void watch(int events);
  void on_poll(int status, int events);
  void on_connected();
  void greet();
  void open_for_commands();
  void login_with(const Command& command);
  void load(const Script& script, std::deque<Slot>& slots, SendBuffer& bytes);
  void written();
  void flush();
  void read_socket(bool to_the_end = false);
  void on_reply(Reply reply);
  void on_answer(Slot slot, Reply reply);
  bool overtaken(Sender sender) const;
  void run_after_loading(Slot slot);
  void end(const Reply& answer);

  Loop& loop_;
  const Endpoint& endpoint_;
  const Login& login_;
  Listener& listener_;
  const Leave leave_;
  Poll* poll_ = nullptr;
  int socket_ = -1;
  Stage stage_ = Stage::connecting;
  bool still_ = false;
  int watched_ = 0;  ///< events that libuv watches for
  Reply last_word_;
  std::int64_t last_heard_us_ = 0;

  ReplyReader reader_;
  SendBuffer out_;
  std::deque<Slot> expected_;          ///< in the order in which the replies must come
  SendBuffer held_back_;               ///< commands that wait until we are logged in
  std::deque<Slot> held_slots_;        ///< their slots
  std::vector<const Script*> loaded_;  ///< sent here already
  Reply load_failed_;                  ///< what the server said to the last script sent ahead
};

}  // namespace locklab::redis
