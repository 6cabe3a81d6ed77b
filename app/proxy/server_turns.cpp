#include "app/proxy/server_turns.h"

namespace locklab::app {

void ServerTurns::ask(Line& line) {
  waiting_.push_back(&line);
  next();
}

void ServerTurns::answered(Line& line) {
  if (awaits_ != &line) return;
  awaits_ = nullptr;
  next();
}

void ServerTurns::leave(Line& line) {
  std::erase(waiting_, &line);
  answered(line);
}

void ServerTurns::next() {
  while (!awaits_ && !waiting_.empty()) {
    Line& line = *waiting_.front();
    waiting_.pop_front();
    awaits_ = &line;
    if (!line.take_turn() && awaits_ == &line) awaits_ = nullptr;
  }
}

}  // namespace locklab::app
