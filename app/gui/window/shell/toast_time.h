// The time for which a success message stays in front of the lab: a few seconds, or until the next
// key or click. It need not be dismissed.
#pragma once

#include "app/gui/window/input_queue.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

class ToastTime {
 public:
  static constexpr double shown_s = 6;  ///< long enough to read two lines

  /// Takes note of the current message, empty if none. Must be called in each frame; `now` in
  /// seconds.
  void follow(const Sentence& news, double now) {
    if (news == news_) return;
    news_ = news;
    since_ = now;
  }
  /// Whether the message has been shown long enough.
  bool is_over(double now) const { return !news_.empty() && now - since_ >= shown_s; }
  /// Whether this input dismisses the message: a key or button press.
  bool is_ended_by(const input::Event& event) const {
    const auto* key = std::get_if<input::Key>(&event);
    const auto* button = std::get_if<input::Button>(&event);
    return !news_.empty() && ((key && key->action != 0) || (button && button->down));
  }
  /// The seconds until the message is over, or `other` seconds if that is sooner; 0 means never,
  /// both for `other` and for the result.
  double due(double now, double other) const {
    if (news_.empty()) return other;
    const double rest = is_over(now) ? 1e-3 : since_ + shown_s - now;
    return other > 0 && other < rest ? other : rest;
  }

 private:
  Sentence news_;
  double since_ = 0;
};

}  // namespace locklab::app
