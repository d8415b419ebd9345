// A modal dialog within the window that chooses a file to open, or to write.
#pragma once

#include "debugger_ui/background/background_job.h"
#include "debugger_ui/platform/input.h"
#include "debugger_ui/widgets/modal.h"
#include "debugger_ui/widgets/panel.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::ui {

struct FolderEntry {
  std::string name;
  bool folder = false;
  std::uint64_t size = 0;     // in bytes; 0 for a folder
  std::int64_t modified = 0;  // seconds since 1970; 0: unknown
};

struct FolderListing {
  std::string folder;                // as requested
  std::vector<FolderEntry> entries;  // folders first, then by name, case-insensitive
  std::string problem;               // the error message; empty: none
};

// Lists the folder on the calling thread.
[[nodiscard]] FolderListing read_folder(const std::string& folder);

struct FileFilter {
  std::string name;                     // "programs and recordings"
  std::vector<std::string> extensions;  // ".b93", case-insensitive; empty: all files
  [[nodiscard]] bool matches(std::string_view file) const;
};
[[nodiscard]] std::vector<FileFilter> program_filters();  // programs, recordings, all files

struct FileRequest {
  enum class Purpose : std::uint8_t { open, save };
  Purpose purpose = Purpose::open;
  std::string title = "Open";
  std::string folder;  // the initial folder; empty: the last one, or the working directory
  std::string name;    // the suggested name to save as
  std::vector<FileFilter> filters = program_filters();
};

class FileDialog {
 public:
  using OnAccept = std::function<void(const std::string& path)>;  // absolute

  void open(FileRequest request, OnAccept on_accept);
  void close();
  [[nodiscard]] bool is_open() const { return modal_.is_open(); }
  [[nodiscard]] bool reading() const { return reader_.running(); }

  // Must be called each frame. Calls `on_accept` when a file is chosen.
  void draw(Context& context);

  // ---- For tests

  [[nodiscard]] const std::string& folder() const { return folder_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] bool asks_to_replace() const { return !replacing_.empty(); }
  void wait() { reader_.wait(); }

 private:
  void go_to(std::string folder, std::string select = {});
  void go_up();
  void fill_rows();
  void handle_keys(const InputQueue& input);
  void move_cursor(int by);
  void follow_text();  // moves the cursor to the first name with this prefix
  [[nodiscard]] std::string path_of(const FolderEntry& entry) const {
    return (std::filesystem::path(folder_) / entry.name).string();
  }
  void choose(const std::string& path);  // a folder is entered
  void confirm();
  void finish(std::string path);
  void cancel();  // the question whether to replace a file, or else the dialog

  // In file_dialog_view.cpp
  void draw_crumbs(const Theme& theme, float scale);
  void draw_list(Context& context, float height);
  void draw_field();
  void draw_foot(const Theme& theme);

  FileRequest request_;
  OnAccept on_accept_;
  Modal modal_;

  // A network folder may take seconds, an unreachable server minutes.
  BackgroundJob<FolderListing> reader_{UnfinishedWork::abandon};
  FolderListing listing_;
  std::string folder_;  // absolute
  std::string select_;  // the entry to put the cursor on once the listing is there
  std::vector<const FolderEntry*> rows_;  // the visible entries of the listing
  int cursor_ = -1;                       // -1: none
  bool scroll_ = false;

  std::string text_;        // the typed name or path
  bool was_empty_ = false;  // in the previous frame: then Backspace goes to the parent folder
  bool focus_ = false;
  std::size_t filter_ = 0;
  bool hidden_ = false;
  std::string problem_;
  std::string replacing_;  // the existing path to confirm; empty: none
};

}  // namespace fungescope::ui
