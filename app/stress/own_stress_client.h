// The process of a load's client that is one of its own (its thread has it as a StressStandIn): its
// lock, its watchdog, its connections and its loop are here alone, so that SIGSTOP stops all of
// them. Its thread tells it what to ask for, and counts what it says.
//
// It ends with the lab.
#pragma once

namespace locklab::app {

/// The name that starts this program as a client of a load; the client's own name follows it.
inline constexpr char own_stress_client_name[] = "locklab-client-of-load";

/// Whether the program was started so, by its argv[0]. Every program that makes loads asks this
/// first.
bool is_own_stress_client(const char* name);

/// Lives until the lab is gone.
[[noreturn]] void be_own_stress_client();

}  // namespace locklab::app
