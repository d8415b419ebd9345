#include "sudoku/formats/puzzle_reader.h"

#include <algorithm>
#include <iterator>
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

std::optional<Error> text_error(std::string_view text, bool too_long) {
  const auto bad = std::find_if(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 && c != '\t' && c != '\f' && c != '\x1a';
  });
  if (bad != text.end()) {
    const auto column = static_cast<std::uint64_t>(bad - text.begin()) + 1;
    return Error{{{}, 0, column}, "this is binary, not text", {}};
  }
  if (!too_long) return std::nullopt;
  return Error{{},
               fmt::format("the line is longer than {} bytes", LineSplitter::limit),
               std::string(expected)};
}

// "Grid 01", "Puzzle 7:", "Sudoku #3".
bool is_title(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return false;
  const std::size_t end = text.find_first_of(" \t", begin);
  return end != std::string_view::npos && is_single_column_header(text.substr(begin, end - begin));
}

// Returns whether the line is a short number, which names a grid rather than being a row of one.
bool is_number(std::string_view text) {
  return text.size() <= 3 && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string_view without_byte_order_mark(std::string_view text) {
  if (text.substr(0, 3) == "\xef\xbb\xbf") text.remove_prefix(3);
  return text;
}

}  // namespace

PuzzleReader::PuzzleReader(std::string file, Mode mode) : file_(std::move(file)), mode_(mode) {
  if (each_line()) layout_ = Layout::lines;
}

void PuzzleReader::feed(std::string_view bytes) {
  if (finished_ || stopped()) return;
  bytes_ += bytes.size();
  if (each_line()) {
    return splitter_.feed(bytes, [this](const TextLine& line) { handle_line(line); });
  }
  decoder_.decode(bytes, text_);
  consume_text();
}

void PuzzleReader::finish() {
  if (finished_) return;
  finished_ = true;
  if (stopped()) return;
  if (each_line()) {
    return splitter_.finish([this](const TextLine& line) { handle_line(line); });
  }
  if (empty()) return stop({{file_}, "this is empty", std::string(expected)});
  decoder_.finish(text_);
  consume_text();
  if (layout_ == Layout::xml) return finish_xml();
  splitter_.finish([this](const TextLine& line) { handle_line(line); });
  if (stopped()) return;
  add(block_.end());
  if (found_ > 0) return;
  stop({{file_, unclassified_lines_.empty() ? 0 : unclassified_lines_.front()},
        "there is no puzzle in this text",
        std::string(expected)});
}

std::optional<PuzzleRecord> PuzzleReader::next() {
  if (records_.empty()) return std::nullopt;
  PuzzleRecord record = std::move(records_.front());
  records_.pop_front();
  return record;
}

void PuzzleReader::consume_text() {
  if (!sniffed_) {
    // White space is buffered until it is known whether an XML document follows.
    const std::size_t begin = text_.find_first_not_of(" \t\r\n");
    const bool too_long = std::min(begin, text_.size()) > LineSplitter::limit;
    if (begin == std::string::npos && !too_long && !finished_) return;
    sniffed_ = true;
    if (!too_long && begin != std::string::npos && text_[begin] == '<') layout_ = Layout::xml;
  }
  if (layout_ == Layout::xml) return collect_xml();
  splitter_.feed(text_, [this](const TextLine& line) { handle_line(line); });
  text_.clear();
}

void PuzzleReader::handle_line(const TextLine& line) {
  if (stopped()) return;
  const std::string_view text = without_byte_order_mark(line.text);
  if (auto error = text_error(text, line.too_long)) {
    return add_unreadable(line.number, std::move(*error));
  }
  switch (layout_) {
    case Layout::lines:
      if (!each_line() && (is_blank(text) || is_comment(text))) return;
      return add(line.number, parse_puzzle_line(text).result);
    case Layout::table:
      if (is_blank(text)) return;
      return add(line.number, parse_table_line(text, header_));
    case Layout::blocks:
      return handle_in_blocks(text, line.number);
    default:
      return detect_layout(text, line.number);
  }
}

// Handles a line that is not text: ends the reading unless there were puzzles before.
void PuzzleReader::add_unreadable(std::uint64_t line, Error error) {
  if (block_.has_rows()) return add(block_.add(malformed_row(std::move(error)), line));
  add(block_.end());
  if (found_ > 0 || each_line()) return add(line, tl::unexpected(std::move(error)));
  stop({{file_, line, error.where.column}, std::move(error.what), std::string(expected)});
}

// Detects the layout from the first line that looks like a puzzle or a part of one.
void PuzzleReader::detect_layout(std::string_view text, std::uint64_t line) {
  if (handle_section(text) || other_section_) return;
  if (is_comment(text) || is_single_column_header(text) || is_title(text)) return;
  if (const auto header = parse_table_header(text)) {
    header_ = *header;
    layout_ = Layout::table;
    return;
  }
  const ParsedRow row = is_number(text) ? ParsedRow{} : parse_grid_row(text);
  const bool may_be_line = !is_blank(text) && !row.of_candidates;
  ParsedLine parsed =
      may_be_line ? parse_puzzle_line(text) : ParsedLine{tl::unexpected(Error()), false};
  if (parsed.looks_like_puzzle) {
    switch_to_lines();
    return add(line, std::move(parsed.result));
  }
  if (row.kind != ParsedRow::Kind::text) {
    add(block_.add(row, line));
    if (block_.has_rows()) layout_ = Layout::blocks;
    return;
  }
  // One number may be the count of puzzles or name the first.
  if (text.empty() || (is_number(text) && !std::exchange(number_seen_, true))) return;
  add(block_.end());  // lines of spaces before it do not belong to a grid after it
  unclassified_lines_.push_back(line);
  if (unclassified_lines_.size() < max_lines_without_puzzle) return;
  stop({{file_, unclassified_lines_.front()},
        fmt::format("there is no puzzle in the first {} lines", line),
        std::string(expected)});
}

// Reports the lines before the first puzzle, which should have been puzzles too.
void PuzzleReader::switch_to_lines() {
  layout_ = Layout::lines;
  for (const std::uint64_t line : unclassified_lines_) {
    add(line, line_error(0, "this is not a puzzle", expected));
  }
  unclassified_lines_.clear();
}

// Handles "[Puzzle]" and other section headers of .sdk files; false for any other line.
bool PuzzleReader::handle_section(std::string_view text) {
  if (text.size() < 3 || text.front() != '[') return false;
  const std::size_t end = text.find(']');
  if (end == std::string_view::npos || !is_blank(text.substr(end + 1))) return false;
  other_section_ = !is_single_column_header(text.substr(1, end - 1));
  return true;
}

void PuzzleReader::handle_in_blocks(std::string_view text, std::uint64_t line) {
  if (is_comment(text)) return;
  if (handle_section(text)) return add(block_.end());
  if (other_section_) return;
  const ParsedRow row = parse_grid_row(text);
  if (!is_blank(text) && !row.of_candidates) {
    ParsedLine parsed = parse_puzzle_line(text);
    if (parsed.looks_like_puzzle) {
      add(block_.end());
      if (!completed_a_block_) layout_ = Layout::lines;
      return add(line, std::move(parsed.result));
    }
  }
  if (!block_.has_rows() && is_number(text) && !text.empty()) return;
  if (row.kind != ParsedRow::Kind::text) return add(block_.add(row, line));
  if (!block_.has_rows()) return add(block_.end());  // a title, in any words
  if (is_title(text)) return add(block_.end());
  add(block_.add(malformed_row({{}, "this is not a row of nine cells", std::string(cell_advice)}),
                 line));
}

// Keeps the document until it is complete, unless it is too large.
void PuzzleReader::collect_xml() {
  const auto added = text_.begin() + static_cast<std::ptrdiff_t>(xml_scanned_);
  xml_items_ += static_cast<std::size_t>(
      std::count_if(added, text_.end(), [](char c) { return c == '<' || c == '='; }));
  xml_scanned_ = text_.size();
  std::string problem;
  if (text_.size() > xml_limit) {
    problem = fmt::format("the XML is larger than {} MB", xml_limit >> 20U);
  } else if (xml_items_ > max_xml_items) {
    problem = fmt::format("the XML has more than {} elements and attributes", max_xml_items);
  } else {
    return;
  }
  stop({{file_}, std::move(problem), "split it, or convert it to lines of 81 cells"});
  text_ = {};
}

void PuzzleReader::finish_xml() {
  auto puzzles = parse_puzzle_xml(std::move(text_), file_);
  if (!puzzles) return stop(puzzles.error());
  found_ += puzzles->size();
  std::move(puzzles->begin(), puzzles->end(), std::back_inserter(records_));
}

void PuzzleReader::add(std::uint64_t line, Result<Puzzle> result) {
  if (!result) {
    SourceLocation& where = result.error().where;
    where.file = file_;
    if (where.line == 0) where.line = line;
  }
  ++found_;
  records_.push_back({line, std::move(result)});
}

void PuzzleReader::add(std::optional<PuzzleRecord> block) {
  if (!block) return;
  completed_a_block_ |= block->puzzle.has_value();
  add(block->line, std::move(block->puzzle));
}

void PuzzleReader::stop(Error error) {
  layout_ = Layout::stopped;
  const std::uint64_t line = error.where.line;
  records_.push_back({line, tl::unexpected(std::move(error))});
}

Result<Grid> read_first_puzzle(std::string_view text, const std::string& name, std::string advice) {
  PuzzleReader reader(name);
  reader.feed(text);
  reader.finish();
  const PuzzleRecord record = *reader.next();
  if (!record.puzzle) return tl::unexpected(record.puzzle.error());
  return digits_alone(*record.puzzle, {name, record.line}, std::move(advice));
}

}  // namespace fungescope::puzzles
