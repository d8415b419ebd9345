#include "debugger_ui/app/layout/tiling.h"

#include "base/json.h"
#include "debugger_ui/app/layout/layout_presets.h"
#include "debugger_ui/app/test.h"

namespace {

bool everything(PanelId /*panel*/) {
  return true;
}

bool overlap(const Box& a, const Box& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

std::vector<std::pair<LayoutPreset, ProgramKind>> all_layouts() {
  std::vector<std::pair<LayoutPreset, ProgramKind>> all;
  for (std::size_t layout = 0; layout < tiled_layouts; ++layout) {
    for (std::size_t kind = 0; kind < program_kind_names.size(); ++kind) {
      all.emplace_back(static_cast<LayoutPreset>(layout), static_cast<ProgramKind>(kind));
    }
  }
  return all;
}

void check_covered(Tiling& tiling, const Box& area, const Tiling::Shown& shown) {
  const auto all = tiling.arrange(area, 4, shown);
  std::vector<Box> boxes;
  for (const auto& placement : all.placements) boxes.push_back(placement.box);
  for (const auto& handle : all.splitters) boxes.push_back(handle.box);
  float covered = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    covered += boxes[i].width * boxes[i].height;
    for (std::size_t j = 0; j < i; ++j) CHECK_FALSE(overlap(boxes[i], boxes[j]));
  }
  CHECK(covered == doctest::Approx(area.width * area.height));
}

}  // namespace

TEST_CASE("tiles and splitters cover the window without overlaps") {
  const auto no_sudoku = [](PanelId panel) {
    return panel != PanelId::board && panel != *find_panel("puzzle") && panel != PanelId::regions;
  };
  for (const auto& [layout, kind] : all_layouts()) {
    for (const Box area : {Box{4, 60, 1272, 700}, Box{0, 0, 1920, 1200}, Box{0, 0, 900, 600}}) {
      Tiling tiling = make_tiling(layout, kind);
      check_covered(tiling, area, everything);
      check_covered(tiling, area, no_sudoku);
    }
  }
}

TEST_CASE("at 900x600, every tile has a usable size") {
  for (const auto& [layout, kind] : all_layouts()) {
    Tiling tiling = make_tiling(layout, kind);
    for (const auto& placement : tiling.arrange({4, 60, 892, 510}, 4, everything).placements) {
      CHECK(placement.box.width >= 150);
      CHECK(placement.box.height >= 90);
    }
  }
}

TEST_CASE("a tiling round-trips through JSON") {
  Tiling tiling = make_tiling(LayoutPreset::solver);
  tiling.bring_to_front(*find_panel("puzzle"));
  tiling.move(PanelId::console, PanelId::playfield, Side::below);
  const auto json = tiling.to_json();
  const auto again = Tiling::from_json(json);
  REQUIRE(again);
  CHECK(again->to_json() == json);
}

TEST_CASE("invalid JSON gives no tiling") {
  CHECK_FALSE(Tiling::from_json(Json()));
  CHECK_FALSE(Tiling::from_json(Json{{"panels", 3}}));
  CHECK_FALSE(Tiling::from_json(Json{{"panels", {"stack", "stack"}}}));
  CHECK_FALSE(Tiling::from_json(Json{{"panels", Json::array()}}));
  CHECK_FALSE(Tiling::from_json(Json{{"split", "stacked"}, {"ratio", 0.5}}));
  CHECK(Tiling::from_json(Json{{"panels", {"stack", "of a later version"}}}));
}

TEST_CASE("a tile of an earlier version's output shows the console") {
  auto tiling = Tiling::from_json(Json{{"panels", {"output", "input", "stack"}}});
  REQUIRE(tiling);
  REQUIRE(tiling->find(PanelId::console) != nullptr);
  CHECK(tiling->find(PanelId::console)->panels.size() == 2);
}

TEST_CASE("only programs with the sudoku's regions have its panels in their layouts") {
  for (const auto& [layout, kind] : all_layouts()) {
    Tiling tiling = make_tiling(layout, kind);
    CHECK((tiling.find(*find_panel("puzzle")) != nullptr) ==
          (kind == ProgramKind::own && layout != LayoutPreset::profile &&
           layout != LayoutPreset::embed));
    CHECK((tiling.find(PanelId::board) != nullptr) ==
          (kind != ProgramKind::plain && layout != LayoutPreset::embed));
    CHECK(tiling.find(PanelId::console) != nullptr);
  }
}

TEST_CASE("panels move, close, reopen and are maximised") {
  Tiling tiling = make_tiling(LayoutPreset::code);
  const auto tiles = [&] {
    return tiling.arrange({0, 0, 1000, 800}, 4, everything).placements.size();
  };
  const auto before = tiles();
  tiling.move(PanelId::stack, PanelId::playfield, Side::centre);
  CHECK(tiling.find(PanelId::stack) == tiling.find(PanelId::playfield));
  CHECK(tiling.find(PanelId::stack)->front == PanelId::stack);
  CHECK(tiles() == before - 1);
  tiling.move(PanelId::stack, PanelId::stack, Side::below);
  CHECK(tiles() == before);
  tiling.close(PanelId::stack);
  CHECK(tiling.find(PanelId::stack) == nullptr);
  tiling.open(PanelId::stack, home_of(PanelId::stack));
  CHECK(tiling.find(PanelId::stack) == tiling.find(PanelId::watches));
  tiling.toggle_maximised(PanelId::stack);
  CHECK(tiles() == 1);
  tiling.toggle_maximised(PanelId::stack);
  CHECK(tiles() > 1);
}

TEST_CASE("every panel has a name, and is in a layout or has a home panel") {
  for (int i = 0; i < static_cast<int>(PanelId::count); ++i) {
    const auto panel = static_cast<PanelId>(i);
    CHECK(find_panel(name_of(panel)) == panel);
    Tiling tiling = make_tiling(LayoutPreset::solver);
    tiling.open(panel, home_of(panel));
    CHECK(tiling.find(panel) != nullptr);
  }
}
