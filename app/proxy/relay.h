// One connection through the proxy: the client's bytes go to the server, and the replies come back,
// message by message over a faulty link. The client's end is one of a socket pair that nobody else
// can reach; there is no listening port.
//
// Bytes that are not RESP are passed on unchanged and in order, and no fault counts them. A message
// still incomplete at `whole_message` bytes is passed on in pieces. A side is not read while
// `most_waiting` of its bytes wait to be passed on, so that a huge reply does not fill the memory.
//
// A relay lives until both ends are done: bytes that a client sent before it closed its end can
// still reach the server.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>

#include "app/proxy/client_way.h"
#include "app/proxy/faulty_link.h"
#include "app/proxy/resp_framer.h"
#include "app/proxy/server_turns.h"
#include "app/proxy/watched_socket.h"
#include "lock/redis/endpoint.h"
#include "lock/redis/loop.h"
#include "lock/redis/send_buffer.h"

namespace locklab::app {

/// The sender from which something is expected soon, without any other event. Later values outrank
/// earlier ones.
enum class Owed : std::uint8_t { nothing, by_replicas, by_server };

class Relay final : public ClientWay,
                    private LinkLine,
                    private ServerTurns::Line,
                    private redis::Turn {
 public:
  /// Size in bytes at which a message that is still incomplete is passed on as a piece.
  static constexpr std::size_t whole_message = std::size_t{64} << 10;
  /// Bytes waiting in one direction at which their sender is no longer read.
  static constexpr std::size_t most_waiting = std::size_t{1} << 20;

  /// `client_end` is the proxy's end of the socket pair; the relay takes ownership. With
  /// `announced`, its client announces each command with announce(), and its requests wait for
  /// their turn; otherwise faults count every message, and requests need no turn. All references
  /// must outlive the relay.
  Relay(redis::Loop& loop, const redis::Endpoint& server, ServerTurns& turns, FaultyLink& link,
        int client_end, bool announced);
  ~Relay() override;

  // ClientWay
  void announce(const sim::Event& next) override { announced_.push_back(next); }
  void read_now() override;
  void client_left() override;
  bool reached() const override { return stage_ == Stage::open; }
  Reply last_word() const override { return last_word_; }

  /// Reads what the server has sent so far, even if it has died, and reports the new replies to the
  /// link's watch.
  void hear();

  FaultyLink& link() { return link_; }
  /// by_server while the server has to accept the connection or to answer a command that does not
  /// block, and while a request waits for its turn; otherwise by_replicas while it has to answer a
  /// WAIT.
  Owed owed() const;
  /// Whether both ends are done.
  bool over() const { return stage_ == Stage::over; }
  /// The number of bytes received and not yet passed on, in both directions.
  std::size_t waiting() const;

 private:
  enum class Stage : std::uint8_t {
    waiting,
    connecting,
    open,
    vanished,  ///< the server's machine has lost power, and has not closed the connection
    server_gone,
    over,
  };
  struct End {
    WatchedSocket socket;
    redis::SendBuffer out;    ///< to be written to this end
    std::string half;         ///< incomplete message read from this end
    bool piece_left = false;  ///< a piece of that message has been passed on
  };
  struct Seen {
    std::unique_ptr<LinkMessage> reply;
    bool heard = false;
  };
  struct Awaited {
    sim::Event about;
    std::string command;
    bool counted = true;
    std::int64_t since_us = 0;  ///< loop's time when it was sent or, if later, when the reply
                                ///< before it came
  };
  struct Leaving {
    std::string bytes;
    Awaited awaited;
  };

  // LinkLine
  void arrived(std::unique_ptr<LinkMessage> message) override;
  void begin() override { connect(); }
  void cut_off(Silence silence) override;
  void tear_down(Silence silence) override;
  void replies_pass() override { close_if_done(); }
  void node_vanished() override;
  // ServerTurns::Line
  bool take_turn() override;
  // Turn
  void take() override;

  // Sockets: relay.cpp
  void connect();
  void connected();
  bool open_end(End& end, int socket);
  void close_end(End& end);
  void watch_ends();
  void on_poll(End& end, int status, int events);
  void read_client();
  void read_server(bool to_the_end = false);
  void write_client();
  void write_server();
  void server_ended(Reply last_word);
  void client_ended();
  void say_goodbye();
  void close_if_done();
  void finish();
  void give_up_turns();
  void vanish();

  // Messages: relay_messages.cpp
  void requests(std::string_view bytes);
  void request_leaves(std::string_view bytes, bool whole);
  void request_arrives(std::string_view bytes, Awaited awaited, bool begins);
  void leaves_for_server(std::string_view bytes, Awaited awaited);
  std::size_t waiting_for_server() const;
  void lose_request(std::string_view bytes, const Awaited& awaited, sim::Loss loss);
  Awaited next_answered();
  void replies(std::string_view bytes);
  void reply_seen(std::string_view bytes, bool whole);
  void take_seen();
  void lose_seen(sim::Loss loss);

  redis::Loop& loop_;
  const redis::Endpoint& address_;
  ServerTurns& turns_;
  FaultyLink& link_;
  const bool is_announced_;
  Stage stage_ = Stage::waiting;
  bool reading_ = false;  ///< the client is being read
  bool taking_ = false;   ///< seen replies are being processed
  bool subscribed_ = false;
  bool first_left_ = false;    ///< the first request that faults count has been sent
  bool silent_ = false;        ///< nothing from the client gets through any more
  bool said_goodbye_ = false;  ///< the server knows that no more requests will come
  Reply last_word_;
  sim::Loss loss_{};  ///< reason for losing the client's later messages
  Reply server_end_;  ///< why the server's end closed, until its last replies have been taken;
                      ///< otherwise nil
  End client_, server_;
  RespFramer from_client_{RespFramer::Side::commands};
  RespFramer from_server_{RespFramer::Side::replies};
  std::deque<sim::Event> announced_;
  std::deque<Leaving> leaving_;  ///< requests waiting for their turn
  std::deque<Awaited> awaited_;  ///< expected replies, in the order of their requests on the wire
  std::deque<Seen> seen_;        ///< replies to which the link's faults have not been applied yet
};

}  // namespace locklab::app
