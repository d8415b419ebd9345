#include "support/process.h"

#include "support/eventually.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace fungescope::test {
namespace {

using Pipe = std::array<int, 2>;

Pipe make_pipe() {
  Pipe ends{};
  if (::pipe(ends.data()) != 0) std::abort();
  return ends;
}

void close_once(int& descriptor) {
  if (descriptor >= 0) ::close(std::exchange(descriptor, -1));
}

int unread_bytes(int pipe) {
  int bytes = 0;
  return ::ioctl(pipe, FIONREAD, &bytes) == 0 ? bytes : 0;
}

// proc(5): "PID (NAME) STATE ...", and a name may hold anything.
bool is_asleep(const std::filesystem::path& thread) {
  std::ifstream file(thread / "stat");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::size_t name_end = text.rfind(") ");
  return name_end != std::string::npos && text[name_end + 2] == 'S';
}

bool all_threads_sleep(pid_t process) {
  std::error_code error;
  for (const auto& thread :
       std::filesystem::directory_iterator("/proc/" + std::to_string(process) + "/task", error)) {
    if (!is_asleep(thread.path())) return false;
  }
  return true;
}

[[noreturn]] void become(const std::vector<std::string>& arguments) {
  std::vector<char*> words;
  words.reserve(arguments.size() + 1);
  for (const std::string& argument : arguments) {
    words.push_back(const_cast<char*>(argument.c_str()));
  }
  words.push_back(nullptr);
  ::execv(words[0], words.data());
  ::_exit(127);
}

}  // namespace

Process::Process(const std::vector<std::string>& arguments) {
  std::signal(SIGPIPE, SIG_IGN);
  const Pipe in = make_pipe();
  const Pipe out = make_pipe();
  const Pipe err = make_pipe();
  child_ = ::fork();
  if (child_ == 0) {
    ::dup2(in[0], STDIN_FILENO);
    ::dup2(out[1], STDOUT_FILENO);
    ::dup2(err[1], STDERR_FILENO);
    for (const Pipe& ends : {in, out, err}) {
      ::close(ends[0]);
      ::close(ends[1]);
    }
    std::signal(SIGPIPE, SIG_DFL);
    become(arguments);
  }
  ::close(in[0]);
  ::close(out[1]);
  ::close(err[1]);
  input_ = in[1];
  output_ = out[0];
  error_ = err[0];
}

Process::~Process() {
  if (child_ > 0) {
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
  }
  close_once(input_);
  close_once(output_);
  close_once(error_);
}

void Process::write(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t written = ::write(input_, bytes.data(), bytes.size());
    if (written <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void Process::close_input() {
  close_once(input_);
}
void Process::close_output() {
  close_once(output_);
}
void Process::close_error() {
  close_once(error_);
}
void Process::signal(int number) const {
  ::kill(child_, number);
}

std::string Process::read(std::size_t count) {
  std::string bytes;
  char byte = 0;
  while (bytes.size() < count && ::read(output_, &byte, 1) == 1) bytes += byte;
  return bytes;
}

bool Process::wait_for_full_output() const {
  // A page of the pipe may be partly used.
  const int enough = ::fcntl(output_, F_GETPIPE_SZ) / 2;
  return eventually([&] { return unread_bytes(output_) >= enough && all_threads_sleep(child_); });
}

bool Process::wait_for_idle() const {
  // The process may be delayed.
  int sleeps = 0;
  return eventually([&] {
    sleeps = unread_bytes(input_) == 0 && all_threads_sleep(child_) ? sleeps + 1 : 0;
    return sleeps == 20;
  });
}

bool Process::has_ended() const {
  siginfo_t ended{};
  return ::waitid(P_PID, static_cast<id_t>(child_), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         ended.si_pid == child_;
}

bool Process::wait_for_end() const {
  return eventually([this] { return has_ended(); });
}

ProcessResult Process::finish() {
  close_input();
  ProcessResult outcome;
  // Reads both streams concurrently: a child that fills one while we wait for the other would hang.
  std::array<char, 4096> buffer{};
  while (output_ >= 0 || error_ >= 0) {
    std::array<pollfd, 2> waits{pollfd{output_, POLLIN, 0}, pollfd{error_, POLLIN, 0}};
    if (::poll(waits.data(), waits.size(), -1) < 0 && errno != EINTR) break;
    for (std::size_t i = 0; i < waits.size(); ++i) {
      if (waits[i].revents == 0) continue;
      int& descriptor = i == 0 ? output_ : error_;
      const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
      if (count <= 0) {
        close_once(descriptor);
      } else {
        (i == 0 ? outcome.out : outcome.err).append(buffer.data(), static_cast<std::size_t>(count));
      }
    }
  }
  int status = 0;
  ::waitpid(std::exchange(child_, -1), &status, 0);
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return outcome;
}

ProcessResult run_process(const std::vector<std::string>& arguments, std::string_view input) {
  Process process(arguments);
  process.write(input);
  return process.finish();
}

}  // namespace fungescope::test
