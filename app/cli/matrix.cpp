// `locklab matrix`: every strategy x every kind of fault x every property.
#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/exit_status.h"
#include "app/cli/output.h"
#include "app/cli/terminal.h"
#include "app/explore/matrix_cache.h"
#include "app/matrix/matrix_text.h"
#include "app/matrix/traits_text.h"
#include "app/runs/interruption.h"

namespace locklab::app {

namespace {

std::string in_form(const Matrix& matrix, const MatrixOptions& options) {
  const TextOptions text = terminal_options();
  if (options.traits) {
    if (options.format == "markdown") return traits_as_markdown(matrix);
    if (options.format == "html") return traits_as_html(matrix, options.language);
    if (options.format == "json") return traits_as_json(matrix);
    return traits_as_text(matrix, options.language, text.width, text.colour);
  }
  if (options.format == "markdown") return as_markdown(matrix, options.language);
  if (options.format == "html") return as_html(matrix, options.language);
  if (options.format == "json") return as_json(matrix);
  return as_text(matrix, options.language, text.width, text.colour);
}

}  // namespace

int matrix_command(const sim::Library& library, const MatrixOptions& options) {
  if (options.grounds) {
    print(grounds_as_text(options.language, terminal_options().width));
    return exit_as_expected;
  }
  const bool watched = error_is_terminal();
  const UntilInterrupted until_interrupted;
  const auto made =
      find_matrix(library, options.task, options.again, until_interrupted.flag(),
                  [&](const MatrixProgress& now) {
                    if (watched)
                      print_aside(fmt::format("\r\033[K{} of {} cells", now.done, now.of));
                  });
  if (watched) print_aside("\r\033[K");
  if (const auto* problem = std::get_if<sim::Problem>(&made)) {
    complain(sim::sentence(*problem), options.language);
    return exit_bad_input;
  }
  const Matrix& matrix = std::get<Matrix>(made);
  print(in_form(matrix, options));
  return matrix.complete() ? exit_as_expected : exit_not_finished;
}

}  // namespace locklab::app
