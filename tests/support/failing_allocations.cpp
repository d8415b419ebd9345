// A library to preload into a program, so that its allocations fail: from number
// FUNGESCOPE_FAIL_FROM of those of main() and of what it starts, FUNGESCOPE_FAIL_COUNT of them;
// and the starting of threads, from number FUNGESCOPE_FAIL_THREAD.
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <dlfcn.h>
#include <pthread.h>

namespace {

std::atomic<bool> started{false};
std::atomic<unsigned long> allocations{0};
unsigned long fail_from = 0;
unsigned long fail_count = 0;
std::atomic<unsigned long> threads{0};
unsigned long fail_thread = 0;
int (*real_main)(int, char**, char**) = nullptr;

bool fails() {
  const bool failed = started && allocations++ - fail_from < fail_count;
  if (failed) errno = ENOMEM;
  return failed;
}

unsigned long number_in(const char* variable, unsigned long fallback) {
  const char* const text = std::getenv(variable);
  return text ? std::strtoul(text, nullptr, 10) : fallback;
}

int counted_main(int argc, char** argv, char** environment) {
  fail_from = number_in("FUNGESCOPE_FAIL_FROM", 0);
  fail_count = number_in("FUNGESCOPE_FAIL_COUNT", 0);
  fail_thread = number_in("FUNGESCOPE_FAIL_THREAD", ~0UL);
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

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*),
                   void* argument) {
  if (threads++ >= fail_thread) return EAGAIN;
  const auto real =
      reinterpret_cast<decltype(&pthread_create)>(::dlsym(RTLD_NEXT, "pthread_create"));
  return real(thread, attributes, body, argument);
}

int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(),
                      void (*fini)(), void (*loader_fini)(), void* stack_end) {
  real_main = main;
  const auto real =
      reinterpret_cast<decltype(&__libc_start_main)>(::dlsym(RTLD_NEXT, "__libc_start_main"));
  return real(counted_main, argc, argv, init, fini, loader_fini, stack_end);
}

}  // extern "C"
