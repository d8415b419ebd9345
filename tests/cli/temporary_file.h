// A file that lives as long as a test.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <unistd.h>

namespace fungescope {

class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view bytes) {
    static int count = 0;
    path_ = (std::filesystem::temp_directory_path() /
             ("fungescope_test_" + std::to_string(::getpid()) + "_" + std::to_string(count++)))
                .string();
    std::ofstream(path_, std::ios::binary) << bytes;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace fungescope
