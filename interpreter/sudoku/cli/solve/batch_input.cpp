#include "sudoku/cli/solve/batch_input.h"

#include "front_end/file_input.h"
#include "front_end/interrupt.h"

#include <cerrno>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include <CLI/CLI.hpp>

namespace fungescope {

void add_filter_options(CLI::App& command, FilterOptions& options) {
  command.add_flag("--lines", options.each_line,
                   "Read one puzzle a line, and answer each line with one line");
  command.add_flag("--exit-zero", options.exit_zero,
                   "Exit with 0 if every puzzle was answered, be it refused");
  command.add_flag("--no-header", options.no_header, "Omit the header of csv");
}

namespace {

constexpr std::size_t read_size = std::size_t{1} << 16U;
constexpr int poll_milliseconds = 100;  // between checks of `stopped`

// Owns a descriptor, except standard input.
class InputDescriptor {
 public:
  explicit InputDescriptor(const std::string& file)
      : number_(file == "-" ? STDIN_FILENO : ::open(file.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~InputDescriptor() {
    if (number_ > STDIN_FILENO) ::close(number_);
  }
  InputDescriptor(const InputDescriptor&) = delete;
  InputDescriptor& operator=(const InputDescriptor&) = delete;
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

// Waits for input, or its end. Returns false if reading was stopped or cannot continue.
bool wait_for_more(int descriptor, const std::function<bool()>& stopped) {
  while (!stopped()) {
    const Wait wait = wait_for_input(descriptor, poll_milliseconds);
    if (wait != Wait::timed_out) return wait == Wait::ready;
  }
  return false;
}

// Converts the content of one file to tasks, passed on in chunks.
class FileReading {
 public:
  FileReading(const std::string& file, BatchInput::Mode mode, std::size_t chunk_size,
              const std::function<bool(std::vector<BatchTask>)>& take)
      : name_(std::make_shared<const std::string>(file == "-" ? "<stdin>" : file)),
        chunk_size_(chunk_size),
        take_(take),
        reader_(*name_, mode) {}

  // Each returns false to stop reading.
  bool feed(std::string_view bytes) {
    reader_.feed(bytes);
    return drain();
  }
  bool finish() {
    reader_.finish();
    return drain();
  }
  bool unreadable(int error) {
    chunk_.push_back({.kind = BatchTask::Kind::unreadable,
                      .file = name_,
                      .error = unreadable_file(*name_, error)});
    return flush_chunk();
  }
  [[nodiscard]] bool stopped() const { return reader_.stopped(); }

 private:
  bool drain() {
    while (auto record = reader_.next()) {
      BatchTask task{.file = name_, .line = record->line};
      task.set(std::move(record->puzzle));
      task.ends_file = !task.has_puzzle() && reader_.stopped() && reader_.is_drained();
      chunk_.push_back(std::move(task));
      if (chunk_.size() >= chunk_size_ && !flush_chunk()) return false;
    }
    return flush_chunk();
  }

  bool flush_chunk() {
    if (chunk_.empty()) return true;
    return take_(std::exchange(chunk_, {}));
  }

  std::shared_ptr<const std::string> name_;
  std::size_t chunk_size_;
  const std::function<bool(std::vector<BatchTask>)>& take_;
  puzzles::PuzzleReader reader_;
  std::vector<BatchTask> chunk_;
};

// Returns the size of a regular file; nothing for other files.
std::optional<std::uint64_t> size_of(const std::string& file) {
  struct stat status = {};
  const int failed = file == "-" ? ::fstat(STDIN_FILENO, &status) : ::stat(file.c_str(), &status);
  if (failed != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return static_cast<std::uint64_t>(status.st_size);
}

}  // namespace

bool standard_input_is_redirected() {
  // If it was closed, reserve_standard_descriptors has opened it write-only.
  const int flags = ::fcntl(STDIN_FILENO, F_GETFL);
  return flags != -1 && (flags & O_ACCMODE) != O_WRONLY && ::isatty(STDIN_FILENO) != 1;
}

BatchInput::BatchInput(std::vector<std::string> files, Mode mode)
    : files_(std::move(files)), mode_(mode) {
  for (const std::string& file : files_) {
    const auto size = size_of(file);
    if (!size) {
      total_bytes_ = 0;
      return;
    }
    total_bytes_ += *size;
  }
}

void BatchInput::read(std::size_t chunk_size,
                      const std::function<bool(std::vector<BatchTask>)>& take,
                      const std::function<bool()>& stopped) {
  std::string buffer(read_size, '\0');
  for (const std::string& file : files_) {
    FileReading reading(file, mode_, chunk_size, take);
    const InputDescriptor input(file);
    ssize_t count = input.number() < 0 ? -1 : 1;
    while (count > 0 && !reading.stopped()) {
      if (!wait_for_more(input.number(), stopped)) return;
      count = read_some(input.number(), buffer.data(), buffer.size());
      if (count < 0 && errno == EINTR) return;
      if (count <= 0) break;
      bytes_read_.fetch_add(static_cast<std::uint64_t>(count), std::memory_order_relaxed);
      if (!reading.feed({buffer.data(), static_cast<std::size_t>(count)})) return;
    }
    if (count < 0 ? !reading.unreadable(errno) : !reading.finish()) return;
  }
}

}  // namespace fungescope
