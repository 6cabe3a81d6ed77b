// The program's arguments: which command they mean, or what is wrong with them and what to write
// instead.
#pragma once

namespace locklab::app {

/// Does what the arguments say. The exit status of the program.
int command_line(int argc, const char* const* argv);

}  // namespace locklab::app
