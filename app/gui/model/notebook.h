// The notebook of the window, and the lessons that were opened from files.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/lessons/lesson.h"
#include "app/lessons/notebook.h"

namespace locklab::app {

/// A lesson from a file of somebody's own.
struct OwnLesson {
  std::string path;
  std::shared_ptr<const Lesson> lesson;
};

struct Notebook {
  bool shown = false;
  std::string name;  ///< the title; empty: a default in the user's language
  std::vector<NotedMoment> moments;
  bool unsaved = false;  ///< it has changed since it was written to a file
  bool asks = false;     ///< whether to begin another one though this one is not saved
  std::optional<std::pair<std::size_t, NotedMoment>> removed;  ///< the last one, with its place
  std::optional<std::size_t> going;  ///< to this moment, as soon as its run is open
  std::size_t noted = 0;             ///< how often a moment was added: its field takes the keyboard
};

}  // namespace locklab::app
