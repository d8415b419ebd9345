#include "links/deflate.h"

#include <algorithm>
#include <array>
#include <new>
#include <zlib.h>

namespace fungescope {
namespace {

constexpr int raw_window_bits = -15;  // no header, no checksum of its own

// zlib takes pointers to bytes that are not const, and does not write there.
Bytef* zlib_bytes(std::string_view bytes) {
  return const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data()));  // NOLINT
}

class InflateStream {
 public:
  explicit InflateStream(std::string_view bytes) {
    stream_.next_in = zlib_bytes(bytes);
    stream_.avail_in = static_cast<uInt>(bytes.size());
    if (inflateInit2(&stream_, raw_window_bits) != Z_OK) throw std::bad_alloc();
  }
  InflateStream(const InflateStream&) = delete;
  InflateStream& operator=(const InflateStream&) = delete;
  ~InflateStream() { inflateEnd(&stream_); }
  z_stream& operator*() { return stream_; }

 private:
  z_stream stream_{};
};

}  // namespace

std::string deflate_bytes(std::string_view bytes) {
  z_stream stream{};
  constexpr int most_memory = 9;
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, raw_window_bits, most_memory,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  std::string deflated(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
  stream.next_in = zlib_bytes(bytes);
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(deflated.data());
  stream.avail_out = static_cast<uInt>(deflated.size());
  deflate(&stream, Z_FINISH);  // ends: the buffer has the upper bound of the size
  deflated.resize(stream.total_out);
  deflateEnd(&stream);
  return deflated;
}

Inflated inflate_bytes(std::string_view deflated, std::size_t limit) {
  InflateStream inflation(deflated);
  z_stream& stream = *inflation;
  Inflated result;
  std::array<char, 16384> buffer;
  while (true) {
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream.avail_out = static_cast<uInt>(buffer.size());
    const int status = inflate(&stream, Z_NO_FLUSH);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    const bool ended = status == Z_STREAM_END;
    if (!ended && status != Z_OK && status != Z_BUF_ERROR) {
      result.problem = InflateProblem::damaged;
      return result;
    }
    const std::size_t size = buffer.size() - stream.avail_out;
    if (result.bytes.size() + size > limit) {
      result.problem = InflateProblem::too_large;
      return result;
    }
    result.bytes.append(buffer.data(), size);
    if (ended) break;
    if (size == 0) {  // it needs bytes that are not there
      result.problem = InflateProblem::incomplete;
      return result;
    }
  }
  if (stream.avail_in > 0) result.problem = InflateProblem::trailing_bytes;
  return result;
}

std::uint32_t crc32_of(std::string_view bytes) {
  return static_cast<std::uint32_t>(crc32(0, zlib_bytes(bytes), static_cast<uInt>(bytes.size())));
}

}  // namespace fungescope
