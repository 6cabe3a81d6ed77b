// Serialises the requests to a server: the next one is sent when the reply to the last one has
// come, or without waiting if that reply may take long. The order of the replies is then the order
// in which the requests ran. Without turns, a server runs requests in the order in which it finds
// them on its connections, and one that was frozen may write the replies in the opposite order.
#pragma once

#include <deque>

namespace locklab::app {

class ServerTurns {
 public:
  /// A connection to the server.
  class Line {
   public:
    /// Sends the next request of the line. Returns whether the server's reply is due at once.
    virtual bool take_turn() = 0;

   protected:
    ~Line() = default;
  };

  /// Queues one more request of the line, to be sent now or in its turn.
  void ask(Line& line);
  /// Called when the reply to the line's request has come.
  void answered(Line& line);
  /// Removes the line: it sends no more requests and expects no reply.
  void leave(Line& line);

 private:
  void next();

  Line* awaits_ = nullptr;     ///< the line whose reply is awaited
  std::deque<Line*> waiting_;  ///< lines waiting for a turn, once per request
};

}  // namespace locklab::app
