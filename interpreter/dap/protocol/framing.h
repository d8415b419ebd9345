// Encodes and decodes the frames of the Debug Adapter Protocol's base protocol:
//
//     Content-Length: 119\r\n
//     \r\n
//     {"seq":1,"type":"request", ...
//
//     FrameReader frames;
//     frames.feed(bytes);
//     while (auto frame = *frames.next()) use(*frame);
//
// Bytes may come in pieces of any size. A malformed frame ends the reading, since the beginning of
// the next one is unknown.
#pragma once

#include "base/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace fungescope::dap {

class FrameReader {
 public:
  static constexpr std::size_t max_header = 4096;                  // bytes, all fields together
  static constexpr std::size_t max_body = std::size_t{16} << 20U;  // bytes

  // Appends bytes, which are buffered until `next` has returned their frame.
  void feed(std::string_view bytes);

  // Returns the body of the next frame, or nothing until more is fed. After an error, returns it
  // again on every call. Cost: linear in the bytes.
  [[nodiscard]] Result<std::optional<std::string>> next();

  // Returns whether the bytes fed so far end at the end of a frame.
  [[nodiscard]] bool at_frame_boundary() const { return at_ == buffer_.size() && !body_; }

 private:
  Result<bool> take_header();

  std::string buffer_;
  std::size_t at_ = 0;               // the offset after the last frame taken
  std::size_t searched_ = 0;         // no header ends before this offset
  std::optional<std::size_t> body_;  // the size of the next body, after its header
  std::optional<Error> error_;
};

// Returns the frame of a body.
[[nodiscard]] std::string encode_frame(std::string_view body);

}  // namespace fungescope::dap
