// PDF 1.4 as ISO 32000 describes it: text and lines, in the standard fonts, compressed.
#include "printing/page.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <new>
#include <zlib.h>

#include <fmt/format.h>

namespace fungescope::printing {
namespace {

// The widths of ' ' to '~', in thousandths of the font's size, from Adobe's metrics.
using Widths = std::array<std::uint16_t, 95>;
constexpr Widths regular_widths{
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333,  278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,  611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278,  556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,  500, 334, 260, 334, 584};
constexpr Widths bold_widths{
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667,
    611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556,
    278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584};

struct Font {
  const char* name;
  double capital;        // the height of capital letters, in units of the size
  const Widths* widths;  // null: monospaced
};
constexpr std::array<Font, 3> fonts{{{"Helvetica", 0.718, &regular_widths},
                                     {"Helvetica-Bold", 0.718, &bold_widths},
                                     {"Courier-Bold", monospaced_capital, nullptr}}};

// Replaces what the fonts have no widths for.
std::string printable(std::string_view text) {
  std::string shown(text);
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return shown;
}

double width_of(const Font& font, std::string_view text) {
  if (font.widths == nullptr) return monospaced_advance * static_cast<double>(text.size());
  double width = 0;
  for (const char c : text) width += (*font.widths)[static_cast<std::size_t>(c - ' ')];
  return width / 1000;
}

std::string string_object(std::string_view text) {
  std::string object = "(";
  for (const char c : text) {
    if (c == '(' || c == ')' || c == '\\') object += '\\';
    object += c;
  }
  return object + ')';
}

// Decimal, never with an exponent, which PDF does not have.
std::string number(double value) {
  std::string text = fmt::format("{:.4f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string colour_operands(std::uint32_t colour) {
  const auto part = [colour](unsigned shift) { return number((colour >> shift & 0xffU) / 255.0); };
  return fmt::format("{} {} {}", part(16), part(8), part(0));
}

std::string compressed(const std::string& bytes) {
  if (bytes.size() > std::numeric_limits<uLong>::max() / 2) throw std::bad_alloc();
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string result(size, '\0');
  if (compress(reinterpret_cast<Bytef*>(result.data()), &size,
               reinterpret_cast<const Bytef*>(bytes.data()),
               static_cast<uLong>(bytes.size())) != Z_OK) {
    throw std::bad_alloc();
  }
  result.resize(size);
  return result;
}

// The operators that draw a page. PDF counts from the lower edge.
class PageContent {
 public:
  explicit PageContent(const Page& page) : page_(page) {
    for (const PageLine& line : page.lines) add(line);
    operators_ += "BT\n";
    for (const PageText& text : page.texts) add(text);
    operators_ += "ET\n";
  }
  [[nodiscard]] const std::string& operators() const { return operators_; }

 private:
  void add(const PageLine& line) {
    operators_ += fmt::format("{} RG {} w {} {} m {} {} l S\n", colour_operands(line.colour),
                              number(line.width), number(line.x0), number(page_.height - line.y0),
                              number(line.x1), number(page_.height - line.y1));
  }

  void add(const PageText& text) {
    const Font& font = fonts.at(static_cast<std::size_t>(text.font));
    const bool monospaced = font.widths == nullptr;
    const std::string shown = monospaced ? text.text : printable(text.text);
    const double size = text.box.height / font.capital;
    double left = text.box.x;
    double space = 0;  // after each character
    if (monospaced && text.pitch > 0) {
      space = text.pitch - monospaced_advance * size;
      left += space / 2;
    } else if (text.align != PageAlign::left) {
      const double rest = text.box.width - width_of(font, shown) * size;
      left += text.align == PageAlign::right ? rest : rest / 2;
    }
    set(font_, fmt::format("/F{} {} Tf\n", static_cast<int>(text.font), number(size)));
    set(colour_, colour_operands(text.colour) + " rg\n");
    set(space_, number(space) + " Tc\n");
    operators_ +=
        fmt::format("1 0 0 1 {} {} Tm {} Tj\n", number(left),
                    number(page_.height - text.box.y - text.box.height), string_object(shown));
  }

  // Writes an operator that stays in force, unless it is.
  void set(std::string& present, std::string wanted) {
    if (present == wanted) return;
    operators_ += wanted;
    present = std::move(wanted);
  }

  const Page& page_;
  std::string operators_;
  std::string font_;
  std::string colour_;
  std::string space_;
};

// The file: numbered objects, and a table of where each begins.
class Document {
 public:
  std::size_t add(const std::string& object) {
    starts_.push_back(bytes_.size());
    bytes_ += fmt::format("{} 0 obj\n{}\nendobj\n", starts_.size(), object);
    return starts_.size();
  }
  std::size_t add_stream(const std::string& content) {
    const std::string stream = compressed(content);
    return add(fmt::format("<< /Length {} /Filter /FlateDecode >>\nstream\n{}\nendstream",
                           stream.size(), stream));
  }
  [[nodiscard]] std::size_t next() const { return starts_.size() + 1; }

  [[nodiscard]] std::string finish(std::size_t root, std::size_t info) && {
    const std::size_t table = bytes_.size();
    bytes_ += fmt::format("xref\n0 {}\n0000000000 65535 f \n", next());
    for (const std::size_t start : starts_) bytes_ += fmt::format("{:010} 00000 n \n", start);
    bytes_ +=
        fmt::format("trailer\n<< /Size {} /Root {} 0 R /Info {} 0 R >>\nstartxref\n{}\n%%EOF\n",
                    next(), root, info, table);
    return std::move(bytes_);
  }

 private:
  // The second line has bytes that tell programs that the file is not text.
  std::string bytes_ = "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n";
  std::vector<std::size_t> starts_;
};

}  // namespace

Result<std::string> to_pdf(std::span<const Page> pages, std::string_view title) {
  if (pages.empty()) return fail({}, "there is nothing to print");
  Document document;
  const std::size_t info = document.add(
      fmt::format("<< /Title {} /Creator (fungescope) >>", string_object(printable(title))));
  std::string font_names;
  for (std::size_t i = 0; i < fonts.size(); ++i) {
    const std::size_t font = document.add(
        fmt::format("<< /Type /Font /Subtype /Type1 /BaseFont /{} /Encoding /WinAnsiEncoding >>",
                    fonts.at(i).name));
    font_names += fmt::format("/F{} {} 0 R ", i, font);
  }
  // Each page is its content and itself; their parent follows.
  const std::size_t parent = document.next() + 2 * pages.size();
  std::string kids;
  for (const Page& page : pages) {
    const std::size_t content = document.add_stream(PageContent(page).operators());
    const std::size_t sheet = document.add(fmt::format(
        "<< /Type /Page /Parent {} 0 R /MediaBox [0 0 {} {}] /Resources << /Font << {}>> >> "
        "/Contents {} 0 R >>",
        parent, number(page.width), number(page.height), font_names, content));
    kids += fmt::format("{} 0 R ", sheet);
  }
  document.add(fmt::format("<< /Type /Pages /Kids [{}] /Count {} >>", kids, pages.size()));
  const std::size_t root = document.add(fmt::format("<< /Type /Catalog /Pages {} 0 R >>", parent));
  return std::move(document).finish(root, info);
}

}  // namespace fungescope::printing
