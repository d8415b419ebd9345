// Puzzles written in any format, with any line ends and encoding, are read back.
#include "support/generated/random_programs.h"
#include "support/test.h"

#include "sudoku/formats/lz_compress.h"
#include "sudoku/formats/reading.h"
#include "sudoku/solving/puzzle.h"

using namespace fungescope::puzzles;
using namespace fungescope::puzzles::test;

namespace {

using Puzzles = std::vector<Grid>;

constexpr std::string_view blank_characters = ".0_*xX-";

// Returns a picture with the next cell in place of each %, and of each $, which has a 7 for a
// blank.
std::string filled(const std::string& picture, const Grid& grid, char blank) {
  std::string text;
  std::size_t cell = 0;
  for (const char c : picture) {
    if (c != '%' && c != '$') {
      text += c;
      continue;
    }
    const std::uint8_t digit = grid.cells[cell++ % cell_count];
    text += digit != 0 ? static_cast<char>('0' + digit) : c == '$' ? '7' : blank;
  }
  return text;
}

// Nine rows, with a rule before the first and after every so many.
std::string rows_of(const std::string& row, const std::string& rule = "", std::size_t every = 3) {
  std::string picture = rule;
  for (std::size_t y = 0; y < 9; ++y) picture += row + "\n" + (y % every == every - 1 ? rule : "");
  return picture;
}

std::string open_sudoku_cells(const Grid& grid) {
  std::string data = "version: 1\n";
  for (const auto cell : grid.cells) {
    data += std::string(1, static_cast<char>('0' + cell)) + "|-|" + (cell != 0 ? "0|" : "1|");
  }
  return "<game data=\"" + data + "\"/>\n";
}

// Version 2 has an empty field after notes, and version 4 two kinds of notes.
std::string open_sudoku_records(const Grid& grid, int version) {
  std::string data = "version: " + std::to_string(version) + "\n";
  int number = 0;
  for (const auto cell : grid.cells) {
    const bool given = cell != 0;
    const int notes = given ? 0 : ++number % 5;
    data += std::to_string(given ? static_cast<int>(cell) : number % 10) + "|" +
            std::to_string(notes) + "|";
    if (version == 2 && notes > 0) data += "|";
    if (version == 4) data += "7|";
    data += given ? "0|" : "1|";
  }
  return "<game data=\"" + data + "\"/>\n";
}

// A puzzle of only dashes cannot be told from a rule, nor one of only spaces from empty lines.
char any_blank(Random& random) {
  return blank_characters[below(random, 6)];
}

// Returns 0..80 known cells of any digits, possibly contradictory.
Grid random_grid(Random& random) {
  Grid grid;
  const std::size_t known = 1 + below(random, 80);
  for (std::size_t i = 0; i < known; ++i) {
    grid.cells[below(random, cell_count)] = static_cast<std::uint8_t>(1 + below(random, 9));
  }
  return grid;
}

// Writes the puzzles of one file in format `writer`, 0..writer_count - 1.
constexpr int writer_count = 17;
std::string write_puzzles(int writer, const Puzzles& puzzles, Random& random) {
  // Of formats that are one text for each puzzle.
  struct Format {
    std::string before;  // the first puzzle
    std::string picture;
    char blank;
    std::string after;  // the last one
  };
  const char any = any_blank(random);
  const std::string line(cell_count, '%');
  const std::string rows = rows_of(std::string(9, '%'));
  std::string framed;
  for (int x = 0; x < 9; ++x) framed += "│ % ";
  const std::vector<Format> formats{
      {"", line + "\n", any, ""},
      {"", line + " # x\n\n", '-', ""},
      {"a,puzzle,b\n", "\"x,\"\"y\"," + line + ",1.5\n", any, ""},
      {"", "0123456789ab " + line + "  2.5\n", '0', ""},
      {"", rows, any, ""},
      {"", "Grid N\n" + rows, any, ""},
      {"", rows_of("| % % % | % % % | % % % |", "+-------+-------+-------+\n"), any, ""},
      {"", rows_of("|%%%|%%%|%%%|", "*-----------*\n"), any, ""},
      {"", rows_of("┃%%%┃%%%┃%%%┃", "━━━╋━━━╋━━━\n"), ' ', ""},
      {"", rows_of(framed + "│", "├───┼───┼───┼───┼───┼───┼───┼───┼───┤\n", 1), ' ', ""},
      {"", "[Puzzle]\n#A x\n" + rows + "[State]\n" + rows_of(std::string(9, '$')), any, ""},
      {"<o>\n", "<game data='" + line + "'/>\n", '0', "</o>"},
      // A first row without spaces, or with three digits in its beginning, would be read as a title
      // when trimmed.
      {"", rows, ' ', ""}};
  const auto number = static_cast<std::size_t>(writer);
  std::string text;
  if (number >= formats.size()) {
    for (const Grid& puzzle : puzzles) {
      text += writer == 13 ? open_sudoku_cells(puzzle) : open_sudoku_records(puzzle, writer - 12);
    }
    return writer == 13 ? "<o>\n" + text + "</o>"
                        : "<opensudoku version=\"2\">\n" + text + "</opensudoku>";
  }
  const Format& format = formats[number];
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    std::string picture = format.picture;
    if (picture.starts_with("Grid N")) picture.replace(5, 1, std::to_string(i + 1));
    text += filled(picture, puzzles[i], format.blank);
  }
  return format.before + text + format.after;
}

// Returns one candidate in half of the cells, and any others in the rest.
PencilMarks random_marks(Random& random) {
  PencilMarks marks{};
  for (CandidateMask& mask : marks) {
    mask = below(random, 2) == 0 ? static_cast<CandidateMask>(1U << below(random, 9))
                                 : static_cast<CandidateMask>(1 + below(random, all_candidates));
  }
  return marks;
}

std::string group_of(CandidateMask mask) {
  std::string text;
  for (unsigned digit = 0; digit < 9; ++digit) {
    if ((mask >> digit & 1U) != 0) text += static_cast<char>('1' + digit);
  }
  return text;
}

// Rows of groups, each `width` wide, with `bar` around three of them.
std::string rows_of_groups(const PencilMarks& marks, std::size_t width, const std::string& bar) {
  std::string text;
  for (std::size_t i = 0; i < cell_count; ++i) {
    if (i % 3 == 0) text += bar;
    std::string group = group_of(marks[i]);
    if (group.size() < width) group.resize(width, ' ');
    text += " " + group;
    if (i % 9 == 8) text += bar + "\n";
  }
  return text;
}

std::string ruled(const PencilMarks& marks, const std::string& ends, const std::string& bar) {
  const std::string dashes(31, '-');
  const std::string rule = ends + dashes + ends + dashes + ends + dashes + ends + "\n";
  return rule + rows_of_groups(marks, 9, bar) + rule;
}

// A cell as two digits in base 32 or 36.
std::string packed(unsigned number, unsigned base) {
  constexpr std::string_view digits = "0123456789abcdefghijklmnopqrstuvwxyz";
  return {digits[number / base], digits[number % base]};
}

std::string sudoku_wiki(const PencilMarks& marks, bool version_b) {
  std::string text = "https://www.sudokuwiki.org/sudoku.htm?bd=";
  if (version_b) text += "S9B";
  for (const CandidateMask mask : marks) {
    const std::string group = group_of(mask);
    const bool clue = group.size() == 1;
    const unsigned number = clue ? static_cast<unsigned>(group[0] - '0') : 18U + mask;
    text += version_b ? packed(number, 36) : packed(2U * mask + (clue ? 1 : 0), 32);
  }
  return text + "\n";
}

std::string f_puzzles(const PencilMarks& marks) {
  std::string grid;
  for (std::size_t i = 0; i < cell_count; ++i) {
    const std::string group = group_of(marks[i]);
    grid += i % 9 == 0 ? i == 0 ? "[" : "],[" : ",";
    std::string list;
    for (const char c : group) list += (list.empty() ? "" : ",") + std::string(1, c);
    grid += group.size() == 1 ? "{\"value\":" + group + ",\"given\":true}"
                              : "{\"givenPencilMarks\":[" + list + "]}";
  }
  const std::string json = "{\"size\":9,\"grid\":[" + grid + "]]}";
  return "https://www.f-puzzles.com/?load=" +
         compress_lz_string(std::u16string(json.begin(), json.end())) + "\n";
}

std::string sukaku(const PencilMarks& marks) {
  std::string text;
  for (const CandidateMask mask : marks) {
    for (unsigned digit = 0; digit < 9; ++digit) {
      text += (mask >> digit & 1U) != 0 ? static_cast<char>('1' + digit) : '.';
    }
  }
  return text + "\n";
}

// Writes the grids of one file in format `writer`, 0..marks_writer_count - 1.
constexpr int marks_writer_count = 7;
std::string write_marks(int writer, const std::vector<PencilMarks>& grids) {
  std::string text;
  for (const PencilMarks& marks : grids) {
    switch (writer) {
      case 0:
        text += ruled(marks, "*", "|") + "\n";
        break;
      case 1:
        text += ruled(marks, "'", "│");
        break;
      case 2:
        text += rows_of_groups(marks, 1, "") + "\n";
        break;
      case 3:
        text += sukaku(marks);
        break;
      case 4:
        text += sudoku_wiki(marks, true);
        break;
      case 5:
        text += sudoku_wiki(marks, false);
        break;
      default:
        text += f_puzzles(marks);
    }
  }
  return text;
}

// Re-encodes ASCII or UTF-8 text with other line ends, marks and encodings.
std::string disguise(const std::string& text, Random& random) {
  constexpr std::array<std::string_view, 3> ends{"\n", "\r\n", "\r"};
  const std::string_view end = ends[below(random, ends.size())];
  std::string result;
  for (const char c : text) {
    if (c == '\n') {
      result += end;
    } else {
      result += c;
    }
  }
  const bool last_end_missing = below(random, 2) == 0;
  if (last_end_missing && !text.empty() && text.back() == '\n') {
    result.resize(result.size() - end.size());
  }
  const std::size_t encoding = below(random, 4);
  if (encoding == 0) return result;
  if (encoding == 1) return "\xef\xbb\xbf" + result;
  // UTF-16, of the characters up to U+FFFF that the writers use.
  const bool little = encoding == 2;
  std::string wide;
  const auto add = [&](unsigned unit) {
    const char high = static_cast<char>(unit >> 8U);
    const char low = static_cast<char>(unit & 0xffU);
    wide += little ? low : high;
    wide += little ? high : low;
  };
  if (static_cast<unsigned char>(result.front()) >= 0x80 || below(random, 2) == 0) add(0xfeff);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const auto byte = static_cast<unsigned char>(result[i]);
    if (byte < 0x80) {
      add(byte);
      continue;
    }
    add((byte & 0xfU) << 12U | (static_cast<unsigned char>(result[i + 1]) & 0x3fU) << 6U |
        (static_cast<unsigned char>(result[i + 2]) & 0x3fU));
    i += 2;
  }
  return wide;
}

}  // namespace

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
