// Intents for the story itself: its numbers, its texts, and a link to a moment of it.
#pragma once

#include <string>

#include "app/gui/model/any_of.h"
#include "app/gui/model/model.h"

namespace locklab::app {

namespace intent {

struct Slide {
  std::string key;  ///< key in app/changes/sliders.h
  double ms;
  bool released;  ///< this is the final value
};

struct BreakFirst {};  ///< opens the example for the first fault (first_strike.h)

struct EditStory {};  ///< opens the form for title, story and notes
struct SetStory {
  StoryForm form;
};
struct AcceptStory {};
struct CloseStory {};

struct CopyMoment {};  ///< copies the run's name with the moment and the view
/// Copies a text that is shown shortened.
struct CopyWords {
  std::string words;
};

}  // namespace intent

using StoryIntents =
    TypeList<intent::Slide, intent::BreakFirst, intent::EditStory, intent::SetStory,
             intent::AcceptStory, intent::CloseStory, intent::CopyMoment, intent::CopyWords>;

}  // namespace locklab::app
