// Random edits against a plain model: an array of cells.

#include "lang/source_text.h"

#include <random>

#include "editing.h"

using namespace fungescope::editing;

namespace {

constexpr std::u32string_view alphabet = U">v<^\"_| 1aÄ€";

// The cells of a canvas, edited in the most direct way.
struct Model {
  Size size;
  std::u32string cells;

  explicit Model(const Document& document) : size(document.canvas()) {
    for (std::int64_t y = 0; y < size.height; ++y) {
      for (std::int64_t x = 0; x < size.width; ++x) cells += document.at({x, y});
    }
  }
  char32_t& at(Point cell) { return cells[static_cast<std::size_t>(cell.y * size.width + cell.x)]; }
  void write(Point at_cell, const Block& block) {
    for (std::int64_t y = 0; y < block.size.height; ++y) {
      for (std::int64_t x = 0; x < block.size.width; ++x) {
        at({at_cell.x + x, at_cell.y + y}) = block.at({x, y});
      }
    }
  }
};

class Session {
 public:
  explicit Session(std::uint32_t seed)
      : random_(seed),
        editor_(editor_of(source(), {.dialect = test::befunexec()})),
        model_(editor_.document()) {}

  // Makes one random edit in both.
  void step() {
    const Rectangle area = random_area();
    const char32_t character = alphabet[random_() % alphabet.size()];
    switch (random_() % 9) {
      case 0:
        return move_cursor();
      case 1:
      case 2:
        return type(character);
      case 3:
        if (editor_.fill(area, character)) {
          model_.write(
              area.corner,
              {area.size, std::u32string(static_cast<std::size_t>(area.size.area()), character)});
        }
        return;
      case 4: {
        const Block block = editor_.copy(area);
        const Point to = random_area().corner;
        if (editor_.paste(to, block)) model_.write(to, block);
        return;
      }
      case 5: {
        const Block block = editor_.copy(area);
        const Point to = random_area().corner;
        if (!editor_.move_block(area, to)) return;
        model_.write(area.corner,
                     {area.size, std::u32string(static_cast<std::size_t>(area.size.area()), U' ')});
        model_.write(to, block);
        return;
      }
      case 6: {
        const Block block = editor_.copy(area);
        if (!editor_.turn_block(area, Turn::top_bottom, Arrows::turn)) return;
        model_.write(area.corner, turn(block, Turn::top_bottom, Arrows::turn).block);
        return;
      }
      case 7: {
        const Block block = editor_.copy(area);
        if (!editor_.turn_block(area, Turn::clockwise, Arrows::keep)) return;
        model_.write(area.corner,
                     {area.size, std::u32string(static_cast<std::size_t>(area.size.area()), U' ')});
        model_.write(area.corner, turn(block, Turn::clockwise, Arrows::keep).block);
        return;
      }
      default:
        return rows();
    }
  }

  [[nodiscard]] bool agrees() { return Model(editor_.document()).cells == model_.cells; }
  Editor& editor() { return editor_; }

 private:
  std::string source() {
    std::string bytes;
    if (random_() % 2 == 0) bytes += "\xef\xbb\xbf";
    const std::string_view end = random_() % 2 == 0 ? "\r\n" : "\n";
    for (auto rows = random_() % 8; rows > 0; --rows) {
      std::u32string line;
      for (auto length = random_() % 12; length > 0; --length)
        line += alphabet[random_() % alphabet.size()];
      bytes += encode_characters(line, test::befunexec());
      bytes += end;
    }
    if (random_() % 2 == 0) bytes += "last";
    return bytes;
  }

  Rectangle random_area() {
    const auto small = [this](std::uint32_t limit) {
      return static_cast<std::int64_t>(random_() % limit);
    };
    return {{small(14), small(10)}, {1 + small(5), 1 + small(4)}};
  }

  void move_cursor() {
    editor_.move_to(random_area().corner);
    editor_.turn(static_cast<Direction>(random_() % 4));
    editor_.typing.insert = random_() % 3 == 0;
  }

  void type(char32_t character) {
    const Point cell = editor_.cursor();
    const Point delta = delta_of(editor_.direction());
    const bool insert = editor_.typing.insert;
    if (!editor_.type(character)) return;
    char32_t pushed = character;
    for (Point to = cell; model_.size.contains(to); to = {to.x + delta.x, to.y + delta.y}) {
      std::swap(pushed, model_.at(to));
      if (!insert) break;
    }
  }

  void rows() {
    const auto at = static_cast<std::int64_t>(random_() % 8);
    const auto width = static_cast<std::size_t>(model_.size.width);
    const auto from = static_cast<std::size_t>(at) * width;
    if (random_() % 2 == 0) {
      // The model does not grow.
      if (model_.cells.find_last_not_of(U' ') / width + 1 >= model_.cells.size() / width) return;
      if (!editor_.insert_rows(at, 1)) return;
      model_.cells.insert(from, std::u32string(width, U' '));
      model_.cells.resize(model_.cells.size() - width);
    } else {
      if (!editor_.delete_rows(at, 1)) return;
      model_.cells.erase(from, width);
      model_.cells += std::u32string(width, U' ');
    }
  }

  std::mt19937 random_;
  Editor editor_;
  Model model_;
};

}  // namespace

TEST_CASE("random edits give the cells of a plain array, and undo restores every byte") {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    Session session(seed);
    Editor& editor = session.editor();
    std::vector<std::string> versions{bytes_of(editor)};
    for (int i = 0; i < 40; ++i) {
      session.step();
      CAPTURE(bytes_of(editor));
      REQUIRE(session.agrees());
    }
    const std::string last = bytes_of(editor);
    CHECK(Document::parse(last, editor.document().options()).bytes() == last);
    std::vector<std::string> undone;
    while (editor.can_undo()) {
      undone.push_back(bytes_of(editor));
      editor.undo();
    }
    CHECK(bytes_of(editor) == versions.front());
    CHECK_FALSE(editor.modified());
    while (editor.can_redo()) {
      editor.redo();
      REQUIRE(bytes_of(editor) == undone.back());
      undone.pop_back();
    }
    CHECK(bytes_of(editor) == last);
  }
}

TEST_CASE("a failed edit changes nothing") {
  Editor editor = editor_of("#$break[1,9]>v\nab\n");
  const std::string before = bytes_of(editor);
  const auto cells = static_cast<std::uint64_t>(editor.document().canvas().area());
  CHECK_FALSE(editor.insert_rows(1, 1));
  CHECK(bytes_of(editor) == before);
  CHECK_FALSE(editor.can_undo());
  CHECK(static_cast<std::uint64_t>(editor.document().canvas().area()) == cells);
}
