// The whole window off screen, driven by keys and the names of its items.
//
//     AppWindow window({.source = "12+.@", .user_files = true});
//     window.click("field 10,3 west if depth > 2");
//     window.tap(Key::enter);
//     CHECK(window.snapshot().tick == 0);
#pragma once

#include "debugger_ui/app/headless_application.h"
#include "debugger_ui/app/temporary_folder.h"

#include <concepts>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::ui {

struct AppWindowOptions {
  std::string source{};  // written to `file` in the folder
  std::string file{};    // empty: test.b93 with a source, else the solver with the sample puzzle
  std::optional<std::string> input{};
  LayoutPreset layout = LayoutPreset::solver;
  bool user_files = false;
  std::optional<bool> dark{};
  PixelSize size{1280, 800};
};

class AppWindow {
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
  void open(ApplicationOptions options);

  void settle() { app_->settle(); }
  void frames(int count, double seconds);  // without waiting
  void wait();  // for what is due within two seconds, such as files that are watched and saved
  void tap(Key key, Mods mods = {});
  void type(const std::string& text);
  void click(const std::string& name, ImVec2 fraction = {0.5F, 0.5F});
  void hover(const std::string& name);
  void run(const std::string& line);  // requires that the command succeeds
  void run_all(std::initializer_list<const char*> lines);
  void perform(std::string_view label);
  void reveal(PanelId panel);
  void open_file(const std::string& file);  // in this window
  void edit() { tap(Key::e, with_ctrl); }
  // Types a line over what a field suggests.
  void answer(const std::string& text);
  // Chooses what the palette has under this name, or executes it.
  void in_palette(const std::string& line);
  // Writes the program's file as another program does.
  void change_file(const std::string& bytes) const;

  [[nodiscard]] bool has(const std::string& name) const;
  [[nodiscard]] ItemBox box(const std::string& name) const;  // requires that there is one
  // The rest of the names in the last frame that begin so.
  [[nodiscard]] std::vector<std::string> names_after(const std::string& prefix) const;
  [[nodiscard]] std::size_t count_messages(const std::string& part) const;
  [[nodiscard]] std::string last_message() const;

  [[nodiscard]] HeadlessApplication& app() const { return *app_; }
  [[nodiscard]] InputQueue& input() const { return app_->input(); }
  [[nodiscard]] Application& application() const { return app_->application(); }
  [[nodiscard]] Settings& settings() const { return application().settings(); }
  [[nodiscard]] SourceEditing& editing() const { return application().editing(); }
  [[nodiscard]] const ViewSnapshot& snapshot() const { return application().snapshot(); }
  [[nodiscard]] const std::string& program() const { return snapshot().program->name; }
  [[nodiscard]] std::string title() const { return application().title(); }
  [[nodiscard]] char source_at(Point cell) const;
  [[nodiscard]] std::string on_disk() const { return TemporaryFolder::read(file); }
  [[nodiscard]] bool typing() const;  // a text field has the keyboard

 private:
  std::unique_ptr<TemporaryFolder> own_folder_;
  AppWindowOptions options_;
  std::unique_ptr<HeadlessApplication> app_;

 public:
  const TemporaryFolder& folder;
  std::string file;  // the program's
};

}  // namespace fungescope::ui
