// Choosing a file, within the window: to be opened, or to be written.
#pragma once

#include "debugger_ui/frame/folder_reader.h"
#include "debugger_ui/frame/theme.h"
#include "debugger_ui/platform/fonts.h"
#include "debugger_ui/platform/input.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::ui {

struct FileFilter {
  std::string name;                     // "programs and recordings"
  std::vector<std::string> extensions;  // ".b93", without regard to case; none: all files
  [[nodiscard]] bool takes(std::string_view file) const;
};
[[nodiscard]] std::vector<FileFilter> program_filters();  // programs, recordings, all files

struct FileRequest {
  enum class Purpose : std::uint8_t { open, save };
  Purpose purpose = Purpose::open;
  std::string title = "Open";
  std::string folder;  // where to begin; empty: the one of last time, else the current one
  std::string name;    // to be saved as
  std::vector<FileFilter> filters = program_filters();
};

class OpenDialog {
 public:
  using Take = std::function<void(const std::string& path)>;  // absolute

  void open(FileRequest request, Take take);
  void close() { open_ = false; }
  [[nodiscard]] bool is_open() const { return open_; }

  // Each frame; modal while it is open. `take` is called within.
  void draw(const Theme& theme, const Fonts& fonts, float scale, const InputQueue& input);

  // ---- For tests

  [[nodiscard]] const std::string& folder() const { return folder_; }
  [[nodiscard]] const std::string& problem() const { return problem_; }
  void wait() { reader_.wait(); }

 private:
  struct Row {
    const FolderEntry* entry;
    std::string size;
    std::string date;
  };

  void go_to(std::string folder, std::string select = {});
  void go_up();
  void fill_rows();
  void take_keys(const InputQueue& input);
  void move_cursor(int by);
  void choose(const FolderEntry& entry);
  void confirm();
  void finish(const std::string& path);
  void complete();

  void draw_crumbs(const Theme& theme, float scale);
  void draw_list(const Theme& theme, const Fonts& fonts, float scale, float height);
  void draw_field(float width);
  void draw_foot(const Theme& theme, float scale);
  void draw_replace(const Theme& theme, float scale);

  FileRequest request_;
  Take take_;
  bool open_ = false;
  bool opening_ = false;

  FolderReader reader_;
  std::string folder_;  // absolute
  std::string select_;  // the entry to be under the cursor when the listing has come
  std::vector<Row> rows_;
  int cursor_ = -1;  // -1: none
  bool scroll_ = false;

  std::string text_;  // what is typed: a name, or a path
  std::optional<std::string> replacement_;
  bool focus_ = false;
  std::size_t filter_ = 0;
  bool hidden_ = false;
  std::string problem_;
  std::string replacing_;  // the path that is asked about; empty: none
};

}  // namespace fungescope::ui
