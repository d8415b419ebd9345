#include "debugger_ui/app/export/exporter.h"
#include "debugger_ui/platform/pictures/image.h"
#include "debugger_ui/sudoku/app/play_files.h"
#include "debugger_ui/sudoku/play/play_paint.h"
#include "debugger_ui/sudoku/play/play_widgets.h"
#include "front_end/file_output.h"

#include <algorithm>

#include "sudoku/techniques/rating.h"
#include <fmt/format.h>

namespace fungescope::ui {
namespace {

constexpr std::size_t puzzles_on_page = 4;
constexpr int board_pixels = 1200;  // side of a picture of the board
constexpr double page_pixels_per_point = 150.0 / 72;

std::string caption_of(game::Level level, const std::string& rating) {
  return fmt::format("{}, {}", techniques::name_of(level), rating);
}

Result<Image> draw_board(ImguiHost& host, const Context& context, const game::Game& game) {
  return host.render_offscreen({board_pixels, board_pixels}, [&] {
    begin_picture(context.theme.panel);
    const PlayPainting painting{*ImGui::GetWindowDrawList(), context.fonts, context.theme, 2};
    const auto side = static_cast<float>(board_pixels);
    const float room = play_margin(2);
    paint_play_board(painting, play_geometry({0, 0}, {side - room, side - room}, 2), look_of(game));
    ImGui::End();
  });
}

// Black on white.
Result<Image> draw_page(ImguiHost& host, const Context& context, const printing::Page& page) {
  const auto pixels = [](double points) {
    return static_cast<float>(points * page_pixels_per_point);
  };
  const PixelSize size{static_cast<int>(pixels(page.width)), static_cast<int>(pixels(page.height))};
  constexpr ImU32 black = IM_COL32(0, 0, 0, 255);
  return host.render_offscreen(size, [&] {
    begin_picture(IM_COL32_WHITE);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const printing::PageLine& line : page.lines) {
      list.AddLine({pixels(line.x0), pixels(line.y0)}, {pixels(line.x1), pixels(line.y1)}, black,
                   std::max(1.0F, pixels(line.width)));
    }
    for (const printing::PageText& text : page.texts) {
      const bool bold = text.font == printing::PageFont::bold;
      // Capitals and digits are 0.73 of the em, which is 1 / 1.32 of a line.
      const float height = pixels(text.box.height) * 1.32F / 0.73F;
      const bool is_digit = text.text.size() == 1 && text.text[0] >= '1' && text.text[0] <= '9';
      const ImVec2 middle{pixels(text.box.x + text.box.width / 2),
                          pixels(text.box.y + text.box.height / 2)};
      if (is_digit) {
        const PlayPainting painting{list, context.fonts, context.theme, 1};
        paint_digit(painting,
                    font_of_height(bold ? context.fonts.bold_digits : context.fonts.digits, height),
                    middle, text.text[0] - '0', black);
        continue;
      }
      ImFont* const font = font_of_height(context.fonts.ladder, height);
      text_at(font, {middle.x, middle.y - font->FontSize / 2}, text.text, black,
              TextAnchor::middle);
    }
    ImGui::End();
  });
}

// The game's puzzle, and others of its level.
std::vector<printing::Page> make_pages(const game::Game& game, const StopToken& stop) {
  const game::Puzzle& puzzle = game.puzzle();
  std::vector<printing::PrintedPuzzle> puzzles{{puzzle.givens, std::nullopt, ""}};
  if (puzzle.has_one_solution()) puzzles.front().solution = puzzle.solution;
  const game::Level level = puzzle.level.value_or(game::Level::easy);
  if (puzzle.level) puzzles.front().caption = caption_of(level, puzzle.rating_text());
  // The same game gives the same page.
  std::uint64_t seed = 0;
  for (const std::uint8_t digit : puzzle.givens.cells) seed = seed * 31 + digit;
  const auto program = puzzles::RequestProgram::setter();
  puzzles::PuzzleGenerator generator(
      program, {.seed = seed, .clues = techniques::usual_clues(level), .stopped = stop});
  for (std::uint64_t first = 0; puzzles.size() < puzzles_on_page;) {
    const auto found = techniques::find_puzzle_of_level(generator, level, first);
    if (!found) break;
    first = found->puzzle.index + 1;
    puzzles.push_back({found->puzzle.grid, found->puzzle.solution,
                       caption_of(level, techniques::rating_text(found->path))});
  }
  return printing::lay_out(puzzles);
}

}  // namespace

void PlayExport::ask(Subject what, const game::Game& game, Services& services) {
  const auto add = [requests = requests_, what, game](const std::string& path) {
    requests->push_back({what, path, game});
  };
  switch (what) {
    case Subject::board:
      return services.prompt_save_path("Picture of the board", "sudoku.png", add);
    case Subject::page:
      return services.prompt_save_path("Picture of a page of puzzles", "sudokus.png", add);
    default:
      return services.prompt_save_path("Page of puzzles", "sudokus.pdf", add);
  }
}

void PlayExport::frame(ImguiHost& host, const Context& context) {
  if (requests_->empty()) return;
  const Request& request = requests_->front();
  std::optional<Pages> pages;
  if (request.what == Subject::board) {
    pages.emplace();
  } else if (!pages_.running()) {
    pages_.start([game = request.game](const StopToken& stop) { return make_pages(game, stop); });
  } else {
    pages = pages_.take();
  }
  if (!pages) return;
  const auto written = write(host, context, request, *pages);
  context.services.notify(
      written ? "written to " + request.path : "not written: " + to_string(written.error()),
      written ? Tone::good : Tone::bad);
  requests_->erase(requests_->begin());
}

Result<void> PlayExport::write(ImguiHost& host, const Context& context, const Request& request,
                               const Pages& pages) const {
  if (request.what == Subject::pdf) {
    const auto bytes = TRY(printing::to_pdf(pages, "Sudokus"));
    return replace_file(request.path, bytes);
  }
  const auto image = TRY(request.what == Subject::board ? draw_board(host, context, request.game)
                                                        : draw_page(host, context, pages.front()));
  return write_png(request.path, image);
}

}  // namespace fungescope::ui
