#include "dap/protocol/framing.h"

#include "base/escape.h"
#include "lang/text_cursor.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

namespace fungescope::dap {
namespace {

constexpr std::string_view header_end = "\r\n\r\n";

Result<std::size_t> parse_length(std::string_view text) {
  std::size_t length = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
  const bool is_number = end == text.data() + text.size() && !text.empty();
  if (!is_number || error == std::errc::invalid_argument) {
    return fail({}, fmt::format("{} is not the length of a frame", single_quoted(text)),
                "write Content-Length and a number of bytes");
  }
  if (error != std::errc() || length > FrameReader::max_body) {
    return fail({}, fmt::format("a frame of {} bytes is too long", escape_controls(text)),
                fmt::format("send at most {}", FrameReader::max_body));
  }
  return length;
}

// Returns the Content-Length among the header fields, one per line; others are ignored.
Result<std::size_t> length_in(std::string_view header) {
  std::optional<std::size_t> length;
  while (!header.empty()) {
    const std::size_t end = std::min(header.find("\r\n"), header.size());
    const std::string_view field = header.substr(0, end);
    header.remove_prefix(std::min(end + 2, header.size()));
    const std::size_t colon = field.find(':');
    if (colon == std::string_view::npos) {
      return fail({}, fmt::format("{} is not a header field", single_quoted(field)),
                  "begin each message with Content-Length: N and an empty line");
    }
    if (!equal_ignoring_case(trim(field.substr(0, colon)), "Content-Length")) continue;
    auto parsed = parse_length(trim(field.substr(colon + 1)));
    if (!parsed) return parsed;
    length = *parsed;
  }
  if (length) return *length;
  return fail({}, "the header has no Content-Length", "write the number of bytes that follow");
}

}  // namespace

void FrameReader::feed(std::string_view bytes) {
  if (error_) return;
  if (at_ > 0) {
    buffer_.erase(0, at_);
    searched_ -= std::min(searched_, at_);
    at_ = 0;
  }
  buffer_ += bytes;
}

// Returns false if the header is incomplete.
Result<bool> FrameReader::take_header() {
  const std::size_t from = std::max(at_, searched_ - std::min(searched_, header_end.size()));
  const std::size_t end = buffer_.find(header_end, from);
  searched_ = buffer_.size();
  const std::size_t size = std::min(end, buffer_.size()) - at_;
  if (size > max_header) {
    return fail({}, fmt::format("a header is longer than {} bytes", max_header),
                "begin each message with Content-Length: N and an empty line");
  }
  if (end == std::string::npos) return false;
  const auto length = length_in(std::string_view(buffer_).substr(at_, size));
  if (!length) return tl::unexpected(length.error());
  body_ = *length;
  at_ = end + header_end.size();
  return true;
}

Result<std::optional<std::string>> FrameReader::next() {
  if (error_) return tl::unexpected(*error_);
  if (!body_) {
    const auto taken = take_header();
    if (!taken) {
      error_ = taken.error();
      buffer_.clear();
      return tl::unexpected(*error_);
    }
    if (!*taken) return std::nullopt;
  }
  if (buffer_.size() - at_ < *body_) return std::nullopt;
  std::string body = buffer_.substr(at_, *body_);
  at_ += std::exchange(body_, std::nullopt).value_or(0);
  searched_ = at_;
  return body;
}

std::string encode_frame(std::string_view body) {
  return fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
}

}  // namespace fungescope::dap
