// How a client process records the notes of its program and its locks.
#pragma once

#include "sim/process/client_process.h"

namespace locklab::sim {

template <class Driver, class R, class W>
void ClientProcess<Driver, R, W>::note(const Note& note) {
  if (crashed_) return;
  if (!defers()) {
    write_down(note, driver().draft());
    return driver().record_draft();
  }
  Action action;
  write_down(note, action.event);
  defer(std::move(action));
}

template <class Driver, class R, class W>
inline void ClientProcess<Driver, R, W>::write_down(const Note& note, Event& said) {
  tell(said, note);
  said.client = id_;
  if (!note.key.empty()) said.key = key_id(note.key);
  if (!note.text.empty()) said.text = driver().trace().keep(note.text);
}

template <class Driver, class R, class W>
void ClientProcess<Driver, R, W>::say(EventKind kind, std::string_view key,
                                      std::uint32_t acquisition, Entry entry) {
  if (crashed_) return;
  const auto fill = [&](Event& said) {
    said.kind = kind;
    said.client = id_;
    said.acquisition = acquisition;
    said.detail = static_cast<std::uint8_t>(entry);
    said.key = key_id(key);
  };
  if (!defers()) {
    Event& draft = driver().draft();
    fill(draft);
    return record_said(draft);
  }
  Action action;
  fill(action.event);
  defer(std::move(action));
}

template <class Driver, class R, class W>
void ClientProcess<Driver, R, W>::record_copy(const Event& said) {
  Event& draft = driver().draft();
  draft = said;
  record_said(draft);
}

template <class Driver, class R, class W>
inline void ClientProcess<Driver, R, W>::record_said(const Event& draft) {
  if (draft.kind == EventKind::finished) {
    finished_ = true;
    driver().program_over();
  }
  driver().record_draft();
}

template <class Driver, class R, class W>
inline std::uint16_t ClientProcess<Driver, R, W>::key_id(std::string_view key) {
  if (!same_bytes(key, last_key_)) {
    last_key_ = key;
    last_key_id_ = driver().trace().name_id(key);
  }
  return last_key_id_;
}

}  // namespace locklab::sim
