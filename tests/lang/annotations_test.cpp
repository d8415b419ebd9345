// Annotations by their interface; what is found in a source is in `transcripts`.
#include "lang/annotations.h"

#include "support/test.h"

TEST_CASE("replacements are applied in order, from left to right") {
  const std::vector<Replacement> swap{{"A", "B", {}}, {"B", "A", {}}};
  CHECK(apply_replacements("AB", swap) == "AA");
  const std::vector<Replacement> pair{{"aa", "xy", {}}};
  CHECK(apply_replacements("aaaaa", pair) == "xyxya");
  CHECK(apply_replacements("#$replace aa -> xy", pair) == "#$replace aa -> xy");
  CHECK(apply_replacements("", pair).empty());
  const std::vector<Replacement> itself{{"a", "a", {}}};
  CHECK(apply_replacements("aaa", itself) == "aaa");
}

TEST_CASE("a line of code that begins with the mark takes part in replacements") {
  CHECK(!is_annotation_line("#$vA"));
  CHECK(!is_annotation_line("#$ watch"));
  CHECK(!is_annotation_line(" #$watch[0,0]:int = x"));
  CHECK(!is_annotation_line("#$"));
  CHECK(is_annotation_line("#$watch, malformed"));
  CHECK(apply_replacements("#$vA", {{"A", "1", {}}}) == "#$v1");
}

TEST_CASE("a region is found by its name, ignoring case") {
  const Annotations found =
      scan_annotations(LineReader("#$region[9,1](9x8) = Grid", LineEndings::any), "t").annotations;
  CHECK(found.find_region("GRID") == &found.regions[0]);
  CHECK(found.find_region("grid ") == nullptr);
}

TEST_CASE("there is a limit to replacements") {
  std::string text;
  for (std::size_t i = 0; i <= max_replacements; ++i) text += "#$replace A -> B\n";
  const AnnotationScan scan = scan_annotations(LineReader(text, LineEndings::any), "t");
  CHECK(scan.annotations.replacements.size() == max_replacements);
  REQUIRE(scan.warnings.size() == 1);
  CHECK(to_string(scan.warnings[0]) ==
        "t:257:1: this #$replace is ignored: there are 256 before it; remove those that are not "
        "needed");
}
