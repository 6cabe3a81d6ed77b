// Spans under construction: those that have begun and not yet ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/timeline/scene/scene.h"

namespace locklab::app {

/// The open span of a row; beginning a new one closes it.
class SpanRow {
 public:
  explicit SpanRow(std::vector<Span>& spans) : spans_(spans) {}

  void begin(Span span) {
    end(span.from, span.event);
    // If end() has removed a span of zero length, this event ends the one before it.
    if (!spans_.empty() && spans_.back().to == span.from) spans_.back().over = span.event;
    span.to = span.from;
    spans_.push_back(span);
    open_ = true;
  }
  void end(std::int64_t at, std::uint32_t event) {
    if (!open_) return;
    open_ = false;
    if (spans_.back().from == at) {
      spans_.pop_back();  // of zero length
    } else {
      spans_.back().to = at;
      spans_.back().over = event;
    }
  }

 private:
  std::vector<Span>& spans_;
  bool open_ = false;
};

/// The span in which `owner` holds a lock, beginning at an event. Its end is not known yet.
inline Span held_by(std::uint16_t owner, std::uint16_t key, std::int64_t at, std::uint32_t index) {
  Span span;
  span.from = span.to = at;
  span.event = index;
  span.bar = Bar::held;
  span.owner = owner;
  span.key = key;
  return span;
}

/// Open spans of one row, which may overlap; owner and key identify each.
class OpenSpans {
 public:
  explicit OpenSpans(std::vector<Span>& spans) : spans_(spans) {}

  void begin(std::uint16_t owner, std::uint16_t key, const Span& span) {
    end(owner, key, span.from, span.event);
    open_.push_back({owner, key, spans_.size()});
    spans_.push_back(span);
  }
  void end(std::uint16_t owner, std::uint16_t key, std::int64_t at, std::uint32_t event) {
    for (std::size_t i = 0; i < open_.size(); ++i) {
      if (open_[i].owner != owner || open_[i].key != key) continue;
      spans_[open_[i].span].to = at;
      spans_[open_[i].span].over = event;
      open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(i));
      return;
    }
  }
  Span* find(std::uint16_t owner, std::uint16_t key) {
    for (const Open& open : open_)
      if (open.owner == owner && open.key == key) return &spans_[open.span];
    return nullptr;
  }
  /// Calls visit(span) for each open span. `visit` must not begin or end spans.
  template <class Visit>
  void each(Visit visit) {
    for (const Open& open : open_) visit(spans_[open.span]);
  }
  void end_all(std::int64_t at) {
    for (const Open& open : open_) spans_[open.span].to = at;
    open_.clear();
  }

 private:
  struct Open {
    std::uint16_t owner;
    std::uint16_t key;
    std::size_t span;
  };
  std::vector<Span>& spans_;
  std::vector<Open> open_;
};

}  // namespace locklab::app
