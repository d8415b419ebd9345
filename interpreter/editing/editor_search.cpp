// Finding and replacing text.
#include <utility>

#include "editing/editor.h"
#include <fmt/format.h>

namespace fungescope::editing {
namespace {

Playfield field_of(const Document& document) {
  const Size size = document.field();
  Playfield::Bytes bytes;
  bytes.reserve(static_cast<std::size_t>(size.area()));
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) bytes.push_back(document.at({x, y}));
  }
  return {size, std::move(bytes), document.options().dialect.signed_8_bit_cells};
}

Result<void> check_lengths(std::string_view text, std::string_view by) {
  if (by.size() <= text.size() && !text.empty()) return {};
  if (text.empty()) return fail({}, "there is nothing to replace", "type the text to find");
  return fail(
      {}, fmt::format("the replacement has {} characters and the text {}", by.size(), text.size()),
      "a replacement moves no cell: make it at most as long");
}

}  // namespace

TextMatches Editor::find(std::string_view text, std::size_t limit) const {
  return find_text(field_of(document_), text, limit);
}

Result<Done> Editor::replace(const TextMatch& match, std::string_view text, std::string_view by) {
  TRY(check_lengths(text, by));
  end_typing();
  return edit({"replace"}, [&](Transaction& transaction, Done&) -> Result<void> {
    const Size field = document_.field();
    Point cell = match.at;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char byte = i < by.size() ? by[i] : ' ';
      transaction.write(cell, std::string_view(&byte, 1));
      cell = step_on_torus(cell, match.direction, field);
    }
    return {};
  });
}

Result<Editor::Replaced> Editor::replace_all(std::string_view text, std::string_view by) {
  TRY(check_lengths(text, by));
  Replaced result;
  end_typing();
  const Size field = document_.field();
  auto done = edit({"replace"}, [&](Transaction& transaction, Done&) -> Result<void> {
    for (const TextMatch& match : find(text, static_cast<std::size_t>(field.area())).found) {
      // An earlier replacement may have overwritten a part of this match.
      Point cell = match.at;
      bool matches = true;
      for (const char byte : text) {
        matches = matches && document_.at(cell) == static_cast<unsigned char>(byte);
        cell = step_on_torus(cell, match.direction, field);
      }
      if (!matches) continue;
      ++result.count;
      cell = match.at;
      for (std::size_t i = 0; i < text.size(); ++i) {
        const char byte = i < by.size() ? by[i] : ' ';
        transaction.write(cell, std::string_view(&byte, 1));
        cell = step_on_torus(cell, match.direction, field);
      }
    }
    return {};
  });
  if (!done) return tl::unexpected(done.error());
  result.done = std::move(*done);
  return result;
}

}  // namespace fungescope::editing
