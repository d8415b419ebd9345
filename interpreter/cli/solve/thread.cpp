#include "cli/solve/thread.h"

#include <cerrno>
#include <sys/mman.h>
#include <system_error>
#include <utility>

namespace fungescope {
namespace {

// About twenty times what solving takes, with the compilation of the JIT.
constexpr std::size_t stack_size = std::size_t{1} << 19U;
constexpr std::size_t guard_size = std::size_t{1} << 16U;  // a multiple of any page's size

void check(int error) {
  if (error != 0) throw std::system_error(error, std::generic_category());
}

}  // namespace

Thread::Stack::Stack()
    : mapping_(::mmap(nullptr, guard_size + stack_size, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0)) {
  if (mapping_ == MAP_FAILED) check(errno);
  if (::mprotect(lower_end(), stack_size, PROT_READ | PROT_WRITE) == 0) return;
  const int error = errno;
  ::munmap(mapping_, guard_size + stack_size);
  check(error);
}

Thread::Stack::~Stack() {
  ::munmap(mapping_, guard_size + stack_size);
}

void* Thread::Stack::lower_end() const {
  return static_cast<char*>(mapping_) + guard_size;
}

std::size_t Thread::Stack::size() const {
  return stack_size;
}

Thread::Thread(std::function<void()> work) : start_(new Start{std::move(work), {}}) {
  pthread_attr_t attributes;
  check(::pthread_attr_init(&attributes));
  int error = ::pthread_attr_setstack(&attributes, start_->stack.lower_end(), start_->stack.size());
  const auto run = [](void* start) -> void* {
    static_cast<Start*>(start)->work();
    return nullptr;
  };
  if (error == 0) error = ::pthread_create(&id_, &attributes, run, start_.get());
  ::pthread_attr_destroy(&attributes);
  check(error);
}

void Thread::join() {
  ::pthread_join(id_, nullptr);
  start_ = nullptr;
}

}  // namespace fungescope
