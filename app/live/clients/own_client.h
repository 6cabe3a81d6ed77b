// The process of a client that does not run in the lab's own process (client_stand_in.h is the
// lab's end): a LiveClient with its own event loop. The lab records its events and opens its
// connections to the servers and the resource; the client waits for the lab after each event.
//
// The process knows neither of its pauses (SIGSTOP) nor of its crash (SIGKILL). It ends with the
// lab.
#pragma once

namespace locklab::app {

/// The argv[0] that starts this program as a client; the client's own name follows it.
inline constexpr char own_client_name[] = "locklab-client";

/// Whether the program was started as a client, by its argv[0]. Every program that makes live runs
/// must check this first.
bool is_own_client(const char* name);

/// Runs the client until the lab is gone.
[[noreturn]] void be_own_client();

}  // namespace locklab::app
