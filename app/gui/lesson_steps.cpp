#include "app/gui/lesson_steps.h"

#include "app/lessons/lesson_list.h"

namespace locklab::app {

const LessonStep* step_at(const Model& model) {
  if (!model.lesson) return nullptr;
  const std::vector<Lesson>& all = lessons(model.settings.language);
  if (model.lesson->lesson >= all.size()) return nullptr;
  const Lesson& lesson = all[model.lesson->lesson];
  return model.lesson->step < lesson.steps.size() ? &lesson.steps[model.lesson->step] : nullptr;
}

void move_step(LessonPlace& place, int by, const std::vector<Lesson>& all) {
  if (by > 0) {
    if (place.step + 1 < all[place.lesson].steps.size()) {
      ++place.step;
    } else if (place.lesson + 1 < all.size()) {
      ++place.lesson;
      place.step = 0;
    }
  } else if (place.step > 0) {
    --place.step;
  } else if (place.lesson > 0) {
    --place.lesson;
    place.step = all[place.lesson].steps.size() - 1;
  }
}

std::string story_of_step(const Model& model) {
  if (!step_at(model)) return {};
  const Lesson& lesson = lessons(model.settings.language)[model.lesson->lesson];
  for (std::size_t i = model.lesson->step + 1; i-- > 0;)
    if (lesson.steps[i].showing && !lesson.steps[i].showing->scenario.empty())
      return lesson.steps[i].showing->scenario;
  return {};
}

}  // namespace locklab::app
