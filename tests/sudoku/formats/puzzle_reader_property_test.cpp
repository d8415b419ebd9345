// Puzzles written in any format, with any line ends and encoding, are read back.
#include "support/test.h"

#include "sudoku/formats/puzzle_writers.h"
#include "sudoku/formats/reading.h"

using namespace fungescope::puzzles;
using namespace fungescope::puzzles::test;

TEST_CASE("reader property: written and read back") {
  Random random(20);
  for (int round = 0; round < 60; ++round) {
    for (int writer = 0; writer < writer_count; ++writer) {
      std::vector<Grid> puzzles(1 + below(random, 5));
      for (Grid& puzzle : puzzles) puzzle = random_grid(random);
      const std::string text = write_puzzles(writer, puzzles, random);
      const std::string bytes = disguise(text, random);
      CAPTURE(writer);
      CAPTURE(text);
      const auto records = read_all(bytes, 1 + below(random, 300));
      REQUIRE(records.size() == puzzles.size());
      std::uint64_t line = 0;
      for (std::size_t i = 0; i < puzzles.size(); ++i) {
        REQUIRE(records[i].puzzle);
        CHECK(to_line(records[i].puzzle->grid) == to_line(puzzles[i]));
        CHECK(records[i].puzzle->marks == nullptr);
        CHECK(records[i].line > line);
        line = records[i].line;
      }
    }
  }
}

TEST_CASE("reader property: line by line, a record depends on its line only") {
  Random random(22);
  for (int round = 0; round < 100; ++round) {
    std::vector<std::string> lines(1 + below(random, 8));
    std::string text;
    for (std::string& line : lines) {
      line = to_line(random_grid(random)).substr(0, 81 - below(random, 3));
      const std::size_t noise = below(random, 3);
      for (std::size_t i = 0; i < noise; ++i) {
        const auto byte = static_cast<char>(below(random, 256));
        if (byte != '\n' && byte != '\r') line[below(random, line.size())] = byte;
      }
      text += line + "\n";
    }
    CAPTURE(text);
    const auto mode = PuzzleReader::Mode::each_line;
    const auto records = read_all(text, 1 + below(random, 300), mode);
    REQUIRE(records.size() == lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const auto alone = read_all(lines[i], 4096, mode);
      REQUIRE(alone.size() == 1);
      CHECK(records[i].line == i + 1);
      REQUIRE(records[i].puzzle.has_value() == alone[0].puzzle.has_value());
      if (records[i].puzzle) CHECK(*records[i].puzzle == *alone[0].puzzle);
    }
  }
}

TEST_CASE("reader property: a malformed puzzle is one error and affects no other") {
  Random random(21);
  for (int round = 0; round < 200; ++round) {
    std::vector<Grid> puzzles(6);
    for (Grid& puzzle : puzzles) puzzle = random_grid(random);
    const std::size_t broken = below(random, puzzles.size());
    const bool as_lines = below(random, 2) == 0;
    std::string text;
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      std::string line = to_line(puzzles[i]);
      if (i == broken) line[below(random, 81)] = '@';
      if (as_lines) {
        text += line + "\n";
        continue;
      }
      for (std::size_t y = 0; y < 9; ++y) text += line.substr(y * 9, 9) + "\n";
      if (below(random, 2) == 0) text += "\n";
    }
    CAPTURE(text);
    const auto records = read_all(disguise(text, random), 1 + below(random, 300));
    REQUIRE(records.size() == puzzles.size());
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      REQUIRE(records[i].puzzle.has_value() == (i != broken));
      if (i != broken) CHECK(records[i].puzzle->grid == puzzles[i]);
    }
  }
}

TEST_CASE("reader property: grids of candidates, written and read back") {
  Random random(22);
  for (int round = 0; round < (FUNGESCOPE_SANITIZED ? 4 : 20); ++round) {
    for (int writer = 0; writer < marks_writer_count; ++writer) {
      std::vector<PencilMarks> grids(1 + below(random, 4));
      for (PencilMarks& grid : grids) grid = random_marks(random);
      const std::string text = write_marks(writer, grids);
      CAPTURE(writer);
      CAPTURE(text);
      const auto records = read_all(disguise(text, random), 1 + below(random, 300));
      REQUIRE(records.size() == grids.size());
      for (std::size_t i = 0; i < grids.size(); ++i) {
        REQUIRE(records[i].puzzle);
        CHECK(*records[i].puzzle == puzzle_of(grids[i]));
      }
    }
  }
}
