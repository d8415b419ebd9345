#include "vm/output_buffer.h"

#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

namespace fungescope {

bool OutputBuffer::put_number(Output& output, std::int64_t value, std::uint64_t& output_size) {
  const fmt::format_int digits(value);
  const std::size_t size = digits.size() + 1;
  std::array<char, 24> aside{};
  const bool fits = static_cast<std::size_t>(end - next) >= size;
  char* const text = fits ? next : aside.data();
  *std::copy_n(digits.data(), digits.size(), text) = ' ';
  if (!fits) return write(output, {text, size}, output_size);
  next += size;
  return true;
}

bool OutputBuffer::write_and_ask(Output& output, std::string_view bytes,
                                 std::uint64_t& output_size) {
  if (begin != nullptr) take_over(output, output_size);
  if (!output.write(bytes)) return false;
  output_size += bytes.size();
  const std::span<char> room = output.room();
  if (room.empty()) {
    calls_before_asking = patience_without_room;
    return true;
  }
  begin = next = room.data();
  end = begin + room.size();
  return true;
}

void OutputBuffer::take_over(Output& output, std::uint64_t& output_size) {
  const auto count = static_cast<std::size_t>(next - begin);
  begin = next = end = nullptr;
  if (count == 0) return;
  output.took(count);  // which may look where the machine is
  output_size += count;
}

}  // namespace fungescope
