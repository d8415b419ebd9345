// The frames of the Debug Adapter Protocol, as its base protocol has them:
//
//     Content-Length: 119\r\n
//     \r\n
//     {"seq":1,"type":"request", ...
//
//     FrameReader frames;
//     frames.feed(bytes);
//     while (auto frame = *frames.next()) use(*frame);
//
// Bytes may come in pieces of any size. What is no frame ends the reading: where the
// next one would begin is not known.
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

  // Takes the next bytes. They are kept until `next` has given them, so that whoever feeds much
  // without asking pays for it in memory.
  void feed(std::string_view bytes);

  // The body of the next frame; nothing until more is fed. An error stays: it is
  // returned from then on. Cost: linear in the bytes.
  [[nodiscard]] Result<std::optional<std::string>> next();

  // Would the end of the input come between two frames?
  [[nodiscard]] bool at_frame_boundary() const { return at_ == buffer_.size() && !body_; }

 private:
  Result<bool> take_header();

  std::string buffer_;
  std::size_t at_ = 0;               // what stands before was taken
  std::size_t searched_ = 0;         // up to here there is no end of a header
  std::optional<std::size_t> body_;  // the size of the body that comes next
  std::optional<Error> error_;
};

// The frame of a body.
[[nodiscard]] std::string encode_frame(std::string_view body);

}  // namespace fungescope::dap
