#include "dap/protocol/framing.h"

#include "base/escape.h"
#include "lang/text_cursor.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

namespace fungescope::dap {
namespace {

constexpr std::string_view line_end = "\r\n";
constexpr std::string_view length_field = "Content-Length:";

Error not_a_length(std::string_view text) {
  return Error{{},
               fmt::format("{} is not the length of a frame", single_quoted(text)),
               "write Content-Length and a number of bytes"};
}

Result<std::size_t> parse_length(std::string_view text) {
  std::size_t length = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
  const bool is_number = end == text.data() + text.size() && !text.empty();
  if (!is_number || error == std::errc::invalid_argument) {
    return tl::unexpected(not_a_length(text));
  }
  if (error != std::errc() || length > FrameReader::max_body) {
    return fail({}, fmt::format("a frame of {} bytes is too long", escape_controls(text)),
                fmt::format("send at most {}", FrameReader::max_body));
  }
  return length;
}

Error not_a_field(std::string_view line) {
  return Error{{},
               fmt::format("{} does not begin a message", single_quoted(line)),
               "begin each message with Content-Length: N and an empty line"};
}

// Returns the name of the field that a line begins with; the line may be incomplete. Nothing if no
// field can begin so. Content-Type is that of the Language Server Protocol, and ignored.
std::optional<std::string_view> field_name(std::string_view line) {
  for (const std::string_view name : {length_field, std::string_view("Content-Type:")}) {
    if (equal_ignoring_case(line.substr(0, name.size()), name.substr(0, line.size()))) return name;
  }
  return std::nullopt;
}

// Fails if no field begins with the line.
Result<void> check_incomplete_field(std::string_view line) {
  const auto name = field_name(line);
  if (!name) return tl::unexpected(not_a_field(line));
  if (*name != length_field || line.size() <= name->size()) return {};
  const std::string_view value = trim(line.substr(name->size()));
  if (std::all_of(value.begin(), value.end(), is_digit_character)) return {};
  return tl::unexpected(not_a_length(value));
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

Result<void> FrameReader::take_field(std::string_view line) {
  const auto name = field_name(line);
  if (!name || line.size() < name->size()) return tl::unexpected(not_a_field(line));
  if (*name != length_field) return {};
  if (length_) return fail({}, "the header has two lengths", "write Content-Length once");
  length_ = TRY(parse_length(trim(line.substr(name->size()))));
  return {};
}

// Takes the lines that are complete. Returns false if the header is not.
Result<bool> FrameReader::take_header() {
  for (;;) {
    const std::size_t end = buffer_.find(line_end, std::max(at_, searched_));
    const std::string_view line = std::string_view(buffer_).substr(at_, end - at_);
    if (header_size_ + line.size() > max_header) {
      return fail({}, fmt::format("a header is longer than {} bytes", max_header),
                  "begin each message with Content-Length: N and an empty line");
    }
    if (end == std::string::npos) {
      // The carriage return may be the last byte.
      searched_ = buffer_.size() - (buffer_.ends_with('\r') ? 1 : 0);
      const bool may_end = line == "\r" && header_size_ > 0;
      if (may_end) return false;
      TRY(check_incomplete_field(line));
      return false;
    }
    if (line.empty() && header_size_ > 0) {
      if (!length_) {
        return fail({}, "the header has no Content-Length",
                    "write the number of bytes that follow");
      }
      at_ = end + line_end.size();
      header_size_ = 0;
      body_ = std::exchange(length_, std::nullopt);
      return true;
    }
    TRY(take_field(line));
    header_size_ += line.size() + line_end.size();
    at_ = end + line_end.size();
  }
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
