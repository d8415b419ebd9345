#include "debugger_ui/panels/console/transcript.h"

#include "base/text_table.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

constexpr std::size_t max_unread_lines = 20;

}  // namespace

Transcript::Transcript(const OutputSnapshot& output, const InputSnapshot& input)
    : output_from_(output.from), output_end_(output.from + output.text.size()) {
  const std::string_view printed = output.text;
  std::size_t at = 0;
  for (const InputSnapshot::Line& line : input.lines) {
    if (line.output_at < output_from_ || line.output_at > output_end_) continue;
    const auto to = static_cast<std::size_t>(line.output_at - output_from_);
    add({0, output_from_ + at, false, {}}, printed.substr(at, to - at));
    at = to;
    add({0, line.from, true, line.tick},
        line.text.size() < line.size ? line.text + "\u2026\n" : line.text);
  }
  add({0, output_from_ + at, false, {}}, printed.substr(at));
  if (output_end_ == output.size) add_unread(input);
}

void Transcript::add(TranscriptPart part, std::string_view bytes) {
  if (bytes.empty()) return;
  part.begin = text_.size();
  text_ += bytes;
  parts_.push_back(part);
}

// What follows the lines whose place is known.
void Transcript::add_unread(const InputSnapshot& input) {
  std::uint64_t from = input.position;
  if (!input.lines.empty()) from = input.lines.back().from + input.lines.back().size;
  if (from < input.from || from >= input.from + input.text.size()) return;
  std::string_view rest = std::string_view(input.text).substr(from - input.from);
  std::size_t end = 0;
  for (std::size_t lines = 0; lines < max_unread_lines && end < rest.size(); ++lines) {
    end = std::min(rest.find('\n', end), rest.size() - 1) + 1;
  }
  rest = rest.substr(0, end);
  const std::uint64_t left = input.size - from - rest.size();
  std::string text(rest);
  if (left > 0) text += fmt::format("\u2026 {} more bytes\n", with_separators(left));
  // At a read it is the answer; elsewhere it stands apart from what is being printed.
  const bool apart = !input.read_next && !text_.empty() && text_.back() != '\n';
  if (apart) add({0, from, true, {}}, "\n");
  add({0, from, true, {}}, text);
}

const TranscriptPart* Transcript::part_at(std::size_t index) const {
  if (index >= text_.size()) return nullptr;
  const auto after =
      std::upper_bound(parts_.begin(), parts_.end(), index,
                       [](std::size_t at, const TranscriptPart& part) { return at < part.begin; });
  return &*(after - 1);
}

TranscriptPlace Transcript::place_of(std::size_t index) const {
  TranscriptPlace place{output_from_, 0};
  for (std::size_t i = 0; i < parts_.size() && parts_[i].begin < index; ++i) {
    const std::size_t end = i + 1 < parts_.size() ? parts_[i + 1].begin : text_.size();
    const std::size_t bytes = std::min(index, end) - parts_[i].begin;
    if (parts_[i].input) {
      place.input += bytes;
    } else {
      place = {parts_[i].from + bytes, 0};
    }
  }
  return place;
}

std::size_t Transcript::index_of(const TranscriptPlace& place) const {
  if (place.output < output_from_) return 0;
  std::uint64_t output = output_from_;
  std::uint64_t input = 0;  // after `output`
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const TranscriptPart& part = parts_[i];
    const std::size_t end = i + 1 < parts_.size() ? parts_[i + 1].begin : text_.size();
    const std::uint64_t size = end - part.begin;
    if (part.input) {
      if (output == place.output && place.input < input + size) {
        return part.begin + static_cast<std::size_t>(place.input - input);
      }
      input += size;
    } else {
      if (output == place.output && place.input <= input) return part.begin;
      if (place.output < output + size) {
        return part.begin + static_cast<std::size_t>(place.output - output);
      }
      output += size;
      input = 0;
    }
  }
  return text_.size();
}

std::string transcript_between(const TranscriptPlace& from, const TranscriptPlace& to,
                               std::string output, const InputSnapshot& input) {
  OutputSnapshot part;
  part.from = from.output;
  part.size = from.output + output.size();
  part.text = std::move(output);
  const Transcript transcript(part, input);
  const std::size_t begin = transcript.index_of(from);
  const std::size_t end = transcript.index_of(to);
  return end <= begin ? std::string() : transcript.text().substr(begin, end - begin);
}

}  // namespace fungescope::ui
