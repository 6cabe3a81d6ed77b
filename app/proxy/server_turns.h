// Lets the requests to a server leave one after the other: the next one when the reply to the last
// has come. The order in which they ran is then that of their replies. Together they would run in
// whatever order the server finds them on its connections, and a server that has stood still
// answers them in the opposite order of that.
#pragma once

#include <deque>

namespace locklab::app {

class ServerTurns {
 public:
  /// A connection to the server.
  class Line {
   public:
    /// Lets the next request of the line leave. Returns whether the server owes the reply at once.
    virtual bool take_turn() = 0;

   protected:
    ~Line() = default;
  };

  /// The line has one more request: it leaves now, or when it is its turn.
  void ask(Line& line);
  /// The reply to what it has sent has come.
  void answered(Line& line);
  /// None of its requests leaves any more, and no reply comes.
  void leave(Line& line);

 private:
  void next();

  Line* awaits_ = nullptr;     ///< its reply
  std::deque<Line*> waiting_;  ///< for its turn, once for each request
};

}  // namespace locklab::app
