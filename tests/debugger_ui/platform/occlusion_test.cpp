// A real window on a virtual display of its own, and another one in front of it.
#include "debugger_ui/platform/window.h"
#include "support/eventually.h"

#include <csignal>
#include <cstdlib>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include "x11_cover.h"
#include <doctest/doctest.h>

using namespace fungescope;

namespace {

// Runs Xvfb, and sets DISPLAY to it.
class VirtualScreen {
 public:
  VirtualScreen() {
    int channel[2];
    REQUIRE(pipe(channel) == 0);
    process_ = fork();
    REQUIRE(process_ >= 0);
    if (process_ == 0) {
      const std::string number = std::to_string(channel[1]);
      execlp("Xvfb", "Xvfb", "-displayfd", number.c_str(), "-screen", "0", "800x600x24",
             "-nolisten", "tcp", static_cast<char*>(nullptr));
      _exit(127);
    }
    close(channel[1]);
    std::string number;
    for (char c = 0; read(channel[0], &c, 1) == 1 && c != '\n';) number += c;
    close(channel[0]);
    started_ = !number.empty();
    if (started_) setenv("DISPLAY", (":" + number).c_str(), 1);
  }
  ~VirtualScreen() {
    kill(process_, SIGTERM);
    waitpid(process_, nullptr, 0);
    unsetenv("DISPLAY");
  }
  VirtualScreen(const VirtualScreen&) = delete;
  VirtualScreen& operator=(const VirtualScreen&) = delete;

  [[nodiscard]] bool started() const { return started_; }

 private:
  pid_t process_ = 0;
  bool started_ = false;
};

}  // namespace

TEST_CASE("a covered window has nothing to draw, until it is seen again") {
  const VirtualScreen screen;
  if (!screen.started()) {
    MESSAGE("skipped: Xvfb is not installed");
    return;
  }
  unsetenv("WAYLAND_DISPLAY");
  setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
  ui::InputQueue input;
  ui::WindowPlacement placement;
  placement.size = {500, 400};
  const auto made = ui::Window::create("covered", placement, input);
  REQUIRE_MESSAGE(made, to_string(made.error()));
  ui::Window& window = **made;
  const auto is_shown = [&] {
    window.wait_or_poll(0);
    return window.framebuffer_size().width > 0;
  };
  CHECK(test::eventually(is_shown));

  ui::test::X11Cover cover(800, 600);
  CHECK(test::eventually([&] { return !is_shown(); }));
  cover.move_to(20, 0);  // uncovers a part
  CHECK(test::eventually(is_shown));
  CHECK(window.take_damage());
}
