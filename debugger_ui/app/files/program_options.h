// What a run of a program depends on besides its source, and the dialog to set it.
#pragma once

#include "base/result.h"
#include "debugger_ui/platform/input.h"
#include "debugger_ui/session_thread/view_snapshot.h"
#include "debugger_ui/widgets/modal.h"
#include "debugger_ui/widgets/theme.h"
#include "lang/dialect.h"
#include "lang/loader.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace fungescope::ui {

struct ProgramOptions {
  enum class Input : std::uint8_t { keep, text, file };

  std::uint64_t seed = 0;
  std::string dialect = "wide";
  std::optional<LoadOptions::SizeOverride> size;
  Input input = Input::keep;
  std::string bytes;         // of Input::text
  std::string file;          // of Input::file
  bool input_closed = true;  // else more can be given while it runs
};

// Those of the run in a snapshot. A longer input than the snapshot has is Input::keep.
[[nodiscard]] ProgramOptions options_of(const ViewSnapshot& snapshot);

// The same run on the command line: "fungescope run --seed 7 a.b93 < numbers".
[[nodiscard]] std::string command_line(const std::string& program, const ProgramOptions& options);

// Input as it is typed on one line, with \n, \t, \xNN and \\.
[[nodiscard]] std::string escaped_input(std::string_view bytes);
[[nodiscard]] Result<std::string> unescaped_input(std::string_view text);

class ProgramOptionsDialog {
 public:
  struct Actions {
    std::function<void(const ProgramOptions&)> apply;
    std::function<void(const std::string&)> copy;
  };
  void open(std::string program, const ProgramOptions& options, std::uint64_t input_size,
            Actions actions);
  [[nodiscard]] bool is_open() const { return modal_.is_open(); }
  // Must be called each frame.
  void draw(const Theme& theme, float scale, const InputQueue& input);

 private:
  void draw_fields(const Theme& theme, float scale);
  void draw_input(float width);
  // What the fields say; the error names the field.
  [[nodiscard]] Result<ProgramOptions> parse() const;

  Modal modal_;
  std::string program_;
  Actions actions_;
  ProgramOptions options_;  // dialect, kind of input, and whether it ends
  std::uint64_t input_size_ = 0;
  std::string seed_;
  std::string size_;
  std::string text_;
  std::string file_;
};

}  // namespace fungescope::ui
