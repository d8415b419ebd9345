#include "debugger_ui/panels/common/cell_format.h"
#include "debugger_ui/panels/common/panels.h"
#include "debugger_ui/support/panel_fixture.h"

#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace fungescope;
using namespace fungescope::ui;

TEST_CASE("numbers are compact") {
  CHECK(compact_decimal(0) == "0");
  CHECK(compact_decimal(-99'999) == "-99999");
  CHECK(compact_decimal(123'456) == "123k");
  CHECK(compact_decimal(-45'999'999) == "-45M");
  CHECK(compact_decimal(std::numeric_limits<std::int64_t>::min()) == "-9E");
  CHECK(compact_hex(0xffff) == "FFFF");
  CHECK(compact_hex(-26) == "-1A");
  CHECK(compact_hex(0x1234567890) == "~4567890");
}

TEST_CASE("cells are as wide as the widest value") {
  const std::vector<std::int64_t> values{0, 17, -3, 123'456};
  CHECK(characters_per_cell({Encoding::Kind::decimal}, values) == 4);
  CHECK(characters_per_cell({Encoding::Kind::ascii}, values) == 1);
  CHECK(characters_per_cell({Encoding::Kind::boolean}, values) == 1);
}

TEST_CASE("a value is formatted with its hexadecimal form and its character") {
  CHECK(value_in_words(88) == "88 · 0x58 · 'X'");
  CHECK(value_in_words(-1) == "-1");
}

TEST_CASE("a click in a region selects the playfield's cell") {
  PanelFixture fixture(make_regions_panel(), {.size = {900, 900}});
  fixture.seek(150'000);
  fixture.draw();
  fixture.input().move(30, 80);
  fixture.draw();
  REQUIRE(fixture.selection().hovered);
  const Point at = *fixture.selection().hovered;
  const Region* const grid = fixture.snapshot().program->symbols.region("grid");
  REQUIRE(grid != nullptr);
  CHECK(grid->area.contains(at));
  fixture.input().click(30, 80);
  fixture.draw();
  CHECK(fixture.selection().cell == at);
}

TEST_CASE("hidden regions are saved") {
  const auto panel = make_regions_panel();
  nlohmann::ordered_json settings;
  settings["hidden"] = {"pspace"};
  settings["zoom"] = 3;
  panel->load(settings);
  nlohmann::ordered_json saved;
  panel->save(saved);
  CHECK(saved == settings);
  panel->load({{"hidden", 7}, {"zoom", "x"}});  // invalid settings
  panel->save(saved);
  CHECK(saved == settings);
}

TEST_CASE("regions of any size are drawn") {
  PanelFixture fixture(make_regions_panel(),
                       {.size = {400, 400},
                        .source = "1+@\n#$region[0,0](200x100):hex = large\n"
                                  "#$region[0,0](3x1):bool = small\n" +
                                  std::string(200, '1') + std::string(120, '\n')});
  fixture.draw();
  CHECK(fixture.snapshot().regions.size() == 2);
}
