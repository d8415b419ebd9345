// Annotations follow their cells.
#include "lang/source_text.h"
#include "support/test.h"

#include "editing.h"
#include "editing/coordinate_map.h"

using namespace fungescope::editing;

namespace {

std::string mapped(std::string_view line, CoordinateMap::Step step) {
  CoordinateMap map;
  map.add(step);
  const auto result = map_annotations(decode_characters(line, test::befunexec()), map, {"f", 4, 1});
  return result ? encode_characters(result->text, test::befunexec()) : to_string(result.error());
}

}  // namespace

TEST_CASE("coordinates are mapped in every form") {
  const AxisShift rows{Axis::rows, 1, 5};
  CHECK(mapped("#$watch[2,0]:int = a", rows) == "#$watch[2,0]:int = a");
  CHECK(mapped("#$watch[2,4]:hex8 = Solve :: x", rows) == "#$watch[2,9]:hex8 = Solve :: x");
  CHECK(mapped("#$watch[2,6]:int = a", rows) == "#$watch[2,11]:int = a");
  CHECK(mapped("#$break[10, 3] code 3", rows) == "#$break[10, 8] code 3");
  CHECK(mapped("#$region[9,0](9x9):ascii = grid", rows) == "#$region[9,0](9x14):ascii = grid");
  CHECK(mapped("#$phase ACT 2 = 2,4,9,3", rows) == "#$phase ACT 2 = 2,9,9,3");
  CHECK(mapped("#$phase ACT = 2,0,9,8  >v", rows) == "#$phase ACT = 2,0,9,13 >v");
  CHECK(mapped("#$replace 4 -> 5", rows) == "#$replace 4 -> 5");
  CHECK(mapped(">1+v ARRAY [09,01] (W= 9;H= 9) grid // ASCII", rows) ==
        ">1+v ARRAY [09,06] (W= 9;H= 9) grid // ASCII");
  CHECK(mapped("#$watch[2,4]:int", rows) == "#$watch[2,9]:int");
  CHECK(mapped("#$watch[+2,+4]:6 = \"größe\" Ä", rows) == "#$watch[+2,+9]:6 = \"größe\" Ä");
  CHECK(mapped("#$watch[2,6]:int = \"größe\"  Ä", rows) == "#$watch[2,11]:int = \"größe\" Ä");
  CHECK(mapped("#$watch[2,4]:int = \"never closed", rows) == "#$watch[2,9]:int = \"never closed");
  CHECK(mapped("ARRAY [9,4] (W=000;H=2;ElemWidth=3) a", rows) ==
        "ARRAY [9,9] (W=000;H=2;ElemWidth=3) a");
}

TEST_CASE("text that is no annotation stays") {
  const AxisShift rows{Axis::rows, 0, 5};
  for (const std::string_view line : {"", "1,1", "#$v[1,1]", "#$wacht[1,1]:int = a", "#$watch[1,1",
                                      "ARRAYS [1,1]", "xARRAY [1,1] (W=1;H=1) a"}) {
    CHECK(mapped(line, rows) == line);
  }
}

TEST_CASE("code after an annotation keeps its columns") {
  const AxisShift rows{Axis::rows, 1, 5};
  CHECK(mapped("#$break[1,8]  >v", rows) == "#$break[1,13] >v");
  CHECK(mapped("#$watch[1,8]:int = \"a b\" :: \"c\"  | v", rows) ==
        "#$watch[1,13]:int = \"a b\" :: \"c\" | v");
  CHECK(
      mapped("#$break[1,8]>v", rows) ==
      "f:4:1: a coordinate of this annotation becomes longer, and code follows it directly; leave "
      "a blank after the annotation, or move it to a line of its own");
  CHECK(mapped("#$break[1,12]>v", AxisShift{Axis::rows, 1, -5}) == "#$break[1,7] >v");
}

TEST_CASE("two arrays in a line are both mapped") {
  const AxisShift columns{Axis::columns, 0, 1};
  CHECK(mapped("ARRAY [9,1] (W=1;H=1) a   ARRAY [8,1] (W=2;H=2) b", columns) ==
        "ARRAY [10,1] (W=1;H=1) a  ARRAY [9,1] (W=2;H=2) b");
}

TEST_CASE("an annotation of deleted cells becomes blanks") {
  const AxisShift rows{Axis::rows, 3, -2};
  CoordinateMap map;
  map.add(rows);
  const auto result = map_annotations(U"#$break[1,4] >v", map, {"f", 1, 1}).value();
  CHECK(result.text == U"             >v");
  CHECK(result.removed == 1);
  CHECK(mapped("#$region[0,2](2x3) = r", rows) == "#$region[0,2](2x1) = r");
}
