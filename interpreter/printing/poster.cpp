#include "printing/poster.h"

#include "base/escape.h"
#include "lang/analysis/static_analysis.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace fungescope::printing {
namespace {

using Area = fungescope::Rectangle;  // of cells

constexpr double page_margin = 34;  // points, as all lengths: 12 mm
constexpr double title_capital = 9;
constexpr double title_height = 26;  // with the rule below it
constexpr double min_size = 1;       // of characters
constexpr double max_size = 60;
// The height of a cell in units of the size of its character; what is between them is chosen so
// that the page fills the paper.
constexpr double min_row = 0.88;
constexpr double max_row = 1.35;
constexpr double max_column = 0.8;  // as wide a cell may be
// How far brackets reach above the baseline, and below.
constexpr double ascent = 0.66;
constexpr double descent = 0.19;

class Poster {
 public:
  Poster(const PosterProgram& program, Paper paper)
      : program_(program),
        paper_(paper),
        reachable_(compute_reachability(program.field, program.dialect)),
        is_data_(static_cast<std::size_t>(program.field.size().area())),
        left_out_(static_cast<std::size_t>(program.field.size().height)) {
    for (const Region& region : program.annotations.regions) mark_data(region.area);
    for (const Watch& watch : program.annotations.watches) mark_data({watch.at, {1, 1}});
    leave_out_annotations();
  }

  // The smallest area with every character; nothing if there is none.
  [[nodiscard]] std::optional<Area> whole() const {
    const Size size = program_.field.size();
    Point first{size.width, size.height};
    Point last{-1, -1};
    for (std::size_t i = 0; i < is_data_.size(); ++i) {
      const Point at = size.point_at(i);
      if (character_at(at) == ' ') continue;
      first = {std::min(first.x, at.x), std::min(first.y, at.y)};
      last = {std::max(last.x, at.x), std::max(last.y, at.y)};
    }
    if (last.x < 0) return std::nullopt;
    return Area{first, {last.x - first.x + 1, last.y - first.y + 1}};
  }

  [[nodiscard]] Result<Page> draw(const Area& area, const std::string& title,
                                  const std::string& remark) const {
    const Sheet upright = sheet_for(area.size, false);
    const Sheet across = sheet_for(area.size, true);
    const Sheet& sheet = across.size > upright.size ? across : upright;
    if (sheet.size < min_size) {
      return fail({},
                  fmt::format("{} by {} cells are too many for a page: a character would have "
                              "{:.1f} points",
                              area.size.width, area.size.height, sheet.size),
                  paper_ == Paper::a4 ? "use A3" : "print a smaller program");
    }
    Page page{sheet.width, sheet.height, {}, {}};
    add_title(page, title, remark);
    for (std::int64_t y = 0; y < area.size.height; ++y) add_row(page, sheet, area, y);
    return page;
  }

 private:
  // How an area lies on a page of one orientation.
  struct Sheet {
    double width = 0;
    double height = 0;
    double size = 0;  // of characters
    double cell_width = 0;
    double cell_height = 0;
    double left = 0;  // of the first cell
    double top = 0;
  };

  void mark_data(const Area& area) {
    for (std::int64_t y = area.corner.y; y < area.corner.y + area.size.height; ++y) {
      for (std::int64_t x = area.corner.x; x < area.corner.x + area.size.width; ++x) {
        if (program_.field.size().contains({x, y}))
          is_data_[program_.field.index_of({x, y})] = true;
      }
    }
  }

  void leave_out_annotations() {
    const Size size = program_.field.size();
    const auto note = [&](const SourceLocation& where) {
      if (where.line > 0 && where.line <= left_out_.size()) {
        left_out_[static_cast<std::size_t>(where.line - 1)] = true;
      }
    };
    for (const Region& region : program_.annotations.regions) note(region.where);
    for (const Watch& watch : program_.annotations.watches) note(watch.where);
    for (std::int64_t y = 0; y < size.height; ++y) {
      std::string line;
      bool is_code = false;
      for (std::int64_t x = 0; x < size.width; ++x) {
        line += static_cast<char>(program_.field.at({x, y}));
        is_code = is_code || reachable_.reached[program_.field.index_of({x, y})];
      }
      const auto row = static_cast<std::size_t>(y);
      left_out_[row] = !is_code && (left_out_[row] || is_annotation_line(line));
    }
    // Text that follows the annotations is about them.
    std::size_t end = left_out_.size();
    while (end > 0 && !is_used(end - 1)) --end;
    std::fill(
        std::find(left_out_.begin() + static_cast<std::ptrdiff_t>(end), left_out_.end(), true),
        left_out_.end(), true);
  }

  // Whether a row has code or data.
  [[nodiscard]] bool is_used(std::size_t row) const {
    const auto width = static_cast<std::size_t>(program_.field.size().width);
    for (std::size_t i = row * width; i < (row + 1) * width; ++i) {
      if (reachable_.reached[i] || is_data_[i]) return true;
    }
    return false;
  }

  // A blank for what is not printed.
  [[nodiscard]] std::int64_t character_at(Point at) const {
    return left_out_[static_cast<std::size_t>(at.y)] ? ' ' : program_.field.at(at);
  }

  [[nodiscard]] std::uint32_t ink_at(Point at) const {
    const std::size_t index = program_.field.index_of(at);
    if (reachable_.reached[index]) {
      const Op op = decode_op(program_.dialect, program_.field.at(at));
      // Letters are nearly always executed in string mode.
      const bool is_text = reachable_.text[index] || op == Op::unknown;
      const InstructionClass kind = is_text ? InstructionClass::string : class_of(op);
      return class_inks.at(static_cast<std::size_t>(kind));
    }
    return is_data_[index] ? text_ink : faint_ink;
  }

  [[nodiscard]] Sheet sheet_for(Size cells, bool across) const {
    Sheet sheet;
    sheet.width = paper_ == Paper::a4 ? a4_width : a4_height;
    sheet.height = paper_ == Paper::a4 ? a4_height : 2 * a4_width;
    if (across) std::swap(sheet.width, sheet.height);
    const double width = sheet.width - 2 * page_margin;
    const double height = sheet.height - 2 * page_margin - title_height;
    const auto columns = static_cast<double>(cells.width);
    const auto rows = static_cast<double>(cells.height);
    sheet.size =
        std::min({width / (columns * monospaced_advance), height / (rows * min_row), max_size});
    sheet.cell_width = std::min(width / columns, max_column * sheet.size);
    sheet.cell_height = std::min(height / rows, max_row * sheet.size);
    sheet.left = page_margin + (width - columns * sheet.cell_width) / 2;
    sheet.top = page_margin + title_height + (height - rows * sheet.cell_height) / 2;
    return sheet;
  }

  static void add_title(Page& page, const std::string& title, const std::string& remark) {
    const Rectangle box{page_margin, page_margin, page.width - 2 * page_margin, title_capital};
    page.texts.push_back({box, title, PageFont::bold, PageAlign::left, text_ink});
    page.texts.push_back({box, remark, PageFont::regular, PageAlign::right, faint_ink});
    const double rule = page_margin + title_capital + 6;
    page.lines.push_back({page_margin, rule, page.width - page_margin, rule, 0.5, faint_ink});
  }

  // One text for each run of one colour, blanks within it included.
  void add_row(Page& page, const Sheet& sheet, const Area& area, std::int64_t row) const {
    const double top = sheet.top + static_cast<double>(row) * sheet.cell_height;
    const double capital = monospaced_capital * sheet.size;
    const double baseline =
        top + (sheet.cell_height - (ascent + descent) * sheet.size) / 2 + ascent * sheet.size;
    PageText run;
    const auto finish = [&] {
      run.text.erase(run.text.find_last_not_of(' ') + 1);
      run.box.width = static_cast<double>(run.text.size()) * sheet.cell_width;
      if (!run.text.empty()) page.texts.push_back(run);
      run.text.clear();
    };
    for (std::int64_t x = 0; x < area.size.width; ++x) {
      const Point at{area.corner.x + x, area.corner.y + row};
      const std::int64_t character = character_at(at);
      const double left = sheet.left + static_cast<double>(x) * sheet.cell_width;
      if (character == ' ') {
        if (!run.text.empty()) run.text += ' ';
        continue;
      }
      const std::uint32_t ink = ink_at(at);
      const bool visible = is_visible(character);
      if (!visible || run.text.empty() || ink != run.colour) finish();
      if (!visible) {
        add_frame(page, {left, top, sheet.cell_width, sheet.cell_height}, ink);
        continue;
      }
      if (run.text.empty()) {
        run = {{left, baseline - capital, 0, capital},
               {},
               PageFont::monospaced,
               PageAlign::left,
               ink,
               sheet.cell_width};
      }
      run.text += static_cast<char>(character);
    }
    finish();
  }

  static void add_frame(Page& page, const Rectangle& cell, std::uint32_t ink) {
    const double x0 = cell.x + cell.width / 6;
    const double x1 = cell.x + cell.width * 5 / 6;
    const double y0 = cell.y + cell.height / 6;
    const double y1 = cell.y + cell.height * 5 / 6;
    const double width = cell.width / 15;
    page.lines.push_back({x0, y0, x1, y0, width, ink});
    page.lines.push_back({x1, y0, x1, y1, width, ink});
    page.lines.push_back({x1, y1, x0, y1, width, ink});
    page.lines.push_back({x0, y1, x0, y0, width, ink});
  }

  const PosterProgram& program_;
  Paper paper_;
  Reachability reachable_;
  std::vector<bool> is_data_;   // by playfield index
  std::vector<bool> left_out_;  // by row
};

}  // namespace

Result<std::vector<Page>> lay_out_poster(const PosterProgram& program,
                                         const PosterOptions& options) {
  const Poster poster(program, options.paper);
  const auto whole = poster.whole();
  if (!whole) return fail({}, "the program is blank", "print one with a character");
  if (options.blocks && program.phases.empty()) {
    return fail({}, "the program has no blocks",
                "declare them in the source: #$phase NAME = X,Y,WIDTH,HEIGHT");
  }
  std::vector<Page> pages;
  auto first = TRY(poster.draw(
      *whole, program.title, fmt::format("{} by {} cells", whole->size.width, whole->size.height)));
  pages.push_back(std::move(first));
  if (!options.blocks) return pages;
  for (const PhaseMap::Block& block : program.phases.blocks()) {
    const Area& area = block.area;
    const Point last{area.corner.x + area.size.width - 1, area.corner.y + area.size.height - 1};
    auto page = TRY(
        poster.draw(area, fmt::format("{}: {}", program.title, program.phases.names()[block.phase]),
                    fmt::format("{} to {}", to_string(area.corner), to_string(last))));
    pages.push_back(std::move(page));
  }
  return pages;
}

}  // namespace fungescope::printing
