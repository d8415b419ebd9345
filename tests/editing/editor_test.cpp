// Typing, blocks and undo.
#include "editing.h"

using namespace fungescope::editing;

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
  CHECK(message_of(editor.type('c')) ==
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
  const auto done = editor.type('x').value();
  CHECK(bytes_of(editor) == "axbc\n");
  CHECK(done.map.map(Point{1, 0}) == Point{2, 0});
  CHECK(done.map.map(Point{0, 0}) == Point{0, 0});
  editor.move_to({0, 0});
  editor.turn(Direction::south);
  type(editor, "y");
  CHECK(bytes_of(editor) == "yxbc\na\n");
  REQUIRE(editor.backspace());
  CHECK(editor.document().at({0, 0}) == 'a');
  CHECK(editor.document().at({0, 1}) == ' ');
  editor.turn(Direction::west);
  editor.move_to({3, 0});
  CHECK(
      message_of(editor.type('z')) ==
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
  transaction.write({1000, 0}, U"0123456789");
  const std::vector<Change> changes = transaction.commit();
  REQUIRE(changes.size() == 1);
  CHECK(std::get<TextChange>(changes[0]).removed == U"xxxxxxxxxx");
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
  const auto moved = editor.move_block({{2, 1}, {2, 2}}, {1, 1}).value();
  CHECK(bytes_of(editor) == "  \n ab \n cd \n");
  CHECK(moved.map.map(Point{3, 2}) == Point{2, 2});
  REQUIRE(editor.fill({{0, 0}, {3, 1}}, '.'));
  CHECK(bytes_of(editor) == "...\n ab \n cd \n");
  for (int i = 0; i < 4; ++i) editor.undo();
  CHECK(bytes_of(editor) == "ab\ncd\n");
}

TEST_CASE("a block that does not fit is refused, with the place") {
  Editor editor = editor_of("ab\n");
  CHECK(
      message_of(editor.paste({79, 3}, Block::from_text("xyz"))) ==
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
  CHECK(
      message_of(crowded.turn_block({{0, 0}, {2, 1}}, Turn::clockwise, Arrows::keep)) ==
      "test.b93:2:1: the turned block would cover this cell; clear it, or move the block to where "
      "there is room");
}

TEST_CASE("mirroring says which branches decide the other way round") {
  Editor editor = editor_of(">_<\n");
  const auto done = editor.turn_block({{0, 0}, {3, 1}}, Turn::left_right, Arrows::turn).value();
  CHECK(bytes_of(editor) == ">_<\n");
  CHECK_FALSE(editor.modified());
  REQUIRE(done.notes.size() == 1);
  CHECK(done.notes[0] ==
        "a branch decides now the other way round; a ! before it restores the meaning");
}

TEST_CASE("text is found and replaced in all directions") {
  Editor editor = editor_of("abba\nb\n");
  CHECK(editor.find("ab", 10).found.size() == 3);
  const auto replaced = editor.replace_all("ab", "x").value();
  CHECK(bytes_of(editor) == "x  x\nb\n");
  CHECK(replaced.count == 2);
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

// Rows, columns, and the size of the field.

TEST_CASE("rows and columns are inserted with the coordinates of annotations") {
  Editor editor = editor_of("#$watch[3,2]:int = n\r\n>1v\r\n   x\r\n");
  const auto rows = editor.insert_rows(2, 1).value();
  CHECK(bytes_of(editor) == "#$watch[3,3]:int = n\r\n>1v\r\n\r\n   x\r\n");
  CHECK(rows.map.map(Point{3, 2}) == Point{3, 3});
  REQUIRE(editor.insert_columns(1, 2));
  CHECK(bytes_of(editor) == "#$watch[5,3]:int = n\r\n>  1v\r\n\r\n     x\r\n");
  REQUIRE(editor.delete_columns(1, 2));
  REQUIRE(editor.delete_rows(2, 1));
  CHECK(bytes_of(editor) == "#$watch[3,2]:int = n\r\n>1v\r\n   x\r\n");
  for (int i = 0; i < 4; ++i) editor.undo();
  CHECK(bytes_of(editor) == "#$watch[3,2]:int = n\r\n>1v\r\n   x\r\n");
  CHECK_FALSE(editor.modified());
}

TEST_CASE("an annotation of a deleted row goes, with a note") {
  Editor editor = editor_of("#$break[1,1]\n>1v\n");
  const auto done = editor.delete_rows(1, 1).value();
  CHECK(bytes_of(editor) == "            \n");
  REQUIRE(done.notes.size() == 1);
  CHECK(done.notes[0] == "1 annotation of deleted cells removed");
}

TEST_CASE("columns move the code after an annotation, and not its text") {
  Editor editor = editor_of("#$break[20,0]      >v\n");
  REQUIRE(editor.insert_columns(2, 3));
  CHECK(bytes_of(editor) == "#$break[23,0]         >v\n");
  REQUIRE(editor.delete_columns(0, 3));
  CHECK(bytes_of(editor) == "#$break[20,0]      >v\n");
  CHECK(message_of(editor.delete_columns(0, 9)) ==
        "test.b93:1:14: code follows this annotation too closely to be moved; leave 9 blanks after "
        "the annotation");
  CHECK(bytes_of(editor) == "#$break[20,0]      >v\n");
}

TEST_CASE("deleting columns in which an annotation begins is refused") {
  Editor editor = editor_of("v   ARRAY [0,0] (W=1;H=1) a\n");
  CHECK(message_of(editor.delete_columns(3, 2)) ==
        "test.b93:1:5: an annotation begins in these columns; move it to a line of its own first");
}

TEST_CASE("a field that outgrows the classic one on one side keeps the other") {
  Editor editor = editor_of(std::string(80, 'x') + "\n");
  REQUIRE(editor.insert_columns(3, 1));
  CHECK(editor.document().field() == Size{81, 25});
  editor.undo();
  CHECK(bytes_of(editor) == std::string(80, 'x') + "\n");
}

TEST_CASE("the field is enlarged by blanks, and never made smaller so") {
  Editor editor = editor_of("ab");
  REQUIRE(editor.enlarge({90, 30}));
  CHECK(editor.document().field() == Size{90, 30});
  CHECK_FALSE(editor.enlarge({80, 30}));
  editor.undo();
  CHECK(bytes_of(editor) == "ab");
}

TEST_CASE("a field of fixed size loses no row or column") {
  LoadOptions options;
  options.dialect.field_size = FieldSizeRule::classic_cut;
  std::string full;
  for (int i = 0; i < 25; ++i) full += "x\n";
  Editor editor = editor_of(full, options);
  const auto rows = editor.insert_rows(3, 1);
  REQUIRE_FALSE(rows);
  CHECK(rows.error().what == "1 row would leave the field, which has a fixed height of 25");
  Editor wide = editor_of(std::string(80, 'x'), options);
  CHECK_FALSE(wide.insert_columns(3, 1));
  CHECK_FALSE(wide.enlarge({90, 30}));
  CHECK(bytes_of(wide) == std::string(80, 'x'));
}

TEST_CASE("the number of cells is limited") {
  Editor editor = editor_of("ab", LoadOptions{.max_cells = 80 * 30});
  CHECK(editor.enlarge({80, 30}));
  const auto done = editor.enlarge({80, 31});
  REQUIRE_FALSE(done);
  CHECK(done.error().what == "a field of 80x31 has more than the limit of 2400 cells");
}
