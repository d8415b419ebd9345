// The input of a history so far: its bytes, and whether more can follow. Part of a recording, since
// program, seed and input determine the run. And the ports through which a history runs.
#pragma once

#include "vm/io.h"
#include "vm/machine.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace fungescope {

class InputLog {
 public:
  enum class End : std::uint8_t {
    open,    // the program waits after the last byte
    closed,  // the input ends after the last byte
  };

  InputLog() = default;
  explicit InputLog(std::string bytes, End end = End::open) : bytes_(std::move(bytes)), end_(end) {}

  [[nodiscard]] std::string_view bytes() const { return bytes_; }
  [[nodiscard]] bool closed() const { return end_ == End::closed; }
  void append(std::string_view bytes) { bytes_ += bytes; }
  void close() { end_ = End::closed; }

  friend bool operator==(const InputLog&, const InputLog&) = default;

 private:
  std::string bytes_;
  End end_ = End::open;
};

// Reads a run's input from a log, which it does not own.
class LogInput final : public Input {
 public:
  explicit LogInput(const InputLog& log) : log_(log) {}
  int at(std::uint64_t position) override {
    if (position < log_.bytes().size()) return static_cast<unsigned char>(log_.bytes()[position]);
    return log_.closed() ? end : not_yet;
  }

 private:
  const InputLog& log_;
};

// Stores the output of a recording, and forwards it.
class HistoryOutput final : public Output {
 public:
  // `kept`, null in a replay, starts at output position `begin` and stores at most `limit` bytes.
  // `next` may be null.
  HistoryOutput(const Machine& machine, std::string* kept, std::uint64_t begin, std::size_t limit,
                Output* next)
      : machine_(machine), kept_(kept), begin_(begin), limit_(limit), next_(next) {}

  bool write(std::string_view bytes) override {
    if (next_ != nullptr && !next_->write(bytes)) return false;
    keep(bytes);
    return true;
  }
  std::span<char> buffer() override {
    last_buffer_ = next_ == nullptr ? std::span<char>(buffer_) : next_->buffer();
    return last_buffer_;
  }
  void commit(std::size_t count) override {
    keep({last_buffer_.data(), count});
    if (next_ != nullptr) next_->commit(count);
  }

 private:
  void keep(std::string_view bytes) {
    if (kept_ == nullptr) return;
    // By position, since an instruction that was stopped and retried writes twice.
    const std::uint64_t position = machine_.output_size - begin_;
    if (position > kept_->size() || position > limit_) return;
    kept_->resize(position);
    kept_->append(bytes.substr(0, limit_ - position));
  }

  const Machine& machine_;
  std::string* kept_;
  std::uint64_t begin_;
  std::size_t limit_;
  Output* next_;
  std::span<char> last_buffer_;
  std::array<char, 4096> buffer_;
};

// Polled every few milliseconds during runs, seeks and searches, and while a large stack is copied.
class Monitor {
 public:
  virtual ~Monitor() = default;
  // Returns whether to continue. `now` is the machine's tick, `goal` the tick at which this run
  // would end (no_limit: unknown).
  virtual bool should_continue(Tick now, Tick goal) = 0;
};

// Collects the output from position `from` to `to`. As a monitor it ends the run that has printed
// it.
class OutputCapture final : public Output, public Monitor {
 public:
  OutputCapture(const Machine& machine, std::uint64_t from, std::uint64_t to)
      : machine_(machine), from_(from), to_(to) {}
  bool write(std::string_view bytes) override {
    std::uint64_t position = machine_.output_size;
    if (position >= to_) return false;
    for (const char byte : bytes) {
      if (position >= from_ && position < to_) text += byte;
      ++position;
    }
    return true;
  }
  std::span<char> buffer() override {
    const std::uint64_t wanted = to_ - std::min(to_, machine_.output_size);
    return {buffer_.data(),
            static_cast<std::size_t>(std::min<std::uint64_t>(wanted, buffer_.size()))};
  }
  void commit(std::size_t count) override { write({buffer_.data(), count}); }
  bool should_continue(Tick /*now*/, Tick /*goal*/) override { return text.size() < to_ - from_; }
  std::string text;

 private:
  const Machine& machine_;
  std::uint64_t from_;
  std::uint64_t to_;
  std::array<char, 4096> buffer_;
};

}  // namespace fungescope
