#include "sim/trace/zstd.h"

#include <fmt/format.h>
#include <zstd.h>

#include <memory>

namespace locklab::sim {

namespace {

constexpr int level = 3;  // zstd's default

}  // namespace

bool is_zstd(std::string_view bytes) { return bytes.starts_with("\x28\xb5\x2f\xfd"); }

std::optional<std::string> compressed(std::string_view bytes) {
  std::string frame(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size =
      ZSTD_compress(frame.data(), frame.size(), bytes.data(), bytes.size(), level);
  if (ZSTD_isError(size)) return std::nullopt;  // out of memory, the only possible failure
  frame.resize(size);
  return frame;
}

std::string decompressed_beginning(std::string_view frames, std::size_t most) {
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(),
                                                                     ZSTD_freeDCtx);
  if (!context) return {};
  std::string bytes(most, '\0');
  ZSTD_inBuffer in{frames.data(), frames.size(), 0};
  ZSTD_outBuffer out{bytes.data(), bytes.size(), 0};
  std::size_t owed = 1;
  while (owed != 0 && out.pos < out.size && in.pos < in.size && !ZSTD_isError(owed))
    owed = ZSTD_decompressStream(context.get(), &out, &in);
  bytes.resize(out.pos);
  return bytes;
}

std::variant<std::string, Sentence> decompressed(std::string_view frames, std::uint64_t most) {
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(),
                                                                     ZSTD_freeDCtx);
  if (!context) return say("there is not enough memory for it");
  std::string bytes;
  std::string piece(ZSTD_DStreamOutSize(), '\0');
  ZSTD_inBuffer in{frames.data(), frames.size(), 0};
  std::size_t owed = 0;  // 0 at the end of a frame
  bool full = true;      // there may be more decompressed data
  while (in.pos < in.size || full) {
    ZSTD_outBuffer out{piece.data(), piece.size(), 0};
    owed = ZSTD_decompressStream(context.get(), &out, &in);
    if (ZSTD_isError(owed))
      return say("it is compressed by zstd and damaged: {}", ZSTD_getErrorName(owed));
    if (out.pos > most - bytes.size())
      return say("it is compressed by zstd, and more than {} MB without it", most >> 20);
    bytes.append(piece, 0, out.pos);
    full = out.pos == out.size && owed != 0;
  }
  if (owed != 0) return say("it is compressed by zstd and cut off");
  return bytes;
}

}  // namespace locklab::sim
