// Reads whole files, those of tests/data, and lines of text.
#pragma once

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace fungescope::test {

// Splits text at the ends of its lines; the last line may lack one.
[[nodiscard]] inline std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// Returns the bytes of a file; none if it cannot be read.
inline std::string file_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// NAME is relative to tests/data.
inline std::string data_path(const std::string& name) {
  return std::string(FUNGESCOPE_TEST_DATA) + "/" + name;
}
inline std::string data(const std::string& name) {
  return file_bytes(data_path(name));
}
inline std::vector<std::string> data_lines(const std::string& name) {
  return lines_of(data(name));
}

}  // namespace fungescope::test
