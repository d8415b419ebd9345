// Provides a folder for a test's files, which is removed afterwards.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace fungescope::test {

class Scratch {
 public:
  Scratch() {
    folder_ = canonical(std::filesystem::temp_directory_path()) / "fungescope_test_XXXXXX";
    if (::mkdtemp(folder_.data()) == nullptr) throw std::runtime_error("cannot make " + folder_);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  // Writes a file of that name, which may be in a folder of its own, and returns its path.
  // NOLINTNEXTLINE(modernize-use-nodiscard)
  std::string file(const std::string& name, std::string_view bytes) const {
    std::string path = *this / name;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  [[nodiscard]] std::string operator/(std::string_view name) const {
    return folder_ + '/' + std::string(name);
  }
  [[nodiscard]] const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
};

}  // namespace fungescope::test
