#include "debugger_ui/app/layout/settings.h"

#include "debugger_ui/app/test.h"

namespace {

std::string save_to(const std::string& path, const Settings& settings) {
  SettingsFile file;
  file.open(path);
  return file.save(settings);
}

}  // namespace

TEST_CASE("settings round-trip through a file") {
  const test::Scratch scratch;
  Settings settings;
  settings.dark = false;
  settings.font_family = "Iosevka";
  settings.font_size = 19;
  settings.speed = 2500;
  settings.layout = LayoutPreset::code;
  settings.tilings.wide[0][1] = make_tiling(LayoutPreset::profile);
  settings.tilings.wide[2][0] = make_tiling(LayoutPreset::solver, ProgramKind::plain);
  settings.window.position = WindowPlacement::Position{-5, 7};
  settings.window.maximized = true;
  settings.add_recent("a.b93");
  settings.add_recent("b.b93");
  settings.add_recent("a.b93");
  settings.history = {"break 1,2"};
  settings.panels["playfield"] = {{"overlay", "reads"}};
  const std::string path = scratch / "window.json";
  REQUIRE(save_to(path, settings).empty());

  std::string problem;
  SettingsFile file;
  file.open(path);
  const Settings again = settings_from(file.load(problem));
  CHECK(problem.empty());
  CHECK(to_json(again) == to_json(settings));
  CHECK(again.font_family == "Iosevka");
  CHECK(again.recent == Lines{"a.b93", "b.b93"});
}

TEST_CASE("a damaged file is renamed and reported") {
  const test::Scratch scratch;
  const std::string path = scratch.file("window.json", R"({"theme": "li)");
  std::string problem;
  SettingsFile file;
  file.open(path);
  CHECK(to_json(settings_from(file.load(problem))) == to_json(Settings()));
  CHECK(problem.find("window.json.broken") != std::string::npos);
  CHECK(test::file_bytes(path + ".broken") == R"({"theme": "li)");
  CHECK(file.save(Settings()).empty());
  CHECK(std::filesystem::exists(path));
}

TEST_CASE("members of the wrong type get defaults") {
  const auto json = nlohmann::ordered_json::parse(
      R"({"theme": 3, "font_size": "big", "speed": [], "layout": 9, "window": 1,
          "tiles": {"solver": 4}, "recent": {"a": 1}, "commands": [1, "where"], "panels": []})");
  const Settings settings = settings_from(json);
  CHECK(settings.font_size == Settings().font_size);
  CHECK(settings.layout == LayoutPreset::solver);
  CHECK(settings.tilings.wide[0][0].to_json() == make_tiling(LayoutPreset::solver).to_json());
  CHECK(settings.history == Lines{"where"});
}

TEST_CASE("a missing file is no error; unchanged settings are not written again") {
  const test::Scratch scratch;
  std::string problem;
  const std::string path = scratch / "none.json";
  SettingsFile file;
  file.open(path);
  CHECK(file.load(problem).is_null());
  CHECK(problem.empty());
  REQUIRE(file.save(Settings()).empty());
  CHECK(std::filesystem::remove(path));
  REQUIRE(file.save(Settings()).empty());
  CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("members of a newer version are kept") {
  const auto json = nlohmann::ordered_json::parse(R"({"theme": "light", "sounds": {"bell": 3}})");
  const auto written = to_json(settings_from(json));
  CHECK(written["sounds"] == json["sounds"]);
  CHECK(written["theme"] == "light");
}
