// A temporary folder, also used for the user's settings and state; removed after the test.
#pragma once

#include "support/files.h"
#include "support/scratch.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace fungescope::ui {

class TemporaryFolder {
 public:
  TemporaryFolder() : path_(std::filesystem::canonical(scratch_.folder()).string()) {
    ::setenv("XDG_STATE_HOME", path_.c_str(), 1);
    ::setenv("XDG_CONFIG_HOME", path_.c_str(), 1);
  }

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string operator/(std::string_view name) const {
    return path_ + '/' + std::string(name);
  }
  // Returns the path.
  std::string write(  // NOLINT(modernize-use-nodiscard)
      std::string_view name, std::string_view bytes) const {
    std::string file = *this / name;
    std::filesystem::create_directories(std::filesystem::path(file).parent_path());
    std::ofstream(file, std::ios::binary) << bytes;
    return file;
  }
  [[nodiscard]] static std::string read(const std::string& file) { return test::file_bytes(file); }

 private:
  test::Scratch scratch_;
  std::string path_;
};

}  // namespace fungescope::ui
