// Fibers in WebAssembly, by Binaryen's pass Asyncify. It gives functions that may be on the stack
// when a fiber suspends itself two more modes: unwinding, in which they save their locals and
// return, and rewinding, in which they restore them and call what they had called.
//
// Only the frames between `resume` and `suspend` are unwound, so the caller of `resume`, which may
// be anywhere in the window, needs no instrumentation. (Emscripten's own fibers unwind it too.)
// asyncify.cmake lists the functions that are instrumented, and says what happens to others.
#include "debugger_ui/background/cooperative/fiber.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <emscripten.h>
#include <utility>

extern "C" {
// In fiber_asyncify.js. `frames` is Asyncify's structure, `stack_pointer` is in and out.
void fiber_resume(fungescope::ui::Fiber* fiber, void* frames, std::byte** stack_pointer,
                  bool started);
void fiber_suspend(void* frames);
}

namespace fungescope::ui {
namespace {

constexpr std::size_t stack_size = std::size_t{1} << 20U;   // values whose address is taken
constexpr std::size_t frames_size = std::size_t{1} << 18U;  // locals, while suspended
constexpr std::uint64_t guard = 0x5afe'57ac'c0de'5afe;

Fiber* running = nullptr;

std::unique_ptr<std::byte[]> make_uninitialised(std::size_t size) {
  return std::unique_ptr<std::byte[]>(new std::byte[size]);
}

}  // namespace

struct Fiber::Context {
  static void enter(Fiber& fiber) { fiber.run(); }

  // The stack grows down to the guard.
  std::unique_ptr<std::byte[]> stack = make_uninitialised(stack_size);
  std::uint64_t* end = new (stack.get()) std::uint64_t(guard);
  std::byte* stack_pointer = stack.get() + stack_size;
  std::unique_ptr<std::byte[]> frames = make_uninitialised(frames_size);
  // Asyncify's structure: the end of the saved frames, and their limit. Beyond it Asyncify traps.
  struct {
    std::byte* end;
    std::byte* limit;
  } saved{frames.get(), frames.get() + frames_size};
  bool started = false;
};

Fiber::Fiber(std::function<void()> work)
    : work_(std::move(work)), context_(std::make_unique<Context>()) {}
Fiber::~Fiber() = default;

void Fiber::resume() {
  Context& context = *context_;
  running = this;
  fiber_resume(this, &context.saved, &context.stack_pointer, std::exchange(context.started, true));
  running = nullptr;
  if (*context.end != guard) {
    std::fputs("fungescope: a fiber's stack has overflowed; enlarge stack_size\n", stderr);
    std::abort();
  }
}

void Fiber::suspend() {
  fiber_suspend(&running->context_->saved);
}

}  // namespace fungescope::ui

extern "C" EMSCRIPTEN_KEEPALIVE void fiber_enter(fungescope::ui::Fiber* fiber) {
  fungescope::ui::Fiber::Context::enter(*fiber);
}
