// Fibers of native programs, for tests of the cooperative scheduler.
#include "debugger_ui/background/cooperative/fiber.h"

#include <cstddef>
#include <ucontext.h>
#include <utility>

namespace fungescope::ui {
namespace {

// As that of a thread: the system provides only the pages that are used.
constexpr std::size_t stack_size = std::size_t{8} << 20U;

Fiber* running = nullptr;

}  // namespace

struct Fiber::Context {
  static void enter() { running->run(); }

  ucontext_t fiber{};
  ucontext_t resumer{};
  std::unique_ptr<std::byte[]> stack = std::make_unique_for_overwrite<std::byte[]>(stack_size);
};

Fiber::Fiber(std::function<void()> work)
    : work_(std::move(work)), context_(std::make_unique<Context>()) {
  ::getcontext(&context_->fiber);
  context_->fiber.uc_stack.ss_sp = context_->stack.get();
  context_->fiber.uc_stack.ss_size = stack_size;
  context_->fiber.uc_link = &context_->resumer;
  ::makecontext(&context_->fiber, &Context::enter, 0);
}
Fiber::~Fiber() = default;

void Fiber::resume() {
  running = this;
  ::swapcontext(&context_->resumer, &context_->fiber);
  running = nullptr;
}

void Fiber::suspend() {
  Context& context = *running->context_;
  ::swapcontext(&context.fiber, &context.resumer);
}

}  // namespace fungescope::ui
