#include "puzzles/formats/puzzle_writers.h"

#include <array>
#include <functional>

namespace fungescope::puzzles::test {
namespace {

using Rows = std::array<std::string, 9>;
using Puzzles = std::vector<Grid>;

constexpr std::string_view blank_characters = ".0_*xX-";

Rows rows_of(const Grid& grid, char blank) {
  const std::string line = to_line(grid, blank);
  Rows rows;
  for (std::size_t y = 0; y < 9; ++y) rows[y] = line.substr(y * 9, 9);
  return rows;
}

std::string joined(const Puzzles& puzzles, const std::function<std::string(const Grid&)>& write) {
  std::string text;
  for (const Grid& puzzle : puzzles) text += write(puzzle);
  return text;
}

std::string nine_lines(const Grid& grid, char blank) {
  std::string text;
  for (const auto& row : rows_of(grid, blank)) text += row + "\n";
  return text;
}

// Cells joined by `between`, boxes by `bar`, with a rule around three rows.
std::string drawn(const Grid& grid, char blank, const std::string& between, const std::string& bar,
                  const std::string& rule) {
  std::string text = rule;
  const Rows rows = rows_of(grid, blank);
  for (std::size_t y = 0; y < 9; ++y) {
    text += bar;
    for (std::size_t x = 0; x < 9; ++x) {
      text += between + rows[y][x];
      if (x % 3 == 2) text += between + bar;
    }
    text += "\n";
    if (y % 3 == 2) text += rule;
  }
  return text;
}

std::string each_cell_framed(const Grid& grid) {
  const std::string rule = "├───┼───┼───┼───┼───┼───┼───┼───┼───┤\n";
  std::string text = rule;
  for (const auto& row : rows_of(grid, ' ')) {
    for (const char c : row) text += std::string("│ ") + c + " ";
    text += "│\n" + rule;
  }
  return text;
}

std::string open_sudoku_cells(const Grid& grid) {
  std::string data = "version: 1\n";
  for (const auto cell : grid.cells) {
    data += std::string(1, static_cast<char>('0' + cell)) + "|-|" + (cell != 0 ? "0|" : "1|");
  }
  return "<game data=\"" + data + "\"/>\n";
}

// A puzzle of only dashes cannot be told from a rule, nor one of only spaces from empty lines.
char any_blank(Random& random) {
  return blank_characters[below(random, 6)];
}

}  // namespace

Grid random_grid(Random& random) {
  Grid grid;
  const std::size_t known = 1 + below(random, 80);
  for (std::size_t i = 0; i < known; ++i) {
    grid.cells[below(random, cell_count)] = static_cast<std::uint8_t>(1 + below(random, 9));
  }
  return grid;
}

std::string write_puzzles(int writer, const Puzzles& puzzles, Random& random) {
  const char blank = any_blank(random);
  const auto line = [](const Grid& grid, char c) { return to_line(grid, c); };
  int number = 0;
  switch (writer) {
    case 0:
      return joined(puzzles, [&](const Grid& g) { return line(g, blank) + "\n"; });
    case 1:
      return joined(puzzles, [&](const Grid& g) { return line(g, '-') + " # x\n\n"; });
    case 2:
      return "a,puzzle,b\n" + joined(puzzles, [&](const Grid& g) {
               return "\"x,\"\"y\"," + line(g, blank) + ",1.5\n";
             });
    case 3:
      return joined(puzzles,
                    [&](const Grid& g) { return "0123456789ab " + line(g, '0') + "  2.5\n"; });
    case 4:
      return joined(puzzles, [&](const Grid& g) { return nine_lines(g, blank); });
    case 5:
      return joined(puzzles, [&](const Grid& g) {
        return "Grid " + std::to_string(++number) + "\n" + nine_lines(g, blank);
      });
    case 6:
      return joined(puzzles, [&](const Grid& g) {
        return drawn(g, blank, " ", "|", "+-------+-------+-------+\n");
      });
    case 7:
      return joined(puzzles,
                    [&](const Grid& g) { return drawn(g, blank, "", "|", "*-----------*\n"); });
    case 8:
      return joined(puzzles,
                    [&](const Grid& g) { return drawn(g, ' ', "", "┃", "━━━╋━━━╋━━━\n"); });
    case 9:
      return joined(puzzles, each_cell_framed);
    case 10:
      return joined(puzzles, [&](const Grid& g) {
        return "[Puzzle]\n#A x\n" + nine_lines(g, blank) + "[State]\n" + nine_lines(g, '7');
      });
    case 11:
      return "<o>\n" +
             joined(puzzles,
                    [&](const Grid& g) { return "<game data='" + line(g, '0') + "'/>\n"; }) +
             "</o>";
    case 12:
      return "<o>\n" + joined(puzzles, open_sudoku_cells) + "</o>";
    default: {
      // Nine lines with spaces as blanks; a first row without spaces or with
      // three digits in its beginning would be read as a title when trimmed.
      return joined(puzzles, [&](const Grid& g) { return nine_lines(g, ' '); });
    }
  }
}

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

}  // namespace fungescope::puzzles::test
