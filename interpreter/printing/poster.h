// The page of a Befunge program on paper: each character in its cell, in the colours of the
// instructions, as large as the paper allows.
//
//     auto pages = TRY(lay_out_poster({"sudoku", field, annotations, phases, dialect}, {}));
//     auto bytes = TRY(to_pdf(pages, "sudoku"));
#pragma once

#include "base/result.h"
#include "lang/analysis/phases.h"
#include "lang/annotations.h"
#include "lang/dialect.h"
#include "lang/instruction.h"
#include "lang/playfield.h"
#include "printing/page.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace fungescope::printing {

// The colours on light paper, 0xRRGGBB. The window's light theme has the same.
inline constexpr std::uint32_t text_ink = 0x1a1e23;   // data, titles
inline constexpr std::uint32_t faint_ink = 0x566069;  // what is neither code nor data
inline constexpr std::array<std::uint32_t, instruction_class_count> class_inks{
    0x566069, 0x005a91, 0x675300, 0x1a1e23, 0x005f46,
    0x844500, 0x474f59, 0x883464, 0x963400, 0x566069};

enum class Paper : std::uint8_t { a3, a4 };

struct PosterOptions {
  Paper paper = Paper::a3;
  bool blocks = false;  // after the whole page, a page for each block of each phase
};

struct PosterProgram {
  std::string title;
  const Playfield& field;  // as loaded
  const Annotations& annotations;
  const PhaseMap& phases;
  const Dialect& dialect;
};

// Returns the page of the program, upright or across as it fits. Lines of annotations are left out,
// unless the instruction pointer can reach them, with the text below them, and blank margins. A
// character that Latin-1 does not show is a frame. Fails if the page is blank, if characters would
// be smaller than a point, and if blocks are wanted and there are none. Cost: that of the
// reachability of its cells.
[[nodiscard]] Result<std::vector<Page>> lay_out_poster(const PosterProgram& program,
                                                       const PosterOptions& options);

}  // namespace fungescope::printing
