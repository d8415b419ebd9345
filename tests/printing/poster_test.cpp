// Programs on paper: what a reader of the PDF document finds at which position.
#include "printing/poster.h"

#include "lang/analysis/phases.h"
#include "lang/loader.h"
#include "programs/catalogue.h"
#include "support/test.h"

#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <sstream>
#include <zlib.h>

using namespace fungescope;
using namespace fungescope::printing;

namespace {

Program loaded(std::string_view text) {
  auto program = load(text, {});
  REQUIRE(program);
  return std::move(*program);
}

Result<std::vector<Page>> poster_of(const Program& program, const PosterOptions& options = {}) {
  const PhaseMap phases = phases_of(program.annotations, program.playfield);
  return lay_out_poster({"title", program.playfield, program.annotations, phases, Dialect()},
                        options);
}

// One page of a document, read back.
struct ReadPage {
  double width = 0;
  double height = 0;
  struct Character {
    double x = 0;  // of its left edge
    double y = 0;  // of its baseline, from below
    double size = 0;
    double pitch = 0;
    char character = ' ';
    std::string colour;
  };
  std::vector<Character> monospaced;  // without blanks
  std::string titles;                 // the texts in other fonts
  std::size_t lines = 0;
};

std::string inflated(std::string_view stream) {
  std::string bytes(1 << 20, '\0');
  auto size = static_cast<uLongf>(bytes.size());
  REQUIRE(uncompress(reinterpret_cast<Bytef*>(bytes.data()), &size,
                     reinterpret_cast<const Bytef*>(stream.data()),
                     static_cast<uLong>(stream.size())) == Z_OK);
  bytes.resize(size);
  return bytes;
}

// Returns the text of "(..) Tj", without its escapes.
std::string shown_text(std::string_view line) {
  std::string text;
  for (std::size_t i = line.find('(') + 1; i + 4 < line.size(); ++i) {
    if (line[i] == '\\') ++i;
    text += line[i];
  }
  return text;
}

void read_content(ReadPage& page, const std::string& content) {
  std::string colour;
  int font = 0;
  double size = 0;
  double space = 0;
  for (const std::string& line : lines_of(content)) {
    double x = 0;
    double y = 0;
    if (line.ends_with(" Tf")) {
      REQUIRE(std::sscanf(line.c_str(), "/F%d %lf", &font, &size) == 2);
    } else if (line.ends_with(" Tc")) {
      space = std::stod(line);
    } else if (line.ends_with(" rg")) {
      colour = line;
    } else if (line.ends_with(" S")) {
      ++page.lines;
    } else if (std::sscanf(line.c_str(), "1 0 0 1 %lf %lf Tm", &x, &y) == 2) {
      const std::string text = shown_text(line);
      if (font != 2) page.titles += text + '\n';
      for (std::size_t i = 0; i < text.size() && font == 2; ++i) {
        const double pitch = monospaced_advance * size + space;
        const double left = x + static_cast<double>(i) * pitch;
        if (text[i] != ' ') page.monospaced.push_back({left, y, size, pitch, text[i], colour});
      }
    }
  }
}

// Reads a document by its table of objects.
std::vector<ReadPage> read_pdf(const std::string& bytes) {
  const std::size_t table = std::stoul(bytes.substr(bytes.rfind("startxref\n") + 10));
  std::istringstream entries(bytes.substr(table));
  std::string line;
  std::getline(entries, line);
  REQUIRE(line == "xref");
  std::getline(entries, line);
  const auto count = std::stoul(line.substr(2));
  std::getline(entries, line);
  std::vector<std::string> objects(count);
  for (std::size_t i = 1; i < count; ++i) {
    std::getline(entries, line);
    REQUIRE(line.size() == 19);  // and its end: 20 bytes an entry
    const std::size_t start = std::stoul(line);
    const std::string head = std::to_string(i) + " 0 obj\n";
    REQUIRE(bytes.compare(start, head.size(), head) == 0);
    objects[i] = bytes.substr(start, bytes.find("\nendobj\n", start) - start);
  }
  std::vector<ReadPage> pages;
  for (const std::string& object : objects) {
    if (object.find("/Type /Page ") == std::string::npos) continue;
    ReadPage page;
    REQUIRE(std::sscanf(object.c_str() + object.find("/MediaBox"), "/MediaBox [0 0 %lf %lf]",
                        &page.width, &page.height) == 2);
    const std::string& content =
        objects.at(std::stoul(object.substr(object.find("/Contents ") + 10)));
    const std::size_t begin = content.find("stream\n") + 7;
    const std::size_t size = std::stoul(content.substr(content.find("/Length ") + 8));
    read_content(page, inflated(std::string_view(content).substr(begin, size)));
    pages.push_back(std::move(page));
  }
  return pages;
}

// Returns the rows of characters on a page, each checked to be in the middle of a cell of one grid.
std::vector<std::string> grid_of(const ReadPage& page, double cell_width, double cell_height) {
  double left = page.width;
  double top = 0;
  for (const auto& one : page.monospaced) {
    left = std::min(left, one.x);
    top = std::max(top, one.y);
  }
  std::vector<std::string> rows;
  for (const auto& one : page.monospaced) {
    const double column = (one.x - left) / cell_width;
    const double row = (top - one.y) / cell_height;
    REQUIRE(std::abs(column - std::round(column)) < 0.02);
    REQUIRE(std::abs(row - std::round(row)) < 0.02);
    REQUIRE((one.x >= 0 && one.x < page.width && one.y >= 0 && one.y < page.height));
    const auto x = static_cast<std::size_t>(std::lround(column));
    const auto y = static_cast<std::size_t>(std::lround(row));
    if (rows.size() <= y) rows.resize(y + 1);
    if (rows[y].size() <= x) rows[y].resize(x + 1, ' ');
    REQUIRE(rows[y][x] == ' ');
    rows[y][x] = one.character;
  }
  return rows;
}

// The cell is as wide as the pitch of all characters; its height is the least distance of two rows.
std::vector<std::string> grid_of(const ReadPage& page) {
  std::set<double> rows;
  for (const auto& one : page.monospaced) {
    rows.insert(one.y);
    REQUIRE(one.pitch == page.monospaced.front().pitch);
  }
  double height = page.height;
  for (auto one = rows.begin(); one != rows.end(); ++one) {
    if (std::next(one) != rows.end()) height = std::min(height, *std::next(one) - *one);
  }
  return grid_of(page, page.monospaced.front().pitch, height);
}

// The lines of a source without annotations, blank margins and blank ends.
std::vector<std::string> printed_lines(std::string_view source) {
  std::vector<std::string> lines;
  std::size_t margin = 1000;
  for (std::string line : lines_of(std::string(source))) {
    if (line.starts_with("#$")) line.clear();
    line.erase(line.find_last_not_of(' ') + 1);
    if (!line.empty()) margin = std::min(margin, line.find_first_not_of(' '));
    if (!line.empty() || !lines.empty()) lines.push_back(line);
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  for (std::string& line : lines) line.erase(0, margin);
  return lines;
}

std::vector<ReadPage> read_poster(const Program& program, const PosterOptions& options = {}) {
  const auto pages = poster_of(program, options);
  REQUIRE(pages);
  const auto bytes = to_pdf(*pages, "title");
  REQUIRE(bytes);
  CHECK(to_pdf(*pages, "title") == bytes);
  return read_pdf(*bytes);
}

}  // namespace

TEST_CASE("posters: each character of the built-in programs is in its cell, without annotations") {
  for (const BuiltInProgram& built_in : built_in_programs()) {
    CAPTURE(built_in.name);
    for (const Paper paper : {Paper::a3, Paper::a4}) {
      const auto pages = read_poster(loaded(built_in.source), {paper});
      REQUIRE(pages.size() == 1);
      const ReadPage& page = pages.front();
      const double side = std::max(page.width, page.height);
      CHECK(side == doctest::Approx(paper == Paper::a4 ? a4_height : 2 * a4_width));
      CHECK(grid_of(page) == printed_lines(built_in.source));
      for (const auto& one : page.monospaced) REQUIRE(one.size > (paper == Paper::a3 ? 4 : 2.8));
    }
  }
}

TEST_CASE("posters: a page is upright or across, whichever has the larger characters") {
  const ReadPage wide = read_poster(loaded("v\n>" + std::string(60, '1') + "@")).front();
  CHECK(wide.width > wide.height);
  std::string column = "v\n";
  for (int i = 0; i < 60; ++i) column += "1\n";
  const ReadPage high = read_poster(loaded(column)).front();
  CHECK(high.width < high.height);
}

TEST_CASE("posters: a title with the name and the size of what is printed") {
  const ReadPage page = read_poster(loaded("  12.@\n   3\n  ^\n#$watch[0,0]:int = x")).front();
  CHECK(page.titles == "title\n4 by 3 cells\n");
  CHECK(grid_of(page) == std::vector<std::string>{"12.@", " 3", "^"});
}

TEST_CASE("posters: an annotation that the pointer runs through is code, and printed") {
  const ReadPage page = read_poster(loaded("v\n>1.@\n#$watch[0,0]:int = x")).front();
  CHECK(grid_of(page) == std::vector<std::string>{"v", ">1.@"});
  const ReadPage with_text =
      read_poster(loaded("v\n>1.@\nprose\n#$watch[0,0]:int = x\ntext")).front();
  CHECK(grid_of(with_text) == std::vector<std::string>{"v", ">1.@", "prose"});
  const ReadPage code = read_poster(loaded("#$watch[0,0]:int = x  @")).front();
  CHECK(grid_of(code) == std::vector<std::string>{"#$watch[0,0]:int = x  @"});
}

TEST_CASE("posters: instructions, text, data and prose have their inks") {
  const Program program = loaded("\"a\"1v  7 prose\n    @<\n#$region[7,0](1x1):ascii = r");
  std::map<char, std::string> colours;
  const ReadPage page = read_poster(program).front();
  for (const auto& one : page.monospaced) {
    colours[one.character] = one.colour;
  }
  const auto operands = [](std::uint32_t ink) {
    const auto part = [&](unsigned shift) { return (ink >> shift & 0xffU) / 255.0; };
    std::vector<std::string> parts;
    for (const unsigned shift : {16U, 8U, 0U}) {
      std::string text = fmt::format("{:.4f}", part(shift));
      text.erase(text.find_last_not_of('0') + 1);
      if (text.back() == '.') text.pop_back();
      parts.push_back(text);
    }
    return parts[0] + ' ' + parts[1] + ' ' + parts[2] + " rg";
  };
  const auto of_class = [&](InstructionClass instruction) {
    return operands(class_inks.at(static_cast<std::size_t>(instruction)));
  };
  CHECK(colours['a'] == of_class(InstructionClass::string));
  CHECK(colours['1'] == of_class(InstructionClass::literal));
  CHECK(colours['v'] == of_class(InstructionClass::flow));
  CHECK(colours['@'] == of_class(InstructionClass::flow));
  CHECK(colours['7'] == operands(text_ink));
  CHECK(colours['p'] == operands(faint_ink));
}

TEST_CASE("posters: what Latin-1 does not show is a frame, the rest keeps its byte") {
  const ReadPage page = read_poster(loaded("@\xe9\t(\\)\x80")).front();
  CHECK(grid_of(page) == std::vector<std::string>{"@\xe9 (\\)"});
  CHECK(page.lines == 1 + 4 + 4);  // the rule below the title, and two frames
}

TEST_CASE("posters: a page for each block, with its title and its cells") {
  const Program program = loaded(
      "v#$phase\n>12.@    \n    345\n    678\n"
      "#$phase ONE = 0,0,5,2\n#$phase TWO = 4,2,3,2\n#$phase ONE = 4,3,2,1\n");
  const auto pages = read_poster(program, {Paper::a4, true});
  REQUIRE(pages.size() == 4);
  CHECK(pages[1].titles == "title: ONE\n(0, 0) to (4, 1)\n");
  CHECK(pages[2].titles == "title: TWO\n(4, 2) to (6, 3)\n");
  CHECK(grid_of(pages[2]) == std::vector<std::string>{"345", "678"});
  CHECK(pages[3].titles == "title: ONE\n(4, 3) to (5, 3)\n");
}

TEST_CASE("posters: what cannot be printed is an error") {
  const auto blank = poster_of(loaded("   \n#$watch[0,0]:int = x"));
  REQUIRE_FALSE(blank);
  CHECK(blank.error().what == "the program is blank");
  const auto plain = poster_of(loaded("@"), {Paper::a3, true});
  REQUIRE_FALSE(plain);
  CHECK(plain.error().what == "the program has no blocks");
  const Program wide = loaded(std::string(2000, '1'));
  const auto large = poster_of(wide, {Paper::a4});
  REQUIRE_FALSE(large);
  CHECK(to_string(large.error()) ==
        "2000 by 1 cells are too many for a page: a character would have 0.6 points; use A3");
}
