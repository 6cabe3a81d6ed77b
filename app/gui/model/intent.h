// What the user wants. Views and keys produce intents, and so does finished work; nothing else
// changes the model.
#pragma once

#include <type_traits>
#include <utility>
#include <variant>

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

/// The first of several variants that has this alternative.
template <class One, class Subject>
constexpr bool is_of_subject = false;
template <class One, class... All>
constexpr bool is_of_subject<One, std::variant<All...>> = (std::is_same_v<One, All> || ...);

template <class One, class Subjects>
struct FindSubject {};
template <class One, class First, class... Others>
struct FindSubject<One, std::variant<First, Others...>>
    : std::conditional_t<is_of_subject<One, First>, std::type_identity<First>,
                         FindSubject<One, std::variant<Others...>>> {};

/// Any intent, by its subject first: the time that a variant takes to compile grows with the square
/// of its alternatives.
class Intent {
 public:
  using BySubject = std::variant<RunIntent, SearchIntent, StressIntent, FileIntent, FaultIntent,
                                 StepIntent, ViewIntent, LookIntent, StoryIntent, LessonIntent,
                                 NotebookIntent, std::variant<intent::InChallenge>>;
  template <class One>
  using SubjectOf = typename FindSubject<One, BySubject>::type;

  template <class One, class Subject = SubjectOf<One>>
  Intent(One one) : any_(std::in_place_type<Subject>, std::move(one)) {}
  // A compiler takes seconds for each of these: intent.cpp has them, and no other file.
  Intent(const Intent& other);
  Intent(Intent&& other) noexcept;
  Intent& operator=(Intent other) noexcept;
  ~Intent();

  /// Calls it with the intent itself.
  template <class Visitor>
  decltype(auto) visit(Visitor&& visitor) const {
    return std::visit(
        [&](const auto& subject) -> decltype(auto) { return std::visit(visitor, subject); }, any_);
  }
  /// The intent if it is one of these, or null.
  template <class One>
  const One* get_if() const {
    const auto* subject = std::get_if<SubjectOf<One>>(&any_);
    return subject ? std::get_if<One>(subject) : nullptr;
  }
  template <class One>
  bool is() const {
    return get_if<One>() != nullptr;
  }

 private:
  BySubject any_;
};

}  // namespace locklab::app
