#include "conformance/expectations.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace fungescope::test {
namespace {

constexpr auto fault_names = std::to_array<std::string_view>(
    {"none", "stack_limit", "stack_underflow", "get_outside", "put_outside", "division_by_zero",
     "unknown_instruction", "edge_wrap", "output_out_of_byte"});

std::optional<std::string> unquote(std::string_view text) {
  const std::size_t first = text.find('"');
  const std::size_t last = text.rfind('"');
  if (first == std::string_view::npos || last == first) return std::nullopt;
  text = text.substr(first + 1, last - first - 1);
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      bytes += text[i];
      continue;
    }
    if (++i == text.size()) return std::nullopt;
    if (const char c = text[i]; c != 'x') {
      bytes += c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c;
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    bytes += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
    i += 2;
  }
  return bytes;
}

// Parses the text after "expect output": "of 1833 bytes, adler32 78656ab2".
std::optional<OutputDigest> read_output_sum(std::istringstream& words) {
  OutputDigest sum;
  std::string of;
  std::string bytes;
  std::string adler32;
  words >> of >> sum.bytes >> bytes >> adler32 >> std::hex >> sum.adler32;
  if (words.fail() || of != "of" || bytes != "bytes," || adler32 != "adler32") return std::nullopt;
  return sum;
}

// Parses one line, without its "; ". Returns false if it is malformed.
bool read_line(std::string_view line, Expectations& expected) {
  std::istringstream words{std::string(line)};
  std::string key;
  words >> key;
  if (key == "because") return true;
  if (key == "expect") {
    words >> key;
    if (key == "output" || key == "input") key = "expect " + key;
  }
  if (key == "input" || key == "expect output") {
    const auto bytes = unquote(line);
    if (!bytes && key == "expect output") expected.output_sum = read_output_sum(words);
    if (!bytes) return expected.output_sum.has_value();
    (key == "input" ? expected.input : expected.output) += *bytes;
    return true;
  }
  if (key == "dialect") {
    for (std::string name; words >> name;) {
      const auto dialect = find_dialect(name);
      if (!dialect) return false;
      expected.dialects.push_back(*dialect);
    }
    return !expected.dialects.empty();
  }
  if (key == "stack") {
    expected.stack.emplace();
    for (std::int64_t value = 0; words >> value;) expected.stack->push_back(value);
    return words.eof();
  }
  if (key == "exit") {
    words >> key;
    if (key == "max-ticks") return expected.reaches_max_ticks = true;
    std::string name;
    std::string at;
    words >> name >> at >> expected.fault_at.x >> expected.fault_at.y;
    const auto* found = std::find(fault_names.begin(), fault_names.end(), name);
    if (key != "error" || at != "at" || found == fault_names.end() || words.fail()) return false;
    expected.fault = static_cast<FaultKind>(found - fault_names.begin());
    return true;
  }
  if (key == "size") {
    words >> key;
    const auto size = parse_size_option(key);
    if (size) expected.size = *size;
    return size.has_value();
  }
  std::uint64_t number = 0;
  if (!(words >> number)) return false;
  if (key == "warnings")
    expected.warnings = number;
  else if (key == "ticks")
    expected.ticks = number;
  else if (key == "max-ticks")
    expected.max_ticks = number;
  else if (key == "max-stack")
    expected.max_stack = number;
  else
    return false;
  return true;
}

}  // namespace

Result<Expectations> read_expectations(std::string_view source, const std::string& file) {
  Expectations expected;
  std::istringstream lines{std::string(source)};
  std::uint64_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.rfind("; ", 0) != 0) continue;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!read_line(std::string_view(line).substr(2), expected)) {
      return fail({file, number, 1}, "this expectation is not understood");
    }
  }
  if (expected.dialects.empty()) expected.dialects.assign(dialects().begin(), dialects().end());
  return expected;
}

OutputDigest digest_of(std::string_view output) {
  constexpr std::uint32_t modulus = 65521;  // the largest prime below 2^16
  std::uint32_t sum = 1;
  std::uint32_t sum_of_sums = 0;
  for (const char c : output) {
    sum = (sum + static_cast<unsigned char>(c)) % modulus;
    sum_of_sums = (sum_of_sums + sum) % modulus;
  }
  return {output.size(), sum_of_sums << 16U | sum};
}

std::string_view fault_name(FaultKind kind) {
  return fault_names[static_cast<std::size_t>(kind)];
}

}  // namespace fungescope::test
