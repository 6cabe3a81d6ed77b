// The Lua 5.1 of Redis 7.0: its restrictions, its redis.* library, and a budget that ends endless
// scripts.
//
// Each thread has one engine, shared by all simulated servers. A script leaves nothing behind,
// since everything that outlives it is read-only, so servers cannot see each other. Which scripts a
// server *knows* is part of that server. A longjmp may leave C functions called from Lua, so they
// hold no object with a destructor while they call a Lua function that can fail. The engine
// allocates from C's heap, because a world may snapshot the memory of operator new.
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

/// A run of a script: its input and its result.
struct ScriptRun {
  ServerState* server = nullptr;
  Session* session = nullptr;
  std::string_view sha1;
  int compiled = 0;
  WordsView keys;
  WordsView arguments;
  bool read_only = false;  ///< writes are not allowed
  bool may_exceed_memory = false;
  std::uint64_t budget = 0;  ///< instructions

  std::uint64_t used = 0;
  bool wrote = false;    ///< called a write command, whether or not it changed anything
  bool endless = false;  ///< the budget was used up: the reply is the one after SCRIPT KILL
  bool resp3 = false;    ///< redis.setresp(3): nil instead of false
};

class LuaEngine {
 public:
  static LuaEngine& of_this_thread();
  LuaEngine() = default;
  ~LuaEngine();
  LuaEngine(const LuaEngine&) = delete;
  LuaEngine& operator=(const LuaEngine&) = delete;

  /// The generation of the compiled scripts: changes when they are dropped, and is unique within a
  /// process.
  std::uint64_t generation();
  /// Compiles a script and returns its number. 0 on failure; `error` then gives the reason.
  int compile(std::string_view sha1, std::string_view text, std::string& error);
  Reply run(ScriptRun& run);

  // For the functions that Lua calls.
  ScriptRun& running() { return *running_; }
  /// Space for the words of one redis.call.
  std::string_view* words(std::size_t count);
  /// Runs a command and leaves its reply on the stack; true if it is an error.
  bool run_command_for(lua_State* lua, WordsView words);
  /// Notes that the script changed a setting that outlasts it: the engine is rebuilt afterwards.
  void outlive() { stale_ = true; }
  /// A number for a table or function that, unlike an address, is the same in every run.
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
