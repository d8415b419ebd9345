// The whole window off screen, driven by the names of its items.
//
//     AppWindow window({.source = "12+.@", .user_files = true});
//     window.click("field 10,3 west if depth > 2");
//     window.tap(Key::enter);
//     CHECK(window.snapshot().tick == 0);
#pragma once

#include "debugger_ui/app/headless_application.h"
#include "debugger_ui/app/temporary_folder.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::ui {

struct AppWindowOptions {
  std::string source{};  // empty: sudoku.b93 with the sample puzzle
  std::optional<std::string> input{};
  LayoutPreset layout = LayoutPreset::solver;
  bool user_files = false;
  PixelSize size{1280, 800};
};

class AppWindow {
 public:
  // The user's files, and the program if it has a source, are in a folder of the window; of
  // `folder`, if it is given, which windows can share.
  explicit AppWindow(AppWindowOptions options = {}, TemporaryFolder* folder = nullptr);

  void close() { app_.reset(); }

  void settle() { app_->settle(); }
  void frames(int count, double seconds);  // without waiting
  void tap(Key key, Mods mods = {});
  void type(const std::string& text);
  void click(const std::string& name, ImVec2 fraction = {0.5F, 0.5F});
  void hover(const std::string& name);
  void run(const std::string& line);  // fails the test if the command fails
  void perform(std::string_view label);

  [[nodiscard]] bool has(const std::string& name) const;
  // The rest of the names in the last frame that begin so.
  [[nodiscard]] std::vector<std::string> names_after(const std::string& prefix) const;
  [[nodiscard]] std::size_t count_messages(const std::string& part) const;

  [[nodiscard]] HeadlessApplication& app() { return *app_; }
  [[nodiscard]] Application& application() const { return app_->application(); }
  [[nodiscard]] const ViewSnapshot& snapshot() const { return app_->application().snapshot(); }
  [[nodiscard]] bool typing() const;  // a text field has the keyboard

 private:
  std::unique_ptr<TemporaryFolder> own_folder_;
  std::unique_ptr<HeadlessApplication> app_;
};

}  // namespace fungescope::ui
