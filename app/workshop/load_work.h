// The workshop's loads, for the Stress screen: from the form to the displayed results.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "app/gui/model/intent.h"
#include "app/gui/model/job.h"
#include "app/load/stress_result.h"
#include "app/stress/servers/strike_orders.h"
#include "sim/scenario/library.h"

namespace locklab::app {

using Tell = std::function<void(Intent)>;

/// The mistakes in a form; empty if there are none. Returns quickly.
StressMistakes mistakes_of(const StressForm& form);

/// Runs the loads of a form without mistakes one after the other, on the calling thread and on
/// further threads. Sends intent::LoadBegins, LoadEnters, LoadGoesOn, LoadGrows, LoadStruck,
/// LoadNotStruck and LoadEnds for each, then LoadsOver. A load that ends early is the last, as is
/// one that cannot run, which sends no LoadEnds.
void run_loads(const StressForm& form, StrikeOrders& orders, std::uint64_t job,
               const std::atomic<bool>& stopped, const Tell& tell);

/// A finished load, as shown on the screen.
ShownLoad shown_load(std::shared_ptr<const StressResult> result);

/// Makes the timeline of a violation. Returns intent::Opened or NotOpened.
Intent opened(const sim::Library& library, const work::OpenViolation& wanted, std::uint64_t job);

/// Saves loads. Returns intent::Saved or NotSaved.
Intent saved(const work::SaveLoads& save, std::uint64_t job);

/// Reads loads from a file. Returns intent::LoadsRead.
Intent read(const work::ReadLoads& file, std::uint64_t job);

}  // namespace locklab::app
