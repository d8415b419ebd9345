#include "differential/isolated.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

namespace fungescope::test {
namespace {

[[noreturn]] void run_here(const DifferentialCase& c, const MakeTier& make_tier, int output,
                           unsigned seconds) {
  alarm(seconds);
  const std::string difference = find_difference(c, make_tier);
  for (std::size_t done = 0; done < difference.size();) {
    const ssize_t written = write(output, difference.data() + done, difference.size() - done);
    if (written <= 0) break;
    done += static_cast<std::size_t>(written);
  }
  _exit(difference.empty() ? 0 : 1);
}

std::string read_all(int input) {
  std::string text;
  std::array<char, 4096> part{};
  for (;;) {
    const ssize_t size = read(input, part.data(), part.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return text;
    text.append(part.data(), static_cast<std::size_t>(size));
  }
}

}  // namespace

IsolatedOutcome run_isolated(const DifferentialCase& c, const MakeTier& make_tier,
                             unsigned seconds) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) {
    close(ends[0]);
    run_here(c, make_tier, ends[1], seconds);
  }
  close(ends[1]);
  std::string text = read_all(ends[0]);
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) {
    return {IsolatedOutcome::Kind::hung, fmt::format("still running after {} s", seconds)};
  }
  if (WIFSIGNALED(status)) {
    return {IsolatedOutcome::Kind::died, fmt::format("died of signal {}", WTERMSIG(status))};
  }
  const int code = WEXITSTATUS(status);
  if (code == 0) return {};
  if (code == 1) return {IsolatedOutcome::Kind::differed, std::move(text)};
  return {IsolatedOutcome::Kind::died, fmt::format("exited with {}", code)};
}

}  // namespace fungescope::test
