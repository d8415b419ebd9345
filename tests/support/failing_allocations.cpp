// A library to preload into a program, so that its allocations fail: from number
// FUNGESCOPE_FAIL_FROM of those of main() and of what it starts, FUNGESCOPE_FAIL_COUNT of them.
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <dlfcn.h>

namespace {

std::atomic<bool> started{false};
std::atomic<unsigned long> allocations{0};
unsigned long fail_from = 0;
unsigned long fail_count = 0;
int (*real_main)(int, char**, char**) = nullptr;

bool fails() {
  const bool failed = started && allocations++ - fail_from < fail_count;
  if (failed) errno = ENOMEM;
  return failed;
}

int counted_main(int argc, char** argv, char** environment) {
  fail_from = std::strtoul(std::getenv("FUNGESCOPE_FAIL_FROM"), nullptr, 10);
  fail_count = std::strtoul(std::getenv("FUNGESCOPE_FAIL_COUNT"), nullptr, 10);
  started = true;
  return real_main(argc, argv, environment);
}

}  // namespace

extern "C" {

void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);

void* malloc(std::size_t size) {
  return fails() ? nullptr : __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  return fails() ? nullptr : __libc_calloc(count, size);
}
void* realloc(void* memory, std::size_t size) {
  return fails() ? nullptr : __libc_realloc(memory, size);
}

int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(),
                      void (*fini)(), void (*loader_fini)(), void* stack_end) {
  real_main = main;
  const auto real =
      reinterpret_cast<decltype(&__libc_start_main)>(::dlsym(RTLD_NEXT, "__libc_start_main"));
  return real(counted_main, argc, argv, init, fini, loader_fini, stack_end);
}

}  // extern "C"
