// Typing, blocks and undo.
#include <string>

#include "editing.h"
#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::editing;
using namespace fungescope::test;

TEST_CASE("typing goes on in its direction, and typed arrows turn it") {
  Editor editor = editor_of("");
  type(editor, ">1v2<");
  CHECK(bytes_of(editor) == ">1v\n  2\n  <\n");
  CHECK(editor.cursor() == Point{1, 2});
  CHECK(editor.direction() == Direction::west);
  editor.typing.arrows_turn = false;
  type(editor, "^3");
  CHECK(editor.direction() == Direction::west);
  CHECK(bytes_of(editor) == ">1v\n  2\n3^<\n");
}

TEST_CASE("arrows in a string do not turn") {
  Editor editor = editor_of("");
  type(editor, "\"v^\"");
  CHECK(editor.cursor() == Point{4, 0});
  CHECK_FALSE(editor.in_string());
  type(editor, "\"a");
  CHECK(editor.in_string());
  REQUIRE(editor.backspace());
  REQUIRE(editor.backspace());
  CHECK_FALSE(editor.in_string());
}

TEST_CASE("an arrow that # jumps over does not turn") {
  Editor editor = editor_of("");
  type(editor, "#v_##<");
  CHECK(bytes_of(editor) == "#v_##<\n");
  CHECK(editor.direction() == Direction::west);
  editor.move_to({1, 1});
  editor.turn(Direction::south);
  type(editor, "#");
  editor.move_to({1, 2});  // it was written before
  type(editor, ">1");
  CHECK(editor.cursor() == Point{1, 4});
}

TEST_CASE("typing and backspace stop at the edge") {
  Editor editor = editor_of("@\n");
  editor.move_to({78, 0});
  type(editor, "ab");
  const auto past = editor.type('c');
  REQUIRE_FALSE(past);
  CHECK(to_string(past.error()) ==
        "test.b93:1:80: the field ends here; move the cursor, or enlarge the field with Edit > "
        "enlarge the field");
  editor.mark_saved();
  CHECK_FALSE(editor.type('c'));
  CHECK(editor.document().at({0, 0}) == '@');
  CHECK(editor.document().at({79, 0}) == 'b');
  SUBCASE("undone, the last cell is free again") {
    editor.undo();
    type(editor, "xy");
    CHECK(editor.document().at({79, 0}) == 'y');
  }
  SUBCASE("it goes on in a larger field") {
    REQUIRE(editor.enlarge({90, 25}));
    type(editor, "c");
    CHECK(editor.document().at({80, 0}) == 'c');
  }
  SUBCASE("or in another direction") {
    editor.turn(Direction::south);
    type(editor, "c");
    CHECK(editor.document().at({79, 1}) == 'c');
  }
  SUBCASE("backspace blanks the last cell") {
    REQUIRE(editor.backspace());
    CHECK(editor.document().at({78, 0}) == 'a');
    CHECK(editor.document().at({79, 0}) == ' ');
  }
  SUBCASE("backspace at the start of a line has nothing before it") {
    editor.move_to({0, 0});
    REQUIRE(editor.backspace());
    CHECK(editor.document().at({0, 0}) == '@');
    CHECK(editor.document().at({79, 0}) == 'b');
  }
}

TEST_CASE("insert mode pushes the rest of the line along, in any direction") {
  Editor editor = editor_of("abc\n");
  editor.typing.insert = true;
  editor.move_to({1, 0});
  const auto done = editor.type('x');
  REQUIRE(done);
  CHECK(bytes_of(editor) == "axbc\n");
  CHECK(done->map.map(Point{1, 0}) == Point{2, 0});
  CHECK(done->map.map(Point{0, 0}) == Point{0, 0});
  editor.move_to({0, 0});
  editor.turn(Direction::south);
  type(editor, "y");
  CHECK(bytes_of(editor) == "yxbc\na\n");
  REQUIRE(editor.backspace());
  CHECK(editor.document().at({0, 0}) == 'a');
  CHECK(editor.document().at({0, 1}) == ' ');
  editor.turn(Direction::west);
  editor.move_to({3, 0});
  const auto full = editor.type('z');
  REQUIRE_FALSE(full);
  CHECK(
      to_string(full.error()) ==
      "test.b93:1:1: nothing can be pushed along: the last cell is in use; overwrite (Insert), or "
      "make room at the edge");
}

TEST_CASE("backspace goes back the way that was typed, around its turns and out of strings") {
  Editor editor = editor_of("");
  type(editor, "12v3");
  CHECK(editor.cursor() == Point{2, 2});
  REQUIRE(editor.backspace());
  REQUIRE(editor.backspace());
  CHECK(editor.cursor() == Point{2, 0});
  CHECK(editor.direction() == Direction::east);
  type(editor, "\"v");
  CHECK(editor.in_string());
  CHECK(editor.direction() == Direction::east);
  REQUIRE(editor.backspace());
  REQUIRE(editor.backspace());
  CHECK_FALSE(editor.in_string());
  type(editor, "+v@");
  CHECK(bytes_of(editor) == "12+v\n   @\n");
  for (int i = 0; i < 5; ++i) REQUIRE(editor.backspace());
  CHECK(editor.cursor() == Point{0, 0});
  CHECK(editor.direction() == Direction::east);
}

TEST_CASE("all is what is written, and the second time the field") {
  Editor editor = editor_of("\n  >v\n  ^<1\n");
  editor.select_all();
  CHECK(editor.selection() == Rectangle{{2, 1}, {3, 2}});
  editor.select_all();
  CHECK(editor.selection() == Rectangle{{0, 0}, {80, 25}});
  Editor empty = editor_of("");
  empty.select_all();
  CHECK(empty.selection() == Rectangle{{0, 0}, {80, 25}});
}

TEST_CASE("backspace blanks the cell before the cursor, and delete the one at it") {
  Editor editor = editor_of("abcd");
  editor.move_to({2, 0});
  REQUIRE(editor.backspace());
  CHECK(bytes_of(editor) == "a cd");
  CHECK(editor.cursor() == Point{1, 0});
  editor.move_to({2, 0});
  REQUIRE(editor.erase());
  CHECK(bytes_of(editor) == "a  d");
}

TEST_CASE("a new line begins below where typing began") {
  Editor editor = editor_of("");
  editor.move_to({4, 1});
  type(editor, "ab");
  editor.new_line();
  CHECK(editor.cursor() == Point{4, 2});
}

TEST_CASE("a run of typing is undone in one step, and the cursor goes back") {
  Editor editor = editor_of("old\r\n");
  type(editor, "123");
  editor.move_to({0, 1});
  type(editor, "45");
  CHECK(bytes_of(editor) == "123\r\n45\r\n");
  editor.undo();
  CHECK(bytes_of(editor) == "123\r\n");
  CHECK(editor.cursor() == Point{0, 1});
  editor.undo();
  CHECK(bytes_of(editor) == "old\r\n");
  CHECK_FALSE(editor.can_undo());
  editor.redo();
  editor.redo();
  CHECK(bytes_of(editor) == "123\r\n45\r\n");
  CHECK_FALSE(editor.can_redo());
}

TEST_CASE("unsaved changes are marked until they are undone to the saved state") {
  Editor editor = editor_of("a");
  CHECK_FALSE(editor.modified());
  type(editor, "b");
  CHECK(editor.modified());
  editor.undo();
  CHECK_FALSE(editor.modified());
  editor.redo();
  editor.mark_saved();
  CHECK_FALSE(editor.modified());
  type(editor, "c");  // not added to the step that was saved
  CHECK(editor.modified());
  editor.undo();
  CHECK_FALSE(editor.modified());
  editor.undo();
  CHECK(editor.modified());
  type(editor, "d");  // the saved state cannot be reached any more
  editor.undo();
  CHECK(editor.modified());
}

TEST_CASE("typing what is there already is no change") {
  Editor editor = editor_of("abc");
  type(editor, "abc");
  CHECK_FALSE(editor.modified());
  CHECK_FALSE(editor.can_undo());
  CHECK(editor.cursor() == Point{3, 0});
}

TEST_CASE("undo keeps only what changed") {
  Document document = Document::parse(std::string(500'000, 'x'), {});
  Transaction transaction(document);
  transaction.write({1000, 0}, "0123456789");
  const std::vector<Change> changes = transaction.commit();
  REQUIRE(changes.size() == 1);
  CHECK(std::get<TextChange>(changes[0]).removed == "xxxxxxxxxx");
}

TEST_CASE("blocks are cut, pasted, filled and moved") {
  Editor editor = editor_of("ab\ncd\n");
  Block block;
  REQUIRE(editor.cut({{0, 0}, {2, 2}}, block));
  CHECK(block.to_text() == "ab\ncd");
  CHECK(bytes_of(editor) == "  \n  \n");
  REQUIRE(editor.paste({2, 1}, block));
  CHECK(bytes_of(editor) == "  \n  ab\n  cd\n");
  CHECK(editor.selection() == Rectangle{{2, 1}, {2, 2}});
  const auto moved = editor.move_block({{2, 1}, {2, 2}}, {1, 1});
  REQUIRE(moved);
  CHECK(bytes_of(editor) == "  \n ab \n cd \n");
  CHECK(moved->map.map(Point{3, 2}) == Point{2, 2});
  REQUIRE(editor.fill({{0, 0}, {3, 1}}, '.'));
  CHECK(bytes_of(editor) == "...\n ab \n cd \n");
  for (int i = 0; i < 4; ++i) editor.undo();
  CHECK(bytes_of(editor) == "ab\ncd\n");
}

TEST_CASE("a block that does not fit is refused, with the place") {
  Editor editor = editor_of("ab\n");
  const auto pasted = editor.paste({79, 3}, Block::from_text("xyz"));
  REQUIRE_FALSE(pasted);
  CHECK(
      to_string(pasted.error()) ==
      "test.b93:4:80: the block of 3x1 does not fit into the field of 80x25; enlarge the field to "
      "82x25 first");
  CHECK_FALSE(editor.modified());
}

TEST_CASE("rotating a block needs room, and leaves blanks") {
  Editor editor = editor_of(">1v\n");
  REQUIRE(editor.turn_block({{0, 0}, {3, 1}}, Turn::clockwise, Arrows::turn));
  CHECK(bytes_of(editor) == "v  \n1\n<\n");
  CHECK(editor.selection() == Rectangle{{0, 0}, {1, 3}});
  Editor crowded = editor_of("ab\nc\n");
  const auto rotated = crowded.turn_block({{0, 0}, {2, 1}}, Turn::clockwise, Arrows::keep);
  REQUIRE_FALSE(rotated);
  CHECK(
      to_string(rotated.error()) ==
      "test.b93:2:1: the turned block would cover this cell; clear it, or move the block to where "
      "there is room");
}

TEST_CASE("mirroring says which branches decide the other way round") {
  Editor editor = editor_of(">_<\n");
  const auto done = editor.turn_block({{0, 0}, {3, 1}}, Turn::left_right, Arrows::turn);
  REQUIRE(done);
  CHECK(bytes_of(editor) == ">_<\n");
  CHECK_FALSE(editor.modified());
  REQUIRE(done->notes.size() == 1);
  CHECK(done->notes[0] ==
        "a branch decides now the other way round; a ! before it restores the meaning");
}

TEST_CASE("text is found and replaced in all directions") {
  Editor editor = editor_of("abba\nb\n");
  CHECK(editor.find("ab", 10).found.size() == 3);
  const auto replaced = editor.replace_all("ab", "x");
  REQUIRE(replaced);
  CHECK(bytes_of(editor) == "x  x\nb\n");
  CHECK(replaced->count == 2);
  editor.undo();
  CHECK(bytes_of(editor) == "abba\nb\n");
  REQUIRE(editor.replace({{0, 0}, Direction::south}, "ab", "yz"));
  CHECK(bytes_of(editor) == "ybba\nz\n");
  const auto longer = editor.replace_all("b", "cc");
  REQUIRE_FALSE(longer);
  CHECK(longer.error().what == "the replacement has 2 characters and the text 1");
}

TEST_CASE("the selection grows from where the cursor was, and is cleared by moving") {
  Editor editor = editor_of("abc\n");
  editor.move_to({1, 1});
  editor.move(Direction::east, 2, Editor::Extend::yes);
  editor.move(Direction::north, 1, Editor::Extend::yes);
  CHECK(editor.selection() == Rectangle{{1, 0}, {3, 2}});
  editor.move(Direction::west);
  CHECK_FALSE(editor.selection());
}
