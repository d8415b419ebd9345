#include "cli/solve/thread.h"

#include <algorithm>
#include <cerrno>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <system_error>
#include <thread>
#include <utility>

namespace fungescope {
namespace {

// About twenty times what solving takes, with the compilation of the JIT.
constexpr std::size_t stack_size = std::size_t{1} << 19U;
constexpr std::size_t guard_size = std::size_t{1} << 16U;  // a multiple of any page's size

void check(int error) {
  if (error != 0) throw std::system_error(error, std::generic_category());
}

// By default glibc reserves up to 128 MB of address space for a heap of each thread, of which it
// makes eight for each core. Where a limit leaves no room for one, it maps every allocation of the
// thread by itself, which is some fifty times slower.
void share_heap_if_address_space_is_short() {
#ifdef M_ARENA_MAX
  constexpr rlim_t reserved_for_heap = rlim_t{128} << 20U;
  const rlim_t heaps = rlim_t{8} * std::max(1U, std::thread::hardware_concurrency());
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
  if (limit.rlim_cur / reserved_for_heap < heaps) ::mallopt(M_ARENA_MAX, 1);
#endif
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
  [[maybe_unused]] static const bool once = (share_heap_if_address_space_is_short(), true);
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
