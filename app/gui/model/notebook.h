// The notebook in the window, and the lessons opened from files.
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

/// A lesson from the user's own file.
struct OwnLesson {
  std::string path;
  std::shared_ptr<const Lesson> lesson;
};

struct Notebook {
  bool shown = false;
  std::string name;  ///< the title; empty for a default in the user's language
  std::vector<NotedMoment> moments;
  bool unsaved = false;  ///< changed since it was saved
  bool asks = false;     ///< asks whether to begin another notebook without saving this one
  std::optional<std::pair<std::size_t, NotedMoment>>
      removed;                       ///< the moment removed last, with its position
  std::optional<std::size_t> going;  ///< the moment to go to once its run is open
  std::size_t noted = 0;  ///< moments added from the screen; a change focuses the new one's field
};

}  // namespace locklab::app
