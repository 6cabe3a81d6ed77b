// The program's arguments: the command they select, or what is wrong with them and what to write
// instead.
#pragma once

namespace locklab::app {

/// Runs the command that the arguments select. Returns the exit status.
int command_line(int argc, const char* const* argv);

}  // namespace locklab::app
