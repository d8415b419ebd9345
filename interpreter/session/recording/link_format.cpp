#include "session/recording/link_format.h"

#include "lang/text_cursor.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <memory>
#include <new>
#include <zlib.h>

#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr std::string_view alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view plain_marks = "-_.,:@=";
constexpr unsigned bits_per_digit = 6;

constexpr int raw_window_bits = -15;  // no header, no checksum of its own

// zlib takes pointers to bytes that are not const, and does not write there.
Bytef* zlib_bytes(std::string_view bytes) {
  return const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data()));  // NOLINT
}

}  // namespace

std::string percent_encoded(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const bool mark = plain_marks.find(c) != std::string_view::npos;
    if (is_letter(c) || is_digit_character(c) || mark) {
      text += c;
    } else if (c == ' ') {
      text += '+';
    } else {
      text += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return text;
}

DecodedText percent_decoded(std::string_view text) {
  DecodedText decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= ' ' || byte == 0x7f) {
      return {{},
              "there is a blank, a line break or another control character in the link",
              "join the parts of a link that was wrapped",
              i};
    }
    if (c == '+') {
      decoded.bytes += ' ';
    } else if (c != '%') {
      decoded.bytes += c;
    } else {
      const std::string_view digits = text.substr(i + 1, 2);
      const char* const end = digits.data() + digits.size();
      unsigned value = 0;
      if (digits.size() < 2 || std::from_chars(digits.data(), end, value, 16).ptr != end) {
        return {{},
                "% is not followed by two hexadecimal digits",
                "copy the whole link again; a percent sign is written %25",
                i};
      }
      decoded.bytes += static_cast<char>(value);
      i += 2;
    }
  }
  return decoded;
}

std::string base64url_encoded(std::string_view bytes) {
  std::string text;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : bytes) {
    bits = (bits << 8U) | static_cast<unsigned char>(c);
    count += 8;
    while (count >= bits_per_digit) {
      count -= bits_per_digit;
      text += alphabet[(bits >> count) & 63U];
    }
  }
  if (count > 0) text += alphabet[(bits << (bits_per_digit - count)) & 63U];
  return text;
}

DecodedText base64url_decoded(std::string_view text) {
  DecodedText decoded;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t digit = alphabet.find(text[i]);
    if (digit == std::string_view::npos) {
      return {{}, "a character is not one of A-Z a-z 0-9 - _", "copy the whole link again", i};
    }
    bits = (bits << bits_per_digit) | static_cast<std::uint32_t>(digit);
    count += bits_per_digit;
    if (count < 8) continue;
    count -= 8;
    decoded.bytes += static_cast<char>((bits >> count) & 255U);
  }
  // What is left over is the padding of the last byte.
  if (count >= bits_per_digit || (bits & ((1U << count) - 1)) != 0) {
    return {{},
            "characters are missing or changed before here",
            "copy the whole link again",
            text.empty() ? 0 : text.size() - 1};
  }
  return decoded;
}

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

Expected<std::string, InflateProblem> inflate_bytes(std::string_view deflated, std::size_t limit) {
  z_stream stream{};
  stream.next_in = zlib_bytes(deflated);
  stream.avail_in = static_cast<uInt>(deflated.size());
  if (inflateInit2(&stream, raw_window_bits) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, int (*)(z_stream*)> owner(&stream, inflateEnd);
  std::string bytes;
  std::array<char, 16384> buffer;
  for (int status = Z_OK; status != Z_STREAM_END;) {
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream.avail_out = static_cast<uInt>(buffer.size());
    status = inflate(&stream, Z_NO_FLUSH);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    const std::size_t size = buffer.size() - stream.avail_out;
    // Without progress it needs bytes that are not there.
    const bool progresses = status == Z_STREAM_END || (status == Z_OK && size > 0);
    if (!progresses) return tl::unexpected(InflateProblem::damaged);
    if (bytes.size() + size > limit) return tl::unexpected(InflateProblem::too_large);
    bytes.append(buffer.data(), size);
  }
  if (stream.avail_in > 0) return tl::unexpected(InflateProblem::damaged);
  return bytes;
}

std::uint32_t crc32_of(std::string_view bytes) {
  return static_cast<std::uint32_t>(crc32(0, zlib_bytes(bytes), static_cast<uInt>(bytes.size())));
}

}  // namespace fungescope
