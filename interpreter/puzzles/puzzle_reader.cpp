#include "puzzles/puzzle_reader.h"

#include "puzzles/puzzle_xml.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fungescope::puzzles {
namespace {

constexpr std::string_view expected =
    "expected puzzles of 81 cells on a line, or of nine lines of nine";

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\f\x1a") == std::string_view::npos;
}

bool is_comment(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return false;
  return text[begin] == '#' || text.substr(begin, 2) == "//";
}

// A byte that no text has.
std::size_t find_binary(std::string_view text) {
  const auto bad = std::find_if(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 && c != '\t' && c != '\f' && c != '\x1a';
  });
  return bad == text.end() ? std::string_view::npos : static_cast<std::size_t>(bad - text.begin());
}

std::optional<LineError> fault_of_text(std::string_view text, bool too_long) {
  if (const std::size_t at = find_binary(text); at != std::string_view::npos) {
    return LineError{at + 1, "this is binary, not text", ""};
  }
  if (!too_long) return std::nullopt;
  return LineError{0, fmt::format("the line is longer than {} bytes", LineSplitter::limit),
                   std::string(expected)};
}

// "Grid 01", "Puzzle 7:", "Sudoku #3".
bool is_title(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return false;
  const std::size_t end = text.find_first_of(" \t", begin);
  return end != std::string_view::npos && is_single_column_header(text.substr(begin, end - begin));
}

// A short number alone names a grid and is no row of one.
bool is_number(std::string_view text) {
  return text.size() <= 3 && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string_view without_mark(std::string_view text) {
  if (text.substr(0, 3) == "\xef\xbb\xbf") text.remove_prefix(3);
  return text;
}

}  // namespace

void PuzzleReader::feed(std::string_view bytes) {
  if (finished_ || stopped()) return;
  bytes_ += bytes.size();
  decoder_.decode(bytes, text_);
  take_text();
}

void PuzzleReader::finish() {
  if (finished_) return;
  finished_ = true;
  if (stopped()) return;
  if (empty()) return stop({file_}, "this is empty", std::string(expected));
  decoder_.finish(text_);
  take_text();
  if (layout_ == Layout::xml) return finish_xml();
  splitter_.finish([this](const TextLine& line) { take_line(line); });
  if (stopped()) return;
  add(block_.end());
  if (found_ > 0) return;
  stop({file_, unclassified_lines_.empty() ? 0 : unclassified_lines_.front()},
       "there is no puzzle in this text", std::string(expected));
}

std::optional<PuzzleRecord> PuzzleReader::next() {
  if (records_.empty()) return std::nullopt;
  PuzzleRecord record = std::move(records_.front());
  records_.pop_front();
  return record;
}

void PuzzleReader::take_text() {
  if (!begun_) {
    // White space is kept back until it is known whether an XML document follows.
    const std::size_t begin = text_.find_first_not_of(" \t\r\n");
    const bool too_late = std::min(begin, text_.size()) > LineSplitter::limit;
    if (begin == std::string::npos && !too_late && !finished_) return;
    begun_ = true;
    if (!too_late && begin != std::string::npos && text_[begin] == '<') layout_ = Layout::xml;
  }
  if (layout_ == Layout::xml) {
    if (text_.size() <= xml_limit) return;
    stop({file_}, fmt::format("the XML is larger than {} MB", xml_limit >> 20U),
         "split it, or convert it to lines of 81 cells");
    text_ = {};
    return;
  }
  splitter_.feed(text_, [this](const TextLine& line) { take_line(line); });
  text_.clear();
}

void PuzzleReader::take_line(const TextLine& line) {
  if (stopped()) return;
  const std::string_view text = without_mark(line.text);
  if (auto fault = fault_of_text(text, line.too_long)) {
    return add_unreadable(line.number, std::move(*fault));
  }
  switch (layout_) {
    case Layout::lines:
      return take_in_lines(text, line.number);
    case Layout::table:
      return take_in_table(text, line.number);
    case Layout::blocks:
      return take_in_blocks(text, line.number);
    default:
      return take_unknown(text, line.number);
  }
}

// A line that is no text: the end of it all, unless there were puzzles before.
void PuzzleReader::add_unreadable(std::uint64_t line, LineError fault) {
  if (block_.begun()) return add(block_.add_unrecognised(line, std::move(fault)));
  add(block_.end());
  if (found_ > 0) return add_error(line, line, std::move(fault));
  stop({file_, line, fault.column}, std::move(fault.what), std::string(expected));
}

// Decides the layout, by the first line that looks like a puzzle or a part of one.
void PuzzleReader::take_unknown(std::string_view text, std::uint64_t line) {
  if (take_bracketed(text) || other_section_) return;
  if (is_comment(text) || is_single_column_header(text) || is_title(text)) return;
  if (const auto header = parse_table_header(text)) {
    header_ = *header;
    layout_ = Layout::table;
    return;
  }
  ParsedLine reading = is_blank(text) ? ParsedLine{LineError{}, false} : parse_puzzle_line(text);
  if (reading.meant) {
    switch_to_lines();
    return add(line, std::move(reading.result));
  }
  const ParsedRow row = is_number(text) ? ParsedRow{} : parse_grid_row(text);
  if (row.kind != ParsedRow::Kind::text) {
    add(block_.add(row, line));
    if (block_.begun()) layout_ = Layout::blocks;
    return;
  }
  // One number may count the puzzles or name the first.
  if (text.empty() || (is_number(text) && !std::exchange(number_seen_, true))) return;
  add(block_.end());  // lines of spaces before it are no rows of a grid after it
  unclassified_lines_.push_back(line);
  if (unclassified_lines_.size() < max_lines_without_puzzle) return;
  stop({file_, unclassified_lines_.front()},
       fmt::format("there is no puzzle in the first {} lines", line), std::string(expected));
}

// What stood before the first puzzle should have been puzzles too.
void PuzzleReader::switch_to_lines() {
  layout_ = Layout::lines;
  for (const std::uint64_t line : unclassified_lines_) {
    add_error(line, line, {0, "this is no puzzle", std::string(expected)});
  }
  unclassified_lines_.clear();
}

void PuzzleReader::take_in_lines(std::string_view text, std::uint64_t line) {
  if (is_blank(text) || is_comment(text)) return;
  add(line, parse_puzzle_line(text).result);
}

void PuzzleReader::take_in_table(std::string_view text, std::uint64_t line) {
  if (is_blank(text)) return;
  add(line, parse_table_line(text, header_));
}

// "[Puzzle]" and other sections of .sdk files: only puzzles are of interest.
bool PuzzleReader::take_bracketed(std::string_view text) {
  if (text.size() < 3 || text.front() != '[') return false;
  const std::size_t end = text.find(']');
  if (end == std::string_view::npos || !is_blank(text.substr(end + 1))) return false;
  other_section_ = !is_single_column_header(text.substr(1, end - 1));
  return true;
}

void PuzzleReader::take_in_blocks(std::string_view text, std::uint64_t line) {
  if (is_comment(text)) return;
  if (take_bracketed(text)) return add(block_.end());
  if (other_section_) return;
  if (!is_blank(text)) {
    ParsedLine reading = parse_puzzle_line(text);
    if (reading.meant) {
      add(block_.end());
      if (!completed_a_block_) layout_ = Layout::lines;
      return add(line, std::move(reading.result));
    }
  }
  if (!block_.begun() && is_number(text) && !text.empty()) return;
  const ParsedRow row = parse_grid_row(text);
  if (row.kind != ParsedRow::Kind::text) return add(block_.add(row, line));
  if (!block_.begun()) return add(block_.end());  // a title, in any words
  if (is_title(text)) return add(block_.end());
  add(block_.add_unrecognised(line, {0, "this is no row of nine cells", std::string(cell_advice)}));
}

void PuzzleReader::finish_xml() {
  auto puzzles = parse_puzzle_xml(std::move(text_), file_);
  if (!puzzles) {
    return stop(puzzles.error().where, puzzles.error().what, puzzles.error().advice);
  }
  for (auto& puzzle : *puzzles) records_.push_back({puzzle.line, std::move(puzzle.puzzle)});
  found_ += puzzles->size();
}

void PuzzleReader::add(std::uint64_t line, std::variant<Grid, LineError> result) {
  if (auto* fault = std::get_if<LineError>(&result)) {
    return add_error(line, line, std::move(*fault));
  }
  ++found_;
  records_.push_back({line, std::get<Grid>(result)});
}

void PuzzleReader::add(std::optional<GridBlock::CompletedBlock> finished) {
  if (!finished) return;
  if (auto* fault = std::get_if<LineError>(&finished->result)) {
    return add_error(finished->line, finished->error_line, std::move(*fault));
  }
  completed_a_block_ = true;
  add(finished->line, std::move(finished->result));
}

void PuzzleReader::add_error(std::uint64_t line, std::uint64_t error_line, LineError fault) {
  ++found_;
  records_.push_back({line, fail({file_, error_line, fault.column}, std::move(fault.what),
                                 std::move(fault.advice))});
}

void PuzzleReader::stop(SourceLocation where, std::string what, std::string advice) {
  layout_ = Layout::stopped;
  const std::uint64_t line = where.line;
  records_.push_back({line, fail(std::move(where), std::move(what), std::move(advice))});
}

}  // namespace fungescope::puzzles
