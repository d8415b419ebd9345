#include "debugger_ui/support/panel_stage.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/platform/png.h"
#include <cstdlib>
#include <doctest/doctest.h>
using namespace fungescope::ui;
TEST_CASE("gallery") {
  const std::string out = "/tmp/shots/lists/";
  const char* only = std::getenv("ONLY");
  struct P { const char* name; std::unique_ptr<Panel> (*make)(); };
  const P panels[] = {{"watches", make_watches_panel}, {"stack", make_stack_panel}, {"output", make_output_panel}, {"input", make_input_panel}, {"breakpoints", make_breakpoints_panel}, {"trace", make_trace_panel}, {"profile", make_profile_panel}};
  for (const auto& p : panels) {
    if (only && std::string(only) != p.name) continue;
    for (bool dark : {true, false}) for (auto size : {fungescope::ui::PixelSize{320, 400}, fungescope::ui::PixelSize{500, 300}}) {
      StageOptions o; o.size = size; o.dark = dark;
      const bool words = std::string(p.name) == "stack" && size.width == 500;
      if (words) o.source = "\"dlrow\t olleh\"99*9*9*9*9*9*9*9*9*9*9*9*:*:01-98v\n> > > > > > > > > > > > > > > > > > > > > > ^\n";
      PanelStage stage(p.make(), o);
      stage.submit("watch grid(2,5)"); stage.submit("watch top * 2"); stage.submit("watch depth > 10");
      stage.submit("break 10,3 west if depth > 2"); stage.submit("break change pspace hits 10 if tick > 100");
      stage.submit("break output \"no solution\""); stage.submit("break depth > 100 log \"x is {Solve::x}\""); stage.submit("break tick 5000"); stage.submit("disable 5");
      stage.seek(words ? 45 : 500000); if (!words) stage.submit("mark the first guess"); stage.seek(words ? 47 : 1200000); 
      if (std::string(p.name)=="output") {stage.submit("goto 99000000");}
      stage.draw(); stage.draw();
      if (words || std::string(p.name)=="watches" || std::string(p.name)=="trace" || std::string(p.name)=="profile") { stage.input().click(60, size.width == 500 ? 110 : 200); }
      for (int i = 0; i < 30; ++i) stage.draw();
      const std::string name = std::string(p.name) + (dark ? "_dark_" : "_light_") + std::to_string(size.width) + ".png";
      REQUIRE(fungescope::ui::write_png(out + name, stage.draw()));
    }
  }
}
