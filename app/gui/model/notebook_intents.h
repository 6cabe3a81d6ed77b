// Intents for the notebook, and the report of a lesson file.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "app/gui/model/any_of.h"
#include "app/lessons/lesson.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace intent {

/// A lesson file has been read. `lesson` is null if that failed, with `problem` as the reason.
struct LessonRead {
  std::uint64_t job;
  std::string path;
  std::shared_ptr<const Lesson> lesson;
  Sentence problem = {};
};

struct ShowNotebook {
  bool shown;
};
struct NoteMoment {};  ///< adds the moment on the screen
struct NameNotebook {
  std::string name;
};
struct NameMoment {
  std::size_t moment;
  std::string title;
};
struct WriteNote {
  std::size_t moment;
  std::string note;
};
struct MoveMoment {
  std::size_t moment;
  int by;
};
struct RemoveMoment {
  std::size_t moment;
};
struct BringMomentBack {};  ///< restores the moment removed last
struct GoToMoment {
  std::size_t moment;
};
/// Begins another notebook. Asks first if this one is not saved.
struct BeginNotebook {
  bool asked = false;  ///< the question has been answered
};
struct KeepNotebook {};  ///< answers BeginNotebook's question with no
struct TakeUpLesson {};  ///< adds the steps of the open lesson

}  // namespace intent

using NotebookIntents =
    TypeList<intent::LessonRead, intent::ShowNotebook, intent::NoteMoment, intent::NameNotebook,
             intent::NameMoment, intent::WriteNote, intent::MoveMoment, intent::RemoveMoment,
             intent::BringMomentBack, intent::GoToMoment, intent::BeginNotebook,
             intent::KeepNotebook, intent::TakeUpLesson>;

template <class One>
concept ChangesNotebook =
    std::same_as<One, intent::LessonRead> || std::same_as<One, intent::ShowNotebook> ||
    std::same_as<One, intent::NoteMoment> || std::same_as<One, intent::NameNotebook> ||
    std::same_as<One, intent::NameMoment> || std::same_as<One, intent::WriteNote> ||
    std::same_as<One, intent::MoveMoment> || std::same_as<One, intent::RemoveMoment> ||
    std::same_as<One, intent::BringMomentBack> || std::same_as<One, intent::BeginNotebook> ||
    std::same_as<One, intent::KeepNotebook> || std::same_as<One, intent::TakeUpLesson>;

}  // namespace locklab::app
