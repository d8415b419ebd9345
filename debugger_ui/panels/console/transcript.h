// The text of a console: the output, and each line of the input where it is read. Input that is not
// read yet follows at the end.
#pragma once

#include "debugger_ui/session_thread/view_snapshot.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fungescope::ui {

// Consecutive bytes of the output, or of the input.
struct TranscriptPart {
  std::size_t begin = 0;   // in the transcript
  std::uint64_t from = 0;  // the offset of its first byte in the output or in the input
  bool input = false;
  std::optional<Tick> tick;  // of input: the instant before it was read; nothing: not read yet
};

// A place between two bytes. It stays where it is while output and input grow.
struct TranscriptPlace {
  std::uint64_t output = 0;  // bytes of output before it
  std::uint64_t input = 0;   // bytes of input before it that follow the last of these
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes it for a 0
  friend auto operator<=>(const TranscriptPlace&, const TranscriptPlace&) = default;
};

class Transcript {
 public:
  Transcript() = default;
  Transcript(const OutputSnapshot& output, const InputSnapshot& input);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool empty() const { return text_.empty(); }
  // Null at the end. `index` is one of a byte of the text.
  [[nodiscard]] const TranscriptPart* part_at(std::size_t index) const;
  [[nodiscard]] TranscriptPlace place_of(std::size_t index) const;
  // Of the nearest place that the text has.
  [[nodiscard]] std::size_t index_of(const TranscriptPlace& place) const;

 private:
  void add(TranscriptPart part, std::string_view bytes);
  void add_unread(const InputSnapshot& input);

  std::string text_;
  std::vector<TranscriptPart> parts_;  // ascending, none of them empty
  std::uint64_t output_from_ = 0;
  std::uint64_t output_end_ = 0;
};

// Returns the part of a transcript between two places, of which `output` has all output.
[[nodiscard]] std::string transcript_between(const TranscriptPlace& from, const TranscriptPlace& to,
                                             std::string output, const InputSnapshot& input);

}  // namespace fungescope::ui
