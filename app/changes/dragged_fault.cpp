#include "app/changes/dragged_fault.h"

#include <algorithm>
#include <cmath>

#include "app/changes/added_faults.h"
#include "app/changes/fault_form.h"
#include "app/changes/fault_tools.h"

namespace locklab::app {

namespace {

/// The form's field for the fault's length; null if it has none.
std::string* length_of(FaultForm& form) {
  const FormShape shape = form_shape(form.kind);
  if (shape.lasts) return &form.lasts;
  const bool lasts = shape.size == SizeKind::lasting || shape.size == SizeKind::restart;
  return lasts ? &form.size : nullptr;
}

std::optional<std::string> with_form(const ShownRun& run, std::size_t fault,
                                     const FaultForm& form) {
  auto text = fault_text(form, run);
  if (!std::holds_alternative<std::string>(text)) return std::nullopt;
  std::string name = with_fault(run, fault, std::get<std::string>(text));
  if (name == run.judged.name) return std::nullopt;
  return name;
}

double struck_at(const ShownRun& run, std::uint32_t event) {
  return static_cast<double>(run.trace()[event].at);
}

}  // namespace

std::optional<std::uint32_t> end_of(const ShownRun& run, std::size_t fault) {
  const auto strike = strike_of(run, fault);
  if (!strike || run.trace()[*strike].fault == 0) return std::nullopt;
  FaultForm form = form_of(run, fault);
  if (!length_of(form)) return std::nullopt;
  for (const Mark& mark : run.scene.alarms)
    if (mark.kind == MarkKind::mended && mark.event > *strike &&
        run.trace()[mark.event].fault == run.trace()[*strike].fault)
      return mark.event;
  return std::nullopt;
}

std::optional<FaultGrip> grip_of(const ShownRun& run, std::uint32_t event) {
  if (event >= run.trace().size()) return std::nullopt;
  const std::size_t faults = added(run).size();
  if (faults == 0) return std::nullopt;
  if (sim::ends_fault(run.trace()[event].kind))
    for (std::size_t i = 0; i < faults; ++i)
      if (end_of(run, i) == event) return FaultGrip{i, true};
  // A heal and a restart are separate faults that end another one.
  const auto fault = added_fault_at(run, event);
  return fault ? std::optional(FaultGrip{*fault, false}) : std::nullopt;
}

std::optional<std::string> moved_run(const ShownRun& run, std::size_t fault, double to_us) {
  const auto strike = strike_of(run, fault);
  if (!strike) return std::nullopt;
  FaultForm form = form_of(run, fault);
  const double by_ms = (std::round(to_us) - struck_at(run, *strike)) / 1000;
  const double plus = typed_number(form.plus_ms).value_or(0) + by_ms;
  if (form.at_event && plus >= 0) {
    form.plus_ms = size_text(plus);
  } else {
    form.at_event = false;
    form.at_ms = size_text(std::max(std::round(to_us), 0.0) / 1000);
  }
  return with_form(run, fault, form);
}

std::optional<std::string> lengthened_run(const ShownRun& run, std::size_t fault, double to_us) {
  const auto strike = strike_of(run, fault);
  if (!strike) return std::nullopt;
  FaultForm form = form_of(run, fault);
  std::string* const length = length_of(form);
  if (!length) return std::nullopt;
  constexpr double least_us = 1;
  *length = size_text(std::max(std::round(to_us) - struck_at(run, *strike), least_us) / 1000);
  return with_form(run, fault, form);
}

double round_time_us(double at_us, double us_a_pixel) {
  const double unit = std::pow(10, std::floor(std::log10(std::max(us_a_pixel, 1.0))));
  return std::round(at_us / unit) * unit;
}

}  // namespace locklab::app
