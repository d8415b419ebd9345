// Writes files, so that an interrupted or failed write keeps what was there.
//
//     auto file = TRY(OutputFile::create(path));
//     TRY(file.write(bytes));
//     return file.close();
//
// The bytes go to a new file in the same folder, which takes the place of the old one in `close`.
// Until then it has no name, where the file system has such files, so that nothing remains of it if
// a signal ends the process; elsewhere it is called .fungescope-XXXXXXXX.
// It has the permissions of the old one and, if possible, its owner and group. A link remains, and
// the file that it leads to is replaced. What is not a regular file (a pipe, a terminal, standard
// output) is written to directly; a wait for its reader ends at Ctrl-C, with an error.
#pragma once

#include "session/commands/command.h"

#include <optional>
#include <string>
#include <string_view>

namespace fungescope {

class OutputFile final : public Files::Writer {
 public:
  // Fails if `path` is a folder, or a file that may not be written to. Errors name `path`.
  [[nodiscard]] static Result<OutputFile> create(const std::string& path);

  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  // Without `close`, removes what was written: the old file remains.
  ~OutputFile() override;

  [[nodiscard]] Result<void> write(std::string_view bytes) override;
  [[nodiscard]] Result<void> close() override;

 private:
  OutputFile() = default;
  [[nodiscard]] Result<void> open_directly(std::optional<int> stream);
  [[nodiscard]] Result<void> open_replacement(const std::string& target);
  // Writes what is buffered.
  [[nodiscard]] Result<void> flush();
  void discard();
  [[nodiscard]] tl::unexpected<Error> failure(int error) const;

  std::string path_;       // as the user wrote it
  std::string target_;     // the file that is replaced; empty: `file_` is the file itself
  std::string temporary_;  // the new file's name; empty: it has none
  int file_ = -1;          // the descriptor
  std::string buffer_;
};

// Writes a whole file.
[[nodiscard]] Result<void> replace_file(const std::string& path, std::string_view bytes);

// ---- The user's folders for state and settings (XDG base directories)

// Returns the path of `name` in the folder for state, such as histories: below $XDG_STATE_HOME,
// else ~/.local/state; empty without a home folder. Creates the folder, if it can.
[[nodiscard]] std::string state_path(const std::string& name);

// As state_path, for settings: below $XDG_CONFIG_HOME, else ~/.config.
[[nodiscard]] std::string config_path(const std::string& name);

}  // namespace fungescope
