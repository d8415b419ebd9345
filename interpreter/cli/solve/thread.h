// A thread whose stack is small, and returned to the system when it has been joined.
//
// std::thread takes 8 MB of address space for a stack and the C library keeps it for the next
// thread, so that with a limit (ulimit -v) too little remains for the work. With a low limit, all
// threads also share one heap.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <pthread.h>

namespace fungescope {

class Thread {
 public:
  // Not a thread.
  Thread() = default;
  // Starts `work`, which must not throw. Throws std::system_error or std::bad_alloc if the system
  // cannot.
  explicit Thread(std::function<void()> work);
  Thread(Thread&& other) noexcept = default;
  // Must not be a thread that has not been joined.
  Thread& operator=(Thread&& other) noexcept = default;
  ~Thread() = default;

  [[nodiscard]] bool joinable() const { return start_ != nullptr; }
  void join();

 private:
  // A mapping, with a page at its lower end that cannot be accessed.
  class Stack {
   public:
    Stack();
    ~Stack();
    Stack(const Stack&) = delete;
    Stack& operator=(const Stack&) = delete;
    [[nodiscard]] void* lower_end() const;
    [[nodiscard]] std::size_t size() const;

   private:
    void* mapping_;
  };
  struct Start {
    std::function<void()> work;
    Stack stack;
  };

  std::unique_ptr<Start> start_;  // must outlive the thread
  pthread_t id_{};
};

}  // namespace fungescope
