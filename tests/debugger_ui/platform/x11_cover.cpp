#include "x11_cover.h"

#include <X11/Xlib.h>
#include <stdexcept>

namespace fungescope::ui::test {

struct X11Cover::State {
  Display* display = nullptr;
  Window window = 0;
};

X11Cover::X11Cover(unsigned width, unsigned height) : state_(std::make_unique<State>()) {
  Display* const display = XOpenDisplay(nullptr);
  if (display == nullptr) throw std::runtime_error("there is no display");
  const Window root = DefaultRootWindow(display);
  *state_ = {display, XCreateSimpleWindow(display, root, 0, 0, width, height, 0, 0, 0)};
  XMapRaised(display, state_->window);
  XSync(display, False);
}

X11Cover::~X11Cover() {
  XCloseDisplay(state_->display);
}

void X11Cover::move_to(int x, int y) {
  XMoveWindow(state_->display, state_->window, x, y);
  XSync(state_->display, False);
}

}  // namespace fungescope::ui::test
