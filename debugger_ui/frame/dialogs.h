// Dialogs: one line of text, the name of a file to write, a file to open, a question.
#pragma once

#include "debugger_ui/frame/theme.h"
#include "debugger_ui/platform/input.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fungescope::ui {

// One at a time: a new one replaces what is open.
class Dialogs {
 public:
  using Take = std::function<void(const std::string&)>;

  void ask_line(std::string title, std::string hint, std::string text, Take take);
  void ask_save(std::string title, std::string name, Take take);
  // In the folder of `near`, or the current one.
  void ask_open(const std::string& near, Take take);

  [[nodiscard]] bool is_open() const { return kind_ != Kind::none; }
  void close() { kind_ = Kind::none; }
  void draw(const Theme& theme, float scale, const InputQueue& input);

 private:
  enum class Kind : std::uint8_t { none, line, save, open };
  struct Entry {
    std::string name;
    bool folder = false;
  };

  void begin(Kind kind, std::string title, std::string hint, std::string text, Take take);
  void draw_line();
  void draw_open(float scale, const InputQueue& input);
  void enter_folder(const std::string& path);
  void confirm();
  void choose(const Entry& entry);
  [[nodiscard]] std::vector<const Entry*> matching() const;

  Kind kind_ = Kind::none;
  bool appearing_ = false;  // from the next frame on
  bool focus_ = false;      // the field takes the keyboard in this frame
  std::string title_;
  std::string hint_;
  std::string text_;
  std::string asked_about_;  // the existing file that may be replaced
  std::optional<std::string> replacement_;
  Take take_;

  std::string folder_;
  std::string problem_;
  std::vector<Entry> entries_;
  int selected_ = 0;
  bool all_files_ = false;
};

}  // namespace fungescope::ui
