// How a running program meets the world: bytes in, bytes out, warnings aside.
//
// The interpreters know only these interfaces. A port may stop the run: an
// input that has no byte *yet* (a debugger's queue is empty, Ctrl-C came during
// the wait) or an output that nobody reads any more. The instruction that met
// it is then not executed: its tick has not passed, and running again retries it.
// (One exception to "nothing happened": the question that `x/0` asks in the dialect
// `bef` has been written before its answer was missing, and is written again by
// the retry. Machine::output_size does not count it until it is answered.)
#pragma once

#include "lang/geometry.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace fungescope {

class Input {
 public:
  static constexpr int end = -1;      // no more bytes, now and for ever
  static constexpr int not_yet = -2;  // none now: the run stops with `input_wait`

  virtual ~Input() = default;
  // The byte at `position` (counted from the start of all input) as 0..255, or
  // `end` or `not_yet`. Positions are asked in order; an implementation need
  // keep no byte before the lowest position of the machines that use it.
  virtual int at(std::uint64_t position) = 0;
};

class Output {
 public:
  virtual ~Output() = default;
  // Takes all of `bytes`, or nothing and returns false: the reader is gone and
  // the run stops with `output_closed`.
  virtual bool write(std::string_view bytes) = 0;

  // Memory for the next bytes, which saves their writer the calls: after `took(n)` its first `n`
  // bytes have been written, and are never refused. Good until anything else is asked of the output
  // or an input is asked for a byte. Empty, which is always allowed: there is none now, `write`.
  virtual std::span<char> room() { return {}; }
  // At most as many as there was room for.
  virtual void took(std::size_t /*count*/) {}
};

class Warnings {
 public:
  virtual ~Warnings() = default;
  // A doubtful act that the dialect lets pass (Doubt::warn), at a cell and tick.
  virtual void warn(Point at, std::uint64_t tick, std::string_view what) = 0;
};

// What a run is connected to. `warnings` may be null: nobody listens.
struct Ports {
  Input& input;
  Output& output;
  Warnings* warnings = nullptr;
};

// Input from, and output to, memory.
class StringInput final : public Input {
 public:
  explicit StringInput(std::string bytes) : bytes_(std::move(bytes)) {}
  int at(std::uint64_t position) override {
    return position < bytes_.size() ? static_cast<unsigned char>(bytes_[position]) : end;
  }

 private:
  std::string bytes_;
};

class StringOutput final : public Output {
 public:
  bool write(std::string_view bytes) override {
    text.append(bytes);
    return true;
  }
  std::span<char> room() override { return room_; }
  void took(std::size_t count) override { text.append(room_.data(), count); }
  std::string text;

 private:
  std::array<char, 256> room_;
};

// Forgets what is printed.
class NullOutput final : public Output {
 public:
  bool write(std::string_view /*bytes*/) override { return true; }
  std::span<char> room() override { return room_; }

 private:
  std::array<char, 4096> room_;
};

}  // namespace fungescope
