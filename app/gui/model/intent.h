// What the user wants. Views and keys produce intents, and so does finished work; nothing else
// changes the model.
#pragma once

#include <memory>
#include <optional>
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

/// All intents by their subject: a list of types, of which no value is ever made.
using Intents = std::variant<RunIntent, SearchIntent, StressIntent, FileIntent, FaultIntent,
                             StepIntent, ViewIntent, LookIntent, StoryIntent, LessonIntent,
                             NotebookIntent, std::variant<intent::InChallenge>>;

template <class One, class List>
constexpr bool is_in = std::is_same_v<One, List>;
template <class One, class... All>
constexpr bool is_in<One, std::variant<All...>> = (is_in<One, All> || ...);

/// Any intent. A variant of so many alternatives takes seconds to compile wherever it is copied or
/// visited, so this is a pointer with its type beside it.
class Intent {
 public:
  template <class One>
  requires is_in<One, Intents> Intent(One one)
      : type_(&type<One>), one_(std::make_shared<One>(std::move(one))) {}

  /// What the visitor, which takes every intent, returns for this one.
  template <class Result, class Visitor>
  Result visit(Visitor visitor) const {
    std::optional<Result> result;
    visit_if_in(static_cast<Intents*>(nullptr), visitor, result);
    return std::move(*result);
  }
  /// The intent if it is one of these, or null.
  template <class One>
  const One* get_if() const {
    return is<One>() ? static_cast<const One*>(one_.get()) : nullptr;
  }
  template <class One>
  bool is() const {
    static_assert(is_in<One, Intents>);
    return type_ == &type<One>;
  }

 private:
  template <class One>
  static constexpr char type = 0;  ///< its address names the type

  template <class... Lists, class Visitor, class Result>
  bool visit_if_in(std::variant<Lists...>*, Visitor& visitor, Result& result) const {
    return (visit_if_in(static_cast<Lists*>(nullptr), visitor, result) || ...);
  }
  template <class One, class Visitor, class Result>
  bool visit_if_in(One*, Visitor& visitor, Result& result) const {
    if (type_ != &type<One>) return false;
    result = visitor(*static_cast<const One*>(one_.get()));
    return true;
  }

  const char* type_;
  std::shared_ptr<const void> one_;
};

}  // namespace locklab::app
