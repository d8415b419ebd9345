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
// Bytes may come in pieces of any size. The first byte that cannot belong to a frame ends the
// reading for good: the beginning of the next frame is unknown, and the sender may be a web browser
// that was led to a local port. So nothing but a header field of the protocol starts a frame, and
// an HTTP request is refused at its first letters, whatever it contains.
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
  // again on every call. An incomplete header is checked as far as it has come. Cost: linear in the
  // bytes.
  [[nodiscard]] Result<std::optional<std::string>> next();

  // Returns whether the bytes fed so far end at the end of a frame.
  [[nodiscard]] bool at_frame_boundary() const {
    return at_ == buffer_.size() && !body_ && header_size_ == 0;
  }

 private:
  Result<bool> take_header();
  Result<void> take_field(std::string_view line);

  std::string buffer_;
  std::size_t at_ = 0;                 // the offset after what was taken: frames, fields
  std::size_t searched_ = 0;           // no line ends before this offset
  std::size_t header_size_ = 0;        // of the fields taken from the present header
  std::optional<std::size_t> length_;  // the Content-Length among them
  std::optional<std::size_t> body_;    // the size of the next body, after its header
  std::optional<Error> error_;
};

// Returns the frame of a body.
[[nodiscard]] std::string encode_frame(std::string_view body);

}  // namespace fungescope::dap
