// The whole window off screen, driven by keys and the names of its items.
//
//     AppWindow window({.source = "12+.@", .user_files = true});
//     window.click("field 10,3 west if depth > 2");
//     window.tap("Ctrl+A Enter");
//     CHECK(window.snapshot().tick == 0);
#pragma once

#include "debugger_ui/app/headless_application.h"
#include "debugger_ui/support/user.h"
#include "support/files.h"
#include "support/scratch.h"

#include <concepts>
#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace fungescope::ui {

// A temporary folder, also used for the user's settings and state; removed after the test.
struct TemporaryFolder : test::Scratch {
  TemporaryFolder() {
    ::setenv("XDG_STATE_HOME", folder().c_str(), 1);
    ::setenv("XDG_CONFIG_HOME", folder().c_str(), 1);
  }
};

struct AppWindowOptions {
  std::string source{};  // written to `file` in the folder
  std::string file{};    // empty: test.b93 with a source, else the solver with the sample puzzle
  std::optional<std::string> input{};
  LayoutPreset layout = LayoutPreset::solver;
  bool user_files = false;
  std::optional<bool> dark{};
  PixelSize size{1280, 800};
};

// A window off screen. Requires that the file was opened.
[[nodiscard]] std::unique_ptr<HeadlessApplication> headless(PixelSize size,
                                                            ApplicationOptions options,
                                                            Result<OpenedFile> opened);

class AppWindow : public User {
 public:
  // The user's files, and the program if it has a source, are in a folder of the window; in
  // `folder`, if it is given, which windows can share.
  explicit AppWindow(AppWindowOptions options = {}, TemporaryFolder* folder = nullptr);
  // With the layout code, on a.b93 with this source.
  template <class Text>
  requires std::convertible_to<Text, std::string>
  explicit AppWindow(const Text& source, bool user_files = false)
      : AppWindow(AppWindowOptions{source, "a.b93", {}, LayoutPreset::code, user_files}) {}

  void close() { app_.reset(); }
  // Opens a window in place of this one, which is closed without a question: on another file, or on
  // the same one.
  void reopen(const std::string& file = "");
  void open(const ApplicationOptions& options);

  void settle() override { app_->settle(); }
  void frames(int count, double seconds);  // without waiting
  void wait();  // for what is due within two seconds, such as files that are watched and saved
  void hover(const std::string& name, ImVec2 fraction = item_middle) override;
  void run(const std::string& line);  // requires that the command succeeds
  void run_all(std::initializer_list<const char*> lines) {
    for (const char* const line : lines) run(line);
  }
  void perform(std::string_view label) {
    application().perform(label);
    settle();
  }
  void reveal(PanelId panel) {
    application().reveal(panel);
    settle();
  }
  void open_file(const std::string& name) {  // in this window
    application().open(name);
    settle();
  }
  // Begins to edit, and types.
  void edit(std::string_view text = "") {
    tap(Key::e, with_ctrl);
    if (!text.empty()) type(text);
  }
  // Chooses what the palette has under this name, or executes it.
  void in_palette(const std::string& line) {
    tap(Key::p, with_ctrl);
    enter(line);
  }
  // Writes the program's file as another program does, and waits.
  void change_file(const std::string& bytes);

  [[nodiscard]] std::size_t count_messages(const std::string& part) const;
  [[nodiscard]] std::string last_message() const;
  [[nodiscard]] bool says(std::string_view part) const {  // in the last message
    return last_message().find(part) != std::string::npos;
  }

  [[nodiscard]] HeadlessApplication& app() const { return *app_; }
  [[nodiscard]] InputQueue& queue() override { return app_->input(); }
  [[nodiscard]] const ItemNames& names() const override { return app_->names(); }
  [[nodiscard]] Application& application() const { return app_->application(); }
  [[nodiscard]] Settings& settings() const { return application().settings(); }
  [[nodiscard]] SourceEditing& editing() const { return application().editing(); }
  [[nodiscard]] const ViewSnapshot& snapshot() const override { return application().snapshot(); }
  [[nodiscard]] const std::string& program() const { return snapshot().program->name; }
  [[nodiscard]] std::string title() const { return application().title(); }
  [[nodiscard]] char source_at(Point cell) const {
    return static_cast<char>(snapshot().program->source->at(cell));
  }
  [[nodiscard]] std::string on_disk() const { return test::file_bytes(file); }
  [[nodiscard]] bool typing() const { return ImGui::GetIO().WantTextInput; }  // in a text field

 private:
  std::unique_ptr<TemporaryFolder> own_folder_;
  AppWindowOptions options_;
  std::unique_ptr<HeadlessApplication> app_;

 public:
  const TemporaryFolder& folder;
  std::string file;  // the program's
};

}  // namespace fungescope::ui
