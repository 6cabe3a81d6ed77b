// The keys that answer a lesson's question, or count the votes of a class.
#pragma once

#include <optional>

#include "app/gui/model/intent.h"
#include "app/gui/model/model.h"
#include "app/gui/update/key_press.h"

namespace locklab::app {

/// The intent of a key while a question is open; nullopt if the key has its usual meaning.
std::optional<Intent> question_key(const KeyPress& press, const Model& model);
/// Whether a key would have answered the step's question, which is already answered. Such a key is
/// ignored: in a class another letter often follows right after the one that counted.
bool is_late_answer(const KeyPress& press, const Model& model);

}  // namespace locklab::app
