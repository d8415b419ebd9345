// The rows of an answer about causes, and the path of those that are unfolded.
#include "debugger_ui/panels/run/cause_rows.h"

#include "debugger_ui/panels/test.h"

namespace {

using LineNumbers = std::vector<std::size_t>;

CauseTree tree_of(std::initializer_list<std::size_t> levels) {
  CauseTree tree;
  for (const std::size_t level : levels) {
    CauseLine line;
    line.level = level;
    line.text = "line";
    // The deeper, the earlier.
    line.tick = Tick{100} - 10 * level - tree.lines.size();
    line.by = Point{static_cast<std::int64_t>(tree.lines.size()), 0};
    tree.lines.push_back(line);
  }
  return tree;
}

TEST_CASE("a line is folded and unfolded with all that is below it") {
  const CauseTree tree = tree_of({0, 1, 2, 3, 2, 1, 0, 1});
  CauseRows rows(tree);
  CHECK(rows.visible() == LineNumbers{0, 1, 2, 3, 4, 5, 6, 7});
  CHECK(rows.has_children(2));
  CHECK_FALSE(rows.has_children(3));
  CHECK_FALSE(rows.has_children(7));
  rows.set_open(1, false);
  CHECK(rows.visible() == LineNumbers{0, 1, 5, 6, 7});
  CHECK(rows.row_of(5) == 2);
  CHECK(rows.row_of(3) == 1);  // folded into it
  rows.set_open(0, false);
  CHECK(rows.visible() == LineNumbers{0, 6, 7});
  rows.reveal(3);
  CHECK(rows.visible() == LineNumbers{0, 1, 2, 3, 4, 5, 6, 7});
  CHECK(rows.effect_of(0) == CauseRows::no_line);
  CHECK(rows.effect_of(3) == 2);
  CHECK(rows.effect_of(4) == 1);
  CHECK(rows.effect_of(6) == 0);  // a decision depends on the one shown before it
}

TEST_CASE("a large answer begins folded to what can be read") {
  CauseTree tree = tree_of({0, 1});
  for (int i = 0; i < 150; ++i) {
    CauseLine line = tree.lines.back();
    line.level = 2;
    tree.lines.push_back(line);
    line.level = 3;
    tree.lines.push_back(line);
  }
  const CauseRows rows(tree);
  CHECK(rows.visible().size() == 152);
  CHECK_FALSE(rows.is_open(2));
  CHECK(rows.has_children(2));
}

TEST_CASE("the path numbers the unfolded instructions in the order of their ticks") {
  CauseTree tree = tree_of({0, 1, 2, 2, 2});
  tree.lines[0].by.reset();  // what was asked about
  tree.lines[0].cell = Point{9, 9};
  tree.lines[3].by.reset();  // a cell of the source
  tree.lines[3].tick.reset();
  tree.lines[3].cell = Point{3, 3};
  tree.lines[4].by.reset();  // the same value again
  tree.lines[4].tick.reset();
  tree.lines[4].same_as = 2;
  CauseRows rows(tree);
  const NumberedPath all = path_of(tree, rows);
  CHECK(all.number_of(0) == 0);
  CHECK(all.number_of(1) == 2);
  CHECK(all.number_of(2) == 1);
  CHECK(all.number_of(3) == 0);
  CHECK(all.number_of(4) == 0);
  CHECK(all.path->steps.size() == 4);
  CHECK(all.path->steps[3].at == Point{3, 3});
  std::vector<std::pair<std::size_t, std::size_t>> links;
  for (const CausePath::Link& link : all.path->links) links.emplace_back(link.cause, link.effect);
  using Links = std::vector<std::pair<std::size_t, std::size_t>>;
  CHECK(links == Links{{1, 0}, {2, 1}, {3, 1}, {2, 1}});
  rows.set_open(1, false);
  const NumberedPath folded = path_of(tree, rows);
  CHECK(folded.path->steps.size() == 2);
  CHECK(folded.number_of(1) == 1);
  CHECK(folded.number_of(2) == 0);
}

TEST_CASE("a path has a limit") {
  CauseTree tree = tree_of({0, 1});
  while (tree.lines.size() < 1000) tree.lines.push_back(tree.lines.back());
  CauseRows rows(tree);
  CHECK(path_of(tree, rows).path->steps.size() == NumberedPath::max_steps);
}

}  // namespace
