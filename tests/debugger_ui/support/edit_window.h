// A window on a file of its own, with its own settings and state, driven by keys and widget names.
#pragma once

#include "debugger_ui/app/headless_application.h"
#include "debugger_ui/support/item_point.h"
#include "front_end/file_input.h"
#include "support/scratch.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include <doctest/doctest.h>

namespace fungescope::ui {

struct EditWindow {
  test::Scratch scratch;
  std::string file;
  std::unique_ptr<HeadlessApplication> app;

  explicit EditWindow(const std::string& source, bool user_files = false)
      : file(scratch.file("a.b93", source)) {
    ::setenv("XDG_CONFIG_HOME", (scratch.folder() + "/config").c_str(), 1);
    ::setenv("XDG_STATE_HOME", (scratch.folder() + "/state").c_str(), 1);
    open(user_files);
  }

  // Opens the file, or another one, in a window of its own. The window before is gone as if it had
  // been killed: nobody was asked.
  void open(bool user_files, const std::string& other = "") {
    app.reset();
    ApplicationOptions options;
    options.user_files = user_files;
    options.open.keep = user_files;
    options.open.file = other.empty() ? file : other;
    options.layout = LayoutPreset::code;
    open(std::move(options));
  }
  void open(ApplicationOptions options) {
    app.reset();
    auto opened = open_file(options.open, nullptr);
    REQUIRE_MESSAGE(opened, to_string(opened.error()));
    auto made = HeadlessApplication::create({1280, 800}, std::move(options), std::move(*opened));
    REQUIRE_MESSAGE(made, to_string(made.error()));
    app = std::move(*made);
    app->settle();
  }

  void tap(Key key, Mods mods = {}) const {
    app->input().tap(key, mods);
    app->settle();
  }
  void type(const std::string& text) const {
    app->input().type(text);
    app->settle();
  }
  void click(const std::string& name) const {
    const ImVec2 at = point_of(app->names(), name);
    app->input().click(at.x, at.y);
    app->settle();
  }
  void edit() const { tap(Key::e, with_ctrl); }
  // Types over what the field of a dialog suggests.
  void answer(const std::string& text) const {
    tap(Key::a, with_ctrl);
    type(text);
    tap(Key::enter);
  }

  [[nodiscard]] bool has(const std::string& name) const {
    return app->names().find(name).has_value();
  }
  [[nodiscard]] const ViewSnapshot& snapshot() const { return app->application().snapshot(); }
  [[nodiscard]] SourceEditing& editing() const { return app->application().editing(); }
  [[nodiscard]] std::string title() const { return app->application().title(); }
  [[nodiscard]] std::string last_message() const {
    const auto& all = app->application().messages().all();
    return all.empty() ? "" : all.front().text;
  }
  [[nodiscard]] char source_at(Point cell) const {
    return static_cast<char>(snapshot().program->source->at(cell));
  }
  [[nodiscard]] std::string on_disk() const { return read_file(file).value(); }
  void write(const std::string& bytes) const {
    (void)scratch.file("a.b93", bytes);
    std::filesystem::last_write_time(
        file, std::filesystem::last_write_time(file) + std::chrono::seconds(2));
  }
  // Lets time pass in which files are watched and saved.
  void wait() const {
    for (int i = 0; i < 90; ++i) app->frame();
    app->settle();
  }
};

}  // namespace fungescope::ui
