#include "front_end/interrupt.h"

#include "support/test.h"

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

namespace {

struct Ended {
  int status = 0;  // of waitpid
  std::string error;
};

// Does `work` in a process of its own, which has the handler.
template <class Work>
Ended in_child(Work work) {
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ::dup2(ends[1], STDERR_FILENO);
    std::signal(SIGINT, SIG_DFL);
    install_interrupt_handling();
    work();
    ::_exit(interrupt_count());
  }
  ::close(ends[1]);
  Ended ended;
  char byte = 0;
  while (::read(ends[0], &byte, 1) == 1) ended.error += byte;
  ::close(ends[0]);
  REQUIRE(::waitpid(child, &ended.status, 0) == child);
  return ended;
}

void interrupt(int times) {
  for (int i = 0; i < times; ++i) std::raise(SIGINT);
}

}  // namespace

TEST_CASE("the second Ctrl-C kills, unless the first was handled") {
  const Ended killed = in_child([] { interrupt(2); });
  CHECK(WIFSIGNALED(killed.status));
  CHECK(WTERMSIG(killed.status) == SIGINT);
  const Ended handled = in_child([] {
    interrupt(1);
    clear_interrupt();
    interrupt(1);
  });
  CHECK(WEXITSTATUS(handled.status) == 1);
}

TEST_CASE("no Ctrl-C kills a process that survives them: they are counted, and the second hints") {
  const Ended ended = in_child([] {
    survive_interrupts("a hint\n");
    interrupt(4);
    clear_interrupt();
    if (!interrupted()) interrupt(3);
  });
  CHECK(WIFEXITED(ended.status));
  CHECK(WEXITSTATUS(ended.status) == 3);
  CHECK(ended.error == "a hint\na hint\n");
}
