// The cells that a document reports as changed.
#include "support/test.h"

#include "editing/editing.h"

using namespace fungescope::editing;
using fungescope::test::document_of;
using fungescope::test::editor_of;

namespace {

// "x,y:before" of each, in order.
std::string as_text(const CellChanges& changes) {
  if (changes.all()) return "all";
  std::string text;
  for (const CellChange& change : changes.cells()) {
    text += std::to_string(change.at.x) + ',' + std::to_string(change.at.y) + ':' +
            static_cast<char>(change.before) + ' ';
  }
  return text;
}

}  // namespace

TEST_CASE("typing over cells reports those that differ") {
  Editor editor = editor_of("12+.@\n");
  CHECK(as_text(editor.take_changes()).empty());
  test::type(editor, "13");
  CHECK(as_text(editor.take_changes()) == "1,0:2 ");
  CHECK(as_text(editor.take_changes()).empty());
  editor.undo();
  CHECK(as_text(editor.take_changes()) == "1,0:3 ");
}

TEST_CASE("inserting reports the rest of the line, and blanks after its end") {
  Editor editor = editor_of("12\n5\n");
  editor.typing.insert = true;
  test::type(editor, "0");
  CHECK(as_text(editor.take_changes()) == "2,0:  1,0:2 0,0:1 ");
  editor.typing.insert = false;
  editor.move_to({0, 4});
  test::type(editor, "@");
  CHECK(as_text(editor.take_changes()) == "0,4:  ");
}

TEST_CASE("rows that move change any cell") {
  Editor editor = editor_of("1\n2\n3\n");
  REQUIRE(editor.insert_rows(1, 1));
  CHECK(as_text(editor.take_changes()) == "all");
}

TEST_CASE("many cells are not listed") {
  Editor editor = editor_of(std::string(5000, '1') + "\n");
  REQUIRE(editor.fill({{0, 0}, {5000, 1}}, '2'));
  CHECK(as_text(editor.take_changes()) == "all");
}

TEST_CASE("the size of the field follows the longest line") {
  const std::string longest(100, '1');
  LoadOptions options{.size = LoadOptions::SizeOverride{.source = true, .size = {}}};
  Document document = document_of("12\n" + longest + "\n123\n", options);
  CHECK(document.field() == Size{100, 3});
  document.apply(TextChange{2, 3, U"", std::u32string(120, U'2')});
  CHECK(document.field() == Size{123, 3});
  document.apply(TextChange{2, 3, std::u32string(120, U'2'), U""});
  CHECK(document.field() == Size{100, 3});
  document.apply(TextChange{1, 10, std::u32string(90, U'1'), U""});
  CHECK(document.field() == Size{10, 3});
  document.apply(LineChange{1, {{std::u32string(10, U'1')}}, {}});
  CHECK(document.field() == Size{3, 2});
}
