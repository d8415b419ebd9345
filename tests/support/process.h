// Runs a child process with pipes at its three standard streams.
#pragma once

#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace fungescope::test {

struct ProcessResult {
  int exit_code = -1;  // 128 + N if signal N killed it
  std::string out;
  std::string err;
};

class Process {
 public:
  // arguments[0] is the program's path.
  explicit Process(const std::vector<std::string>& arguments);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();

  void write(std::string_view bytes) const;
  void close_input();
  void close_output();
  void close_error();
  // Waits for `count` bytes of output, or for its end.
  std::string read(std::size_t count);
  void signal(int number) const;

  // Wait until it blocks: on an output pipe that is full, or with all input read and every thread
  // asleep. Both return false after ten minutes.
  [[nodiscard]] bool wait_for_full_output() const;
  [[nodiscard]] bool wait_for_idle() const;
  [[nodiscard]] bool has_ended() const;
  // Waits until it has ended without its output being read. Returns false after ten minutes.
  [[nodiscard]] bool wait_for_end() const;

  // Closes the input, takes the rest of the output, and waits.
  ProcessResult finish();

 private:
  pid_t child_ = -1;
  int input_ = -1;
  int output_ = -1;
  int error_ = -1;
};

// Runs a process to its end with a small input.
ProcessResult run_process(const std::vector<std::string>& arguments, std::string_view input = "");

}  // namespace fungescope::test
