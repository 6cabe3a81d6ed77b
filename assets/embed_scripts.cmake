# Writes OUT: each Lua script of FILES (separated by "|") as the constant that lock/scripts.h declares for it.
# Run as: cmake -DOUT=... -DFILES="a|b" -P embed_scripts.cmake
string(REPLACE "|" ";" FILES "${FILES}")
set(code "// Made by assets/embed_scripts.cmake from assets/lua/*.lua. Do not edit.\n#include \"lock/scripts.h\"\n\n")
string(APPEND code "namespace locklab {\n\n")
set(all "")
foreach(file IN LISTS FILES)
  file(READ ${file} text)
  file(SHA1 ${file} sha1)
  cmake_path(GET file STEM name)
  # A script that lock/scripts.h does not declare stops the compiler here.
  string(APPEND code "constinit const Script scripts::${name}{\n    \"${name}\", R\"__lua(${text})__lua\", \"${sha1}\"};\n\n")
  string(APPEND all "    &scripts::${name},\n")
endforeach()
string(APPEND code "static constexpr const Script* all[] = {\n${all}};\n\n")
string(APPEND code "std::span<const Script* const> all_scripts() { return all; }\n\n}  // namespace locklab\n")
file(WRITE ${OUT} "${code}")
