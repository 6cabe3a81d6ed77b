// The process of a client that is one of its own (RunClient has it as client_stand_in.h): a
// LiveClient on a loop of this process, as in the lab's own. What it records, how it reaches the
// servers and the resource, all goes by the lab, which it waits for at each step.
//
// It knows nothing of its pauses, which are SIGSTOP, and nothing of its crash, which is SIGKILL. It
// ends with the lab.
#pragma once

namespace locklab::app {

/// The name that starts this program as a client; the client's own name follows it.
inline constexpr char own_client_name[] = "locklab-client";

/// Whether the program was started as a client, by its argv[0]. Every program that makes live runs
/// asks this first.
bool is_own_client(const char* name);

/// Lives until the lab is gone.
[[noreturn]] void be_own_client();

}  // namespace locklab::app
