// Reads the samples of each format of docs/solving.md, and malformed ones: the transcripts
// *.sample in `samples` (support/transcript.h).
//
//     :text           the lines of a text, with \r, \xNN and \\ for characters that do not show,
//                     and \c at the end of a line that has no line end
//     > read          prints a line for each puzzle, "LINE:81 cells", and for each error; and the
//                     candidates that are part of a puzzle
//     > read lines    the same, if each line is a puzzle
#include "base/escape.h"
#include "support/test.h"
#include "support/transcript.h"

#include "sudoku/formats/reading.h"

using namespace fungescope::puzzles;
using namespace fungescope::puzzles::test;
using fungescope::test::TranscriptStep;

namespace {

// Returns the text that a block stands for.
std::string text_of(const std::string& block) {
  const std::string lines = fungescope::test::unindented(block);
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i] != '\\') {
      text += lines[i];
      continue;
    }
    const char kind = lines.at(++i);
    if (kind == 'x') {
      text += static_cast<char>(std::stoi(lines.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else if (kind == 'c') {
      ++i;  // the line end
    } else {
      text += kind == 'r' ? '\r' : '\\';
    }
  }
  return text;
}

// Returns nine lines of the candidates of nine cells.
std::string marks_text(const PencilMarks& marks) {
  std::string text;
  for (std::size_t i = 0; i < cell_count; ++i) {
    text += i % 9 == 0 ? "    " : " ";
    for (unsigned digit = 0; digit < 9; ++digit) {
      if ((marks[i] >> digit & 1U) != 0) text += static_cast<char>('1' + digit);
    }
    if (i % 9 == 8) text += '\n';
  }
  return text;
}

std::string described(const std::vector<PuzzleRecord>& records) {
  std::string text;
  for (const PuzzleRecord& record : records) {
    text += record.puzzle ? fmt::format("{}:{}\n", record.line, to_line(record.puzzle->grid))
                          : to_string(record.puzzle.error()) + '\n';
    if (record.puzzle && record.puzzle->marks) text += marks_text(*record.puzzle->marks);
  }
  return text;
}

class SampleRunner {
 public:
  std::optional<std::string> operator()(const TranscriptStep& step) {
    if (step.word == ":text") text_ = text_of(step.block);
    if (step.word != ">") return std::nullopt;
    const auto mode =
        step.text == "read lines" ? PuzzleReader::Mode::each_line : PuzzleReader::Mode::detect;
    std::string whole = described(read_all(text_, text_.size() + 1, mode));
    // However the text comes in pieces.
    for (const std::size_t piece : {1, 7, 50}) {
      CAPTURE(text_);
      CHECK(described(read_all(text_, piece, mode)) == whole);
    }
    return whole;
  }

 private:
  std::string text_;
};

}  // namespace

TEST_CASE("samples of the formats") {
  fungescope::test::run_transcripts<SampleRunner>(FUNGESCOPE_SOURCE "/tests/sudoku/formats/samples",
                                                  ".sample");
}

TEST_CASE("reader errors: endless input is rejected early, in bounded memory") {
  const std::string piece(1 << 16, '\0');
  const auto pieces_until_stopped = [](const std::string& bytes, int limit) {
    PuzzleReader reader("t");
    int count = 0;
    for (; count < limit && !reader.stopped(); ++count) reader.feed(bytes);
    return count;
  };
  CHECK(pieces_until_stopped(std::string(1 << 16, '\0'), 10) <= 2);
  CHECK(pieces_until_stopped(std::string(1 << 16, 'a'), 10) <= 2);
  CHECK(pieces_until_stopped(std::string(1 << 16, '1'), 10) <= 2);
  CHECK(pieces_until_stopped("<" + std::string(1 << 20, 'a'), 100) <= 65);
  CHECK(pieces_until_stopped("some words\nand more\n", 10000) == 500);
}

TEST_CASE("reader errors: XML of more elements than it has puzzles ends the reading early") {
  PuzzleReader reader("t");
  std::string tags;
  for (int i = 0; i < 10'000; ++i) tags += "<a>";
  std::size_t fed = 0;
  while (!reader.stopped() && fed < PuzzleReader::xml_limit) {
    reader.feed(tags);
    fed += tags.size();
  }
  CHECK(fed < 4 * PuzzleReader::max_xml_items);
  const auto record = reader.next().value();
  REQUIRE_FALSE(record.puzzle);
  CHECK(
      to_string(record.puzzle.error()) ==
      "t: the XML has more than 2500000 elements and attributes; split it, or convert it to lines "
      "of 81 cells");
}
