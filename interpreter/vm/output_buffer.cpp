#include "vm/output_buffer.h"

#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

namespace fungescope {

bool OutputBuffer::put_number(Output& output, std::int64_t value, std::uint64_t& output_size) {
  const fmt::format_int digits(value);
  const std::size_t size = digits.size() + 1;
  std::array<char, 24> scratch{};
  const bool fits = static_cast<std::size_t>(end - next) >= size;
  char* const text = fits ? next : scratch.data();
  *std::copy_n(digits.data(), digits.size(), text) = ' ';
  if (!fits) return write(output, {text, size}, output_size);
  next += size;
  return true;
}

bool OutputBuffer::write_and_request(Output& output, std::string_view bytes,
                                     std::uint64_t& output_size) {
  if (begin != nullptr) commit(output, output_size);
  if (!output.write(bytes)) return false;
  output_size += bytes.size();
  const std::span<char> memory = output.buffer();
  if (memory.empty()) {
    writes_before_request = backoff_after_refusal;
    return true;
  }
  begin = next = memory.data();
  end = begin + memory.size();
  return true;
}

void OutputBuffer::commit(Output& output, std::uint64_t& output_size) {
  const auto count = static_cast<std::size_t>(next - begin);
  begin = next = end = nullptr;
  if (count == 0) return;
  output.commit(count);  // before the count: the output may read the machine's output_size
  output_size += count;
}

}  // namespace fungescope
