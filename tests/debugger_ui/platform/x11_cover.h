// Another window on the X display of the environment, in front of all others.
#pragma once

#include <memory>

namespace fungescope::ui::test {

class X11Cover {
 public:
  X11Cover(unsigned width, unsigned height);  // at the top left
  ~X11Cover();
  X11Cover(const X11Cover&) = delete;
  X11Cover& operator=(const X11Cover&) = delete;

  void move_to(int x, int y);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fungescope::ui::test
