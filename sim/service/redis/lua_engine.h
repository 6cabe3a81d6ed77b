// The Lua 5.1 inside Redis 7.0: its restrictions, its redis.* library, and a budget that ends
// endless scripts.
//
// There is one a thread, shared by all simulated servers: a script can leave nothing behind (all
// that it can reach is read-only), so nothing of one server shows in another. Which scripts a
// server *knows* is the server's own memory. C functions below Lua may be left by a longjmp: they
// hold no object with a destructor while they call anything of Lua that can fail, and the engine's
// own memory is C's, because a world may snapshot what operator new gave.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "lock/reply.h"
#include "sim/service/redis/lua_memory.h"
#include "sim/service/redis/state.h"

struct lua_State;
struct lua_Debug;

namespace locklab::sim {

/// One run of a script: what it is given, and what came of it.
struct ScriptRun {
  ServerState* server = nullptr;
  Session* session = nullptr;
  std::string_view sha1;
  int compiled = 0;
  WordsView keys;
  WordsView arguments;
  bool read_only = false;  ///< no write may be called
  bool may_exceed_memory = false;
  std::uint64_t budget = 0;  ///< instructions

  std::uint64_t used = 0;
  bool wrote = false;  ///< called a write; whether it changed anything does not matter
  bool endless =
      false;           ///< the budget was used up: the reply is what SCRIPT KILL would end it with
  bool resp3 = false;  ///< redis.setresp(3): nil instead of false
};

class LuaEngine {
 public:
  static LuaEngine& of_this_thread();
  LuaEngine() = default;
  ~LuaEngine();
  LuaEngine(const LuaEngine&) = delete;
  LuaEngine& operator=(const LuaEngine&) = delete;

  /// Changes when the compiled scripts are gone; never twice the same in one process.
  std::uint64_t generation();
  /// The number of the compiled script; 0: `error` says why not.
  int compile(std::string_view sha1, std::string_view text, std::string& error);
  Reply run(ScriptRun& run);

  // For the functions that Lua calls.
  ScriptRun& running() { return *running_; }
  /// Room for the words of one redis.call.
  std::string_view* words(std::size_t count);
  /// Runs a command and leaves its reply on the stack; whether it is an error.
  bool run_command_for(lua_State* lua, WordsView words);
  /// The script changed something that would outlast it: the engine starts anew afterwards.
  void outlive() { stale_ = true; }
  /// A number for a table or function, the same in every run: an address would differ.
  unsigned next_id() { return ++ids_; }

 private:
  void open();
  void close();
  void begin(ScriptRun& run);
  void end(const ScriptRun& run);
  static void on_count(lua_State* lua, lua_Debug*);
  static void* allocate(void* engine, void* block, std::size_t old_size, std::size_t new_size);

  lua_State* lua_ = nullptr;
  ScriptRun* running_ = nullptr;
  std::uint64_t generation_ = 0;
  int compiled_ = 0;
  std::size_t keys_before_ = 0;
  std::size_t arguments_before_ = 0;
  unsigned ids_ = 0;
  bool stale_ = false;
  LuaMemory memory_;
  std::string_view* words_ = nullptr;
  std::size_t words_room_ = 0;
};

}  // namespace locklab::sim
