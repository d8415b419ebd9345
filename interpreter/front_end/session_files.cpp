#include "front_end/session_files.h"

#include "front_end/file_input.h"
#include "front_end/file_output.h"
#include "front_end/program_file.h"

#include <utility>

namespace fungescope {
namespace {

class FileWriter final : public Files::Writer {
 public:
  explicit FileWriter(OutputFile file) : file_(std::move(file)) {}
  Result<void> write(std::string_view bytes) override { return file_.write(bytes); }
  Result<void> close() override { return file_.close(); }

 private:
  OutputFile file_;
};

}  // namespace

Result<std::string> SessionFiles::read(const std::string& path) {
  return read_file(path);
}

Result<std::string> SessionFiles::read_program(const std::string& path) {
  return fungescope::read_program(path);
}

Result<std::unique_ptr<Files::Writer>> SessionFiles::create(const std::string& path) {
  if (path == "-") {
    return fail({}, "`-` is standard output, which has the responses, and not a file",
                "write ./- for a file of that name");
  }
  auto file = TRY(OutputFile::create(path));
  return std::make_unique<FileWriter>(std::move(file));
}

}  // namespace fungescope
