#include "front_end/session_files.h"

#include "front_end/file_input.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

tl::unexpected<Error> cannot_write(const std::string& path, int error) {
  return fail({path}, fmt::format("it cannot be written: {}", std::strerror(error)));
}

class FileWriter final : public Files::Writer {
 public:
  // Writes to `temporary`, which may equal `path`.
  FileWriter(std::string path, std::string temporary)
      : path_(std::move(path)),
        temporary_(std::move(temporary)),
        file_(std::fopen(temporary_.c_str(), "wbe")) {}
  ~FileWriter() override {
    if (file_ == nullptr) return;
    std::fclose(file_);
    if (temporary_ != path_) std::remove(temporary_.c_str());
  }
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  [[nodiscard]] bool is_open() const { return file_ != nullptr; }

  Result<void> write(std::string_view bytes) override {
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_) == bytes.size()) return {};
    return cannot_write(path_, errno);
  }

  Result<void> close() override {
    const int failed = std::fclose(std::exchange(file_, nullptr));
    if (failed != 0) {
      const int error = errno;
      if (temporary_ != path_) std::remove(temporary_.c_str());
      return cannot_write(path_, error);
    }
    if (temporary_ != path_ && std::rename(temporary_.c_str(), path_.c_str()) != 0) {
      const int error = errno;
      std::remove(temporary_.c_str());
      return cannot_write(path_, error);
    }
    return {};
  }

 private:
  std::string path_;
  std::string temporary_;
  std::FILE* file_;
};

}  // namespace

Result<std::string> SessionFiles::read(const std::string& path) {
  return read_file(path);
}

Result<std::unique_ptr<Files::Writer>> SessionFiles::create(const std::string& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  if (std::filesystem::is_directory(status)) return cannot_write(path, EISDIR);
  const bool special = std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
  auto writer = std::make_unique<FileWriter>(path, special ? path : path + ".new");
  if (!writer->is_open()) return cannot_write(path, errno);
  return writer;
}

}  // namespace fungescope
