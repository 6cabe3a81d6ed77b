# Writes OUT: the bytes of the library FILE as C++, so that the program needs no file beside it.
# Run as: cmake -DFILE=... -DOUT=... -P embed_library.cmake
file(READ ${FILE} bytes HEX)
string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1, " bytes "${bytes}")
set(code "// Made by assets/embed_library.cmake from app/live/preloaded. Do not edit.\n")
string(APPEND code "#include \"app/live/servers/server_machine.h\"\n\nnamespace locklab::app {\n\n")
string(APPEND code "static const unsigned char library[] = {\n${bytes}};\n\n")
string(APPEND code "std::span<const unsigned char> preloaded_library() { return library; }\n\n}  // namespace locklab::app\n")
file(WRITE ${OUT} "${code}")
