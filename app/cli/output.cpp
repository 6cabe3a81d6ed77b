#include "app/cli/output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "app/cli/exit_status.h"
#include "app/cli/terminal.h"
#include "app/words/display_text.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

int write_error = 0;  // errno of the first failed write

}  // namespace

bool print(std::string_view text) {
  while (!text.empty() && write_error == 0) {
    const ssize_t n = ::write(STDOUT_FILENO, text.data(), text.size());
    if (n >= 0) {
      text.remove_prefix(static_cast<std::size_t>(n));
    } else if (errno != EINTR) {
      write_error = errno;
    }
  }
  return write_error == 0;
}

void print_aside(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

void complain(std::string_view text) {
  constexpr std::size_t longest = 2'000;  // an argument may be quoted, however long it is
  const std::string line = "locklab: " + fit(printable(text), longest);
  const auto columns = error_columns();
  print_aside(columns ? wrapped(line, *columns, 2) : line + '\n');
}

void complain(const Sentence& sentence, Language language) { complain(told(sentence, language)); }

int refuse(const sim::Problem& problem, Language language) {
  complain(sim::sentence(problem), language);
  return exit_bad_input;
}

std::string shell_quoted(std::string_view text) {
  // $'...' quotes characters that a terminal would not show; printable() turns line breaks into
  // spaces.
  const bool shown = text.find('\n') == std::string_view::npos && printable(text) == text;
  std::string out = shown ? "'" : "$'";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\'') {
      out += shown ? "'\\''" : "\\'";
    } else if (!shown && c == '\\') {
      out += "\\\\";
    } else if (!shown && (byte < 0x20 || byte >= 0x7f)) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return out + "'";
}

std::string as_typed(int argc, const char* const* argv) {
  std::string all = "locklab";
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const auto needs = [&](std::string_view any) { return word.find_first_of(any) != word.npos; };
    const bool plain = !word.empty() && !needs(" \t\n\"'$`\\*?[]~#!;&|<>(){}");
    all += ' ';
    all += plain                  ? std::string(word)
           : needs("\"$`\\!\t\n") ? shell_quoted(word)
                                  : fmt::format("\"{}\"", word);
  }
  return all;
}

int after_output(int status) {
  if (write_error == 0 || write_error == EPIPE) return status;
  complain(fmt::format("cannot write to standard output: {}",
                       write_error == ENOSPC  ? "no space left on the disk"
                       : write_error == EBADF ? "it is closed"
                                              : std::strerror(write_error)));
  return exit_missing;
}

}  // namespace locklab::app
