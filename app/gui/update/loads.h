// Loads on the Stress screen: the form, the running load, and the finished ones.
#pragma once

#include <concepts>
#include <optional>

#include "app/gui/model/intent.h"
#include "app/gui/model/job.h"

namespace locklab::app {

std::optional<Job> change_loads(Model& model, const intent::SetLoad& set);
std::optional<Job> change_loads(Model& model, const intent::UnfoldLoad& unfold);
std::optional<Job> change_loads(Model& model, const intent::StartLoad&);
std::optional<Job> change_loads(Model& model, const intent::StopLoad&);
std::optional<Job> change_loads(Model& model, const intent::StrikeLoad& strike);
std::optional<Job> change_loads(Model& model, const intent::AimAtLoad& aim);
std::optional<Job> change_loads(Model& model, const intent::ShowLoad& show);
std::optional<Job> change_loads(Model& model, const intent::SelectLoad& select);
std::optional<Job> change_loads(Model& model, const intent::RemoveLoad& remove);
std::optional<Job> change_loads(Model& model, const intent::SelectViolation& select);
std::optional<Job> change_loads(Model& model, const intent::OpenViolation& open);

std::optional<Job> change_loads(Model& model, const intent::LoadChecked& checked);
std::optional<Job> change_loads(Model& model, const intent::LoadBegins& begins);
std::optional<Job> change_loads(Model& model, const intent::LoadEnters& enters);
std::optional<Job> change_loads(Model& model, const intent::LoadGoesOn& goes_on);
std::optional<Job> change_loads(Model& model, const intent::LoadGrows& grows);
std::optional<Job> change_loads(Model& model, const intent::LoadStruck& struck);
std::optional<Job> change_loads(Model& model, const intent::LoadNotStruck& failed);
std::optional<Job> change_loads(Model& model, const intent::LoadEnds& ends);
std::optional<Job> change_loads(Model& model, const intent::LoadsRead& read);
std::optional<Job> change_loads(Model& model, const intent::LoadsOver& over);

template <class Intent>
concept ChangesLoads = requires(Model& model, const Intent& intent) {
  { change_loads(model, intent) } -> std::same_as<std::optional<Job>>;
};

/// Requests the timeline of the violation that the user has selected.
std::optional<Job> open_wanted_violation(Model& model);

}  // namespace locklab::app
