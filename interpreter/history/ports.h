// The ports of a machine under a history: input from the log, output by position.
#pragma once

#include "history/input_log.h"
#include "vm/io.h"
#include "vm/machine.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace fungescope {

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

// Records output, and forwards it to the output of the hooks.
class HistoryOutput final : public Output {
 public:
  // `kept` (null in a replay) begins at output position `begin`.
  HistoryOutput(const Machine& machine, std::string* kept, std::uint64_t begin, std::size_t most,
                Output* next)
      : machine_(machine), kept_(kept), begin_(begin), most_(most), next_(next) {}

  bool write(std::string_view bytes) override {
    if (next_ != nullptr && !next_->write(bytes)) return false;
    keep(bytes);
    return true;
  }
  std::span<char> room() override {
    offered_ = next_ == nullptr ? std::span<char>(own_room_) : next_->room();
    return offered_;
  }
  void took(std::size_t count) override {
    keep({offered_.data(), count});
    if (next_ != nullptr) next_->took(count);
  }

 private:
  void keep(std::string_view bytes) {
    if (kept_ == nullptr) return;
    // By position, because an instruction that was stopped and retried writes twice.
    const std::uint64_t place = machine_.output_size - begin_;
    if (place > kept_->size() || place > most_) return;
    kept_->resize(place);
    kept_->append(bytes.substr(0, most_ - place));
  }

  const Machine& machine_;
  std::string* kept_;
  std::uint64_t begin_;
  std::size_t most_;
  Output* next_;
  std::span<char> offered_;
  std::array<char, 4096> own_room_;
};

// Collects an interval of the output, by position.
class OutputCapture final : public Output {
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
  std::span<char> room() override {
    const std::uint64_t wanted = to_ - std::min(to_, machine_.output_size);
    return {room_.data(), static_cast<std::size_t>(std::min<std::uint64_t>(wanted, room_.size()))};
  }
  void took(std::size_t count) override { write({room_.data(), count}); }
  [[nodiscard]] bool complete() const { return text.size() == to_ - from_; }
  std::string text;

 private:
  const Machine& machine_;
  std::uint64_t from_;
  std::uint64_t to_;
  std::array<char, 4096> room_;
};

}  // namespace fungescope
