// Pages as a PDF document.
//
//     const auto bytes = to_pdf(lay_out(puzzles, options), "Sudokus");
//     if (!bytes) return tl::unexpected(bytes.error());
//     return replace_file(path, *bytes);
//
// The fonts are Helvetica and its bold, which every viewer and printer has, so that documents are
// small: about 2 KB a page. The same pages always give the same bytes.
#pragma once

#include "base/result.h"

#include <span>
#include <string>
#include <string_view>

#include "sudoku/printing/page_layout.h"

namespace fungescope::printing {

// `title` is that of the document's properties. Errors: there is no page; memory ran out.
[[nodiscard]] Result<std::string> to_pdf(std::span<const Page> pages, std::string_view title);

}  // namespace fungescope::printing
