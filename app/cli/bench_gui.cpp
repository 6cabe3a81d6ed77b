// Measures the window without a screen: the time of a frame from ImGui's NewFrame to its Render,
// without rasterising, while a long trace is zoomed and scrubbed; and the time that a user waits
// for loading, seeking and branching. Then measures the real window (bench_window.cpp).
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "app/changes/added_faults.h"
#include "app/changes/fault_form.h"
#include "app/changes/fault_tools.h"
#include "app/cli/bench.h"
#include "app/cli/exit_status.h"
#include "app/cli/output.h"
#include "app/gui/update/branches.h"
#include "app/gui/update/navigation.h"
#include "app/gui/update/update.h"
#include "app/gui/window/shell/unseen_window.h"
#include "sim/trace/trace_file.h"
#include "sim/world/simulate.h"

namespace locklab::app {

namespace {

constexpr std::uint32_t events_a_round = 14 * 16;  // see sixteen_clients()

/// A measurement in ms, and the project's target for it.
struct Figure {
  std::string name;
  double ms = 0;
  double aim_ms = 0;  ///< 0 if none
};

struct Part {
  std::string name;
  std::string what;
  std::size_t events = 0;
  std::vector<Figure> figures;
};

Model showing_run(const ShownRunPtr& run) {
  Model model;
  show_story(model, run);
  return model;
}

ShownRunPtr long_run(const sim::Library& library, std::uint64_t events) {
  const auto rounds =
      static_cast<std::uint32_t>(std::max<std::uint64_t>(events / events_a_round, 1));
  return make_recorded_run(library, sim::simulate(sixteen_clients("set_px_lua", rounds)));
}

/// Zooms in and out at many places, pans, and scrubs at every zoom level. Returns the processor
/// time of each frame in seconds.
std::vector<double> zoom_and_scrub(UnseenWindow& window, Model& model) {
  std::vector<double> seconds;
  const auto end = static_cast<double>(model.run->scene.end);
  const auto frame = [&](const Intent& wanted) {
    const double start = processor_seconds();
    update(model, wanted);
    window.draw(model);
    seconds.push_back(processor_seconds() - start);
  };
  for (int warm = 0; warm < 3; ++warm) window.draw(model);
  for (int i = 0; i <= 60; ++i) frame(intent::Seek{end * i / 60});
  for (int place = 0; place < 6; ++place) {
    update(model, intent::Fit{});
    const double anchor = 0.05 + 0.18 * place;
    for (int i = 0; i < 40; ++i) {
      frame(intent::Zoom{1.5, anchor});
      const double at = axis_of(model).time(model.view.from + model.view.span() * (i % 10) / 10);
      frame(intent::Seek{at});
    }
    for (int i = 0; i < 10; ++i) frame(intent::Pan{0.3});
    for (int i = 0; i < 20; ++i) frame(intent::Zoom{1 / 2.25, anchor});
  }
  return seconds;
}

Part frames_part(const std::string& name, const ShownRunPtr& run, double aim_median,
                 double aim_worst) {
  UnseenWindow window(1440, 900);
  Model model = showing_run(run);
  const std::vector<double> seconds = zoom_and_scrub(window, model);
  return {name,
          fmt::format("{} frames while zooming and scrubbing", seconds.size()),
          run->trace().size(),
          {{"median", median_of(seconds) * 1e3, aim_median},
           {"worst", *std::max_element(seconds.begin(), seconds.end()) * 1e3, aim_worst}}};
}

/// Measures loading; nullopt if the file could not be written or read.
std::optional<Part> load_part(const sim::Library& library, const sim::Trace& trace) {
  const std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("locklab-bench-{}.trace", getpid()))
          .string();
  const auto problem = sim::save_trace(trace, path);
  if (problem) {
    complain(sim::to_string(*problem));
    return std::nullopt;
  }
  const double start = processor_seconds();
  auto loaded = sim::load_trace(path);
  const double read = processor_seconds() - start;
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  if (const auto* unread = std::get_if<sim::Problem>(&loaded)) {
    complain(sim::to_string(*unread));
    return std::nullopt;
  }
  const ShownRunPtr run = make_recorded_run(library, std::move(std::get<sim::Trace>(loaded)));
  const double ready = processor_seconds() - start;
  return Part{"load",
              "a trace file",
              run->trace().size(),
              {{"read", read * 1e3, 0}, {"ready", ready * 1e3, 2'000}}};
}

/// A run that can be branched: a scenario of the library with many rounds.
std::variant<ShownRunPtr, sim::Problem> told_often(const sim::Library& library,
                                                   std::uint64_t events) {
  constexpr std::uint64_t events_told = 44;  // approximate events per round of that scenario
  const std::string name = fmt::format("F27_lost_update/lock set={{rounds={}}}",
                                       std::max<std::uint64_t>(events / events_told, 1));
  return make_shown_run(library, name);
}

Part seek_part(const ShownRunPtr& run) {
  UnseenWindow window(1440, 900);
  Model model = showing_run(run);
  for (int warm = 0; warm < 3; ++warm) window.draw(model);
  std::vector<double> seconds;
  for (int i = 0; i < 200; ++i) {
    const double at = static_cast<double>(run->scene.end) * (i * 73 % 200) / 200;
    const double start = processor_seconds();
    update(model, intent::Seek{at});
    window.draw(model);
    seconds.push_back(processor_seconds() - start);
  }
  return {"seek",
          "to anywhere, and the frame that shows it",
          run->trace().size(),
          {{"median", median_of(seconds) * 1e3, 0},
           {"worst", *std::max_element(seconds.begin(), seconds.end()) * 1e3, 16}}};
}

Part branch_part(const sim::Library& library, const ShownRunPtr& run) {
  const auto tools = breaking_tools();
  const auto pause = std::find_if(tools.begin(), tools.end(),
                                  [](const BreakingTool& tool) { return tool.id == "pause"; });
  const auto fault = fault_text(
      form_for(*run, *pause, {}, usual_size(*pause, *run), static_cast<double>(run->scene.end) / 2),
      *run);
  const std::string name = with_fault(*run, std::nullopt, std::get<std::string>(fault));
  std::vector<double> seconds;
  for (int i = 0; i < 5; ++i) {
    const double start = processor_seconds();
    const auto made = make_shown_run(library, name);
    seconds.push_back(processor_seconds() - start);
    if (const auto* problem = std::get_if<sim::Problem>(&made)) complain(sim::to_string(*problem));
  }
  return {"branch",
          "a pause at the middle, until its run is shown",
          run->trace().size(),
          {{"median", median_of(seconds) * 1e3, 50}}};
}

BenchmarkRun figure_run(const Part& part, const Figure& figure) {
  BenchmarkRun run{fmt::format("gui/{}/{}", part.name, figure.name), figure.ms, "ms"};
  run.counters.emplace_back("events", static_cast<double>(part.events));
  if (figure.aim_ms > 0) run.counters.emplace_back("aim_ms", figure.aim_ms);
  return run;
}

void print_part(const Part& part) {
  for (const Figure& figure : part.figures) {
    std::string line = fmt::format("{:<7} {:>10} events  {:<48} {:<7}{:>9.2f} ms", part.name,
                                   part.events, part.what, figure.name, figure.ms);
    if (figure.aim_ms > 0)
      line += fmt::format("  aim {:>5} ms{}", figure.aim_ms,
                          figure.ms > figure.aim_ms ? ": MISSED" : "");
    print(line + "\n");
  }
}

constexpr double aim_first_frame_ms = 2'000;

BenchmarkRun window_run(const WindowFigures& figures) {
  return {"gui/first_frame",
          figures.first_frame_ms,
          "ms",
          1,
          figures.first_frame_processor_ms,
          {{"aim_ms", aim_first_frame_ms},
           {"idle_frames", static_cast<double>(figures.idle_frames)},
           {"idle_processor_ms", figures.idle_processor_ms},
           {"idle_ms", figures.idle_ms}}};
}

void print_window(const std::optional<WindowFigures>& figures) {
  if (!figures) {
    print("start   not measured: no window can be opened here (is there a display?)\n");
    print("idle    not measured: no window can be opened here\n");
    return;
  }
  print(
      fmt::format("start   from the program's start to the first frame with a run on the screen "
                  "{:.0f} ms (processor {:.0f} ms)  aim {:.0f} ms{}\n",
                  figures->first_frame_ms, figures->first_frame_processor_ms, aim_first_frame_ms,
                  figures->first_frame_ms > aim_first_frame_ms ? ": MISSED" : ""));
  print(fmt::format("idle    {} frames and {:.0f} ms of processor time within {:.0f} ms\n",
                    figures->idle_frames, figures->idle_processor_ms, figures->idle_ms));
}

}  // namespace

int bench_gui(const sim::Library& library, const BenchOptions& options) {
  std::vector<Part> parts;
  {
    const ShownRunPtr run = long_run(library, options.events);
    parts.push_back(frames_part("frames", run, 4, 16));
    auto loaded = load_part(library, run->trace());
    if (!loaded) return exit_missing;
    parts.push_back(*loaded);
  }
  const auto told = told_often(library, std::min<std::uint64_t>(options.events, 100'000));
  if (const auto* problem = std::get_if<sim::Problem>(&told)) {
    complain(sim::to_string(*problem));  // only if the library's scenario was changed
    return exit_bad_input;
  }
  parts.push_back(seek_part(std::get<ShownRunPtr>(told)));
  parts.push_back(branch_part(library, std::get<ShownRunPtr>(told)));
  if (options.large)
    parts.push_back(frames_part("large", long_run(library, options.events * 10), 8, 0));

  const std::optional<WindowFigures> window = measure_window();

  if (options.runs) {
    for (const Part& part : parts)
      for (const Figure& figure : part.figures) options.runs->push_back(figure_run(part, figure));
    if (window) options.runs->push_back(window_run(*window));
    return exit_as_expected;
  }
  print(
      "Processor time of one thread; a frame is from ImGui's NewFrame to its Render, without "
      "rasterising:\n");
  for (const Part& part : parts) print_part(part);
  print_window(window);
  return exit_as_expected;
}

}  // namespace locklab::app
