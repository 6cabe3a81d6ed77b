// One connection through the proxy: what its client sends goes on to the server, and the replies
// come back, message by message over a faulty link. The client's end is one of a pair of sockets
// that nobody else can reach; nobody listens anywhere.
//
// Bytes that are no RESP go through in order as they are, and no fault counts them. A message
// longer than `whole_message` goes on in pieces. When either side does not read, the other is not
// read either, so that no reply is too large for the memory.
//
// It lives until both ends are done: what a client has sent before it closed its end still reaches
// the server.
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

/// From whom something is awaited that comes soon, by itself.
enum class Owed : std::uint8_t { nothing, by_replicas, by_server };

class Relay final : public ClientWay,
                    private LinkLine,
                    private ServerTurns::Line,
                    private redis::Turn {
 public:
  /// The longest message that goes on as one.
  static constexpr std::size_t whole_message = std::size_t{64} << 10;
  /// So much may wait in one direction before its source is not read any more.
  static constexpr std::size_t most_waiting = std::size_t{1} << 20;

  /// `client_end` is the proxy's end of the pair, and becomes the relay's. With `announced` its
  /// client says with announce() what it writes, and its requests wait for their turn; otherwise
  /// every message counts, and leaves at once. All references outlive the relay.
  Relay(redis::Loop& loop, const redis::Endpoint& server, ServerTurns& turns, FaultyLink& link,
        int client_end, bool announced);
  ~Relay() override;

  // ClientWay
  void announce(const sim::Event& next) override { announced_.push_back(next); }
  void read_now() override;
  void client_left() override;
  bool reached() const override { return stage_ == Stage::open; }
  Reply last_word() const override { return last_word_; }

  /// Lets the link's watch know all that the server has answered, also if it is gone by now.
  void hear();

  FaultyLink& link() { return link_; }
  /// The server owes the connection, or the answer to a command that does not block; replicas owe
  /// the answer to WAIT.
  Owed owed() const;
  /// Whether nothing of it is left.
  bool over() const { return stage_ == Stage::over; }
  /// The memory that waits in it, in bytes.
  std::size_t waiting() const;

 private:
  enum class Stage : std::uint8_t {
    waiting,
    connecting,
    open,
    vanished,  ///< the server's machine has lost its power since, which nobody has said
    server_gone,
    over,
  };
  struct End {
    WatchedSocket socket;
    redis::SendBuffer out;    ///< to be written there
    std::string half;         ///< of the message that was read there last
    bool piece_left = false;  ///< a piece of that message has left
  };
  struct Seen {
    std::unique_ptr<LinkMessage> reply;
    bool heard = false;
  };
  struct Awaited {
    sim::Event about;
    std::string command;
    bool counted = true;
    std::int64_t since_us = 0;  ///< the server has nothing else to answer here before it
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
  bool reading_ = false;  ///< from the client: somebody is at it
  bool taking_ = false;   ///< seen replies: somebody is at it
  bool subscribed_ = false;
  bool first_left_ = false;    ///< of the requests that count
  bool silent_ = false;        ///< nothing that the client sends gets through any more
  bool said_goodbye_ = false;  ///< the server knows that no more requests come
  Reply last_word_;            ///< nil: it has not ended
  sim::Loss loss_{};           ///< of what the client sends once nothing gets through any more
  Reply server_end_;  ///< with what the server's end is over, while seen replies come first; or nil
  End client_, server_;
  RespFramer from_client_{RespFramer::Side::commands};
  RespFramer from_server_{RespFramer::Side::replies};
  std::deque<sim::Event> announced_;
  std::deque<Leaving> leaving_;  ///< requests that wait for their turn
  std::deque<Awaited> awaited_;  ///< replies, in the order of their requests on the wire
  std::deque<Seen> seen_;        ///< replies that no fault has met yet
};

}  // namespace locklab::app
