// Intents: requests of the user, from views and keys, and reports of background work. Nothing else
// changes the model.
#pragma once

#include "app/gui/model/any_of.h"
#include "app/gui/model/fault_intents.h"
#include "app/gui/model/file_intents.h"
#include "app/gui/model/lesson_intents.h"
#include "app/gui/model/look_intents.h"
#include "app/gui/model/model.h"
#include "app/gui/model/notebook_intents.h"
#include "app/gui/model/run_intents.h"
#include "app/gui/model/search_intents.h"
#include "app/gui/model/step_intents.h"
#include "app/gui/model/story_intents.h"
#include "app/gui/model/stress_intents.h"
#include "app/gui/model/view_intents.h"

namespace locklab::app {

namespace intent {

struct InChallenge {
  challenge::Wish wish;
};

}  // namespace intent

struct AllIntents : RunIntents,
                    SearchIntents,
                    StressIntents,
                    FileIntents,
                    FaultIntents,
                    StepIntents,
                    ViewIntents,
                    LookIntents,
                    StoryIntents,
                    LessonIntents,
                    NotebookIntents,
                    TypeList<intent::InChallenge> {};

using Intent = AnyOf<AllIntents>;

}  // namespace locklab::app
