// For builds without libharu, such as the page in the browser.
#include "sudoku/printing/page_layout.h"

namespace fungescope::printing {

Result<std::string> to_pdf(std::span<const Page> /*pages*/, std::string_view /*title*/) {
  return fail({}, "this build writes no PDF",
              "save a picture or the text, or use the window outside the browser");
}

}  // namespace fungescope::printing
