#include <algorithm>
#include <array>
#include <memory>

#include "sudoku/printing/page_layout.h"
#include <fmt/format.h>
#include <hpdf.h>

namespace fungescope::printing {
namespace {

// Of Helvetica: the height of digits and capital letters in units of the font's size.
constexpr double cap_height = 0.718;

constexpr HPDF_REAL real(double value) {
  return static_cast<HPDF_REAL>(value);
}

// Helvetica has WinAnsiEncoding; captions are ASCII, and anything else is not for it.
std::string printable(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return text;
}

class PdfDocument {
 public:
  PdfDocument() : document_(HPDF_New(note_error, &status_)) {}

  [[nodiscard]] bool begin(std::string_view title) {
    if (!document_) return false;
    HPDF_Doc document = document_.get();
    HPDF_SetCompressionMode(document, HPDF_COMP_ALL);
    HPDF_SetInfoAttr(document, HPDF_INFO_TITLE, printable(std::string(title)).c_str());
    HPDF_SetInfoAttr(document, HPDF_INFO_CREATOR, "fungescope");
    fonts_ = {HPDF_GetFont(document, "Helvetica", "WinAnsiEncoding"),
              HPDF_GetFont(document, "Helvetica-Bold", "WinAnsiEncoding")};
    return ok();
  }

  [[nodiscard]] bool add(const Page& page) {
    HPDF_Page sheet = HPDF_AddPage(document_.get());
    if (sheet == nullptr) return false;
    HPDF_Page_SetWidth(sheet, real(page.width));
    HPDF_Page_SetHeight(sheet, real(page.height));
    for (const PageLine& line : page.lines) {
      // PDF counts from the lower edge of the page.
      HPDF_Page_SetLineWidth(sheet, real(line.width));
      HPDF_Page_MoveTo(sheet, real(line.x0), real(page.height - line.y0));
      HPDF_Page_LineTo(sheet, real(line.x1), real(page.height - line.y1));
      HPDF_Page_Stroke(sheet);
    }
    HPDF_Page_BeginText(sheet);
    for (const PageText& text : page.texts) {
      const std::string shown = printable(text.text);
      HPDF_Page_SetFontAndSize(sheet, fonts_[static_cast<std::size_t>(text.weight)],
                               real(text.box.height / cap_height));
      const double width = HPDF_Page_TextWidth(sheet, shown.c_str());
      HPDF_Page_TextOut(sheet, real(text.box.x + (text.box.width - width) / 2),
                        real(page.height - text.box.y - text.box.height), shown.c_str());
    }
    HPDF_Page_EndText(sheet);
    return ok();
  }

  // Returns nothing on an error.
  [[nodiscard]] std::string bytes() {
    HPDF_Doc document = document_.get();
    HPDF_SaveToStream(document);
    HPDF_ResetStream(document);
    std::string result;
    if (!ok()) return result;
    std::array<HPDF_BYTE, std::size_t{1} << 14U> buffer{};
    for (;;) {
      auto size = static_cast<HPDF_UINT32>(buffer.size());
      const HPDF_STATUS status = HPDF_ReadFromStream(document, buffer.data(), &size);
      result.append(buffer.begin(), buffer.begin() + size);
      if (status == HPDF_STREAM_EOF || size == 0) break;
      if (status != HPDF_OK) return {};
    }
    return result;
  }

  [[nodiscard]] HPDF_STATUS status() const { return status_; }

 private:
  struct Deleter {
    void operator()(HPDF_Doc document) const { HPDF_Free(document); }
  };

  // Called by the library, with the address of `status_`.
  static void note_error(HPDF_STATUS error, HPDF_STATUS detail, void* status) {
    static_cast<void>(detail);
    auto& first = *static_cast<HPDF_STATUS*>(status);
    // The end of the stream that is read is not an error.
    if (first == HPDF_OK && error != HPDF_STREAM_EOF) first = error;
  }

  [[nodiscard]] bool ok() const { return status_ == HPDF_OK; }

  HPDF_STATUS status_ = HPDF_OK;  // the first error
  std::unique_ptr<std::remove_pointer_t<HPDF_Doc>, Deleter> document_;
  std::array<HPDF_Font, 2> fonts_{};  // by FontWeight
};

}  // namespace

Result<std::string> to_pdf(std::span<const Page> pages, std::string_view title) {
  if (pages.empty()) return fail({}, "there is no puzzle to print");
  PdfDocument document;
  bool ok = document.begin(title);
  for (const Page& page : pages) ok = ok && document.add(page);
  std::string bytes = ok ? document.bytes() : std::string();
  if (bytes.empty()) {
    return fail(
        {},
        fmt::format("the PDF document cannot be made (error {:#x} of libharu)", document.status()),
        "print fewer puzzles");
  }
  return bytes;
}

}  // namespace fungescope::printing
