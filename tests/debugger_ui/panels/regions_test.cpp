#include "debugger_ui/panels/common/cell_format.h"
#include "debugger_ui/panels/test.h"

#include <limits>

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

TEST_CASE("a click in a region selects the playfield's cell") {
  PanelFixture fixture(make_regions_panel(), {.size = {900, 900}}, {"goto 150000"});
  fixture.hover("grid", {0.2F, 0.4F});
  REQUIRE(fixture.selection().hovered);
  const Point at = *fixture.selection().hovered;
  const Region* const grid = fixture.snapshot().program->symbols.region("grid");
  REQUIRE(grid != nullptr);
  CHECK(grid->area.contains(at));
  fixture.click("grid", {0.2F, 0.4F});
  CHECK(fixture.selection().cell == at);
}

TEST_CASE("hidden regions are saved") {
  const auto panel = make_regions_panel();
  const Json settings{{"hidden", {"pspace"}}};
  panel->load(settings);
  CHECK(saved_by(*panel) == settings);
  panel->load({{"hidden", 7}});  // invalid settings
  CHECK(saved_by(*panel) == settings);
}

TEST_CASE("regions of any size are drawn") {
  PanelFixture fixture(make_regions_panel(),
                       {.size = {400, 400},
                        .source = "1+@\n#$region[0,0](200x100):hex = large\n"
                                  "#$region[0,0](3x1):bool = small\n" +
                                  std::string(200, '1') + std::string(120, '\n')});
  CHECK(fixture.snapshot().regions.size() == 2);
}

TEST_CASE("a region is renamed and deleted in its menu, and comes back") {
  PanelFixture fixture(make_regions_panel(),
                       {.size = {500, 400}, .source = "12+.@\n#$region[0,0](3x1):ascii = given\n"},
                       {"region mine = 0,0,5,1:hex"});
  fixture.choose("mine", "rename\u2026");
  const auto names = [&] {
    std::string text;
    for (const Region& region : fixture.snapshot().program->symbols.regions()) {
      text += region.name + " ";
    }
    return text;
  };
  fixture.answer("given");  // taken: the form stays, with the error
  CHECK(names() == "given mine ");
  fixture.answer("yours");
  CHECK(names() == "given yours ");
  CHECK(fixture.notices.empty());

  fixture.choose("yours", "delete");
  CHECK(names() == "given ");
  CHECK(fixture.lines == Lines{"region delete yours"});
}

TEST_CASE("a region of the source is not renamed or deleted, and can be hidden") {
  PanelFixture fixture(make_regions_panel(),
                       {.size = {500, 400}, .source = "12+.@\n#$region[0,0](3x1):ascii = given\n"});
  fixture.click("given", item_middle, MouseButton::right);
  static_cast<void>(fixture.click_widget("delete"));
  CHECK(fixture.lines.empty());
  CHECK(fixture.snapshot().program->symbols.regions().size() == 1);
  REQUIRE(fixture.click_widget("hide"));
  CHECK_FALSE(fixture.has("given"));
}
