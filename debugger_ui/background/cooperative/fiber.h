// A function with a stack of its own, which can be left in the middle and resumed later.
// Implemented in fiber_asyncify.cpp for WebAssembly; tests have one for native programs.
#pragma once

#include <functional>
#include <memory>

namespace fungescope::ui {

class Fiber {
 public:
  // `work` begins with the first `resume`.
  explicit Fiber(std::function<void()> work);
  // Frees the stack. What a fiber that has not ended holds there is lost.
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  // Runs the work until it suspends itself or ends. Not to be called by a fiber.
  void resume();
  [[nodiscard]] bool ended() const { return ended_; }

  // Called by the work: returns from `resume`.
  static void suspend();

  struct Context;

 private:
  void run() {
    work_();
    work_ = nullptr;
    ended_ = true;
  }

  std::function<void()> work_;
  bool ended_ = false;
  std::unique_ptr<Context> context_;
};

}  // namespace fungescope::ui
