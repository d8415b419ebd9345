#include "debugger_ui/support/app_window.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

#include <doctest/doctest.h>

namespace fungescope::ui {

std::unique_ptr<HeadlessApplication> headless(PixelSize size, ApplicationOptions options,
                                              Result<OpenedFile> opened) {
  REQUIRE_MESSAGE(opened, to_string(opened.error()));
  auto app = HeadlessApplication::create(size, std::move(options), std::move(*opened));
  REQUIRE_MESSAGE(app, to_string(app.error()));
  return std::move(*app);
}

AppWindow::AppWindow(AppWindowOptions options, TemporaryFolder* shared)
    : own_folder_(shared == nullptr ? std::make_unique<TemporaryFolder>() : nullptr),
      options_(std::move(options)),
      folder(shared == nullptr ? *own_folder_ : *shared),
      file(options_.file) {
  if (!options_.source.empty() || file == "a.b93") {
    file = folder.file(file.empty() ? "test.b93" : file, options_.source);
  }
  reopen(file);
}

void AppWindow::reopen(const std::string& other) {
  ApplicationOptions how;
  how.user_files = options_.user_files;
  how.open.keep = options_.user_files;
  how.layout = options_.layout;
  how.dark = options_.dark;
  if (options_.input) how.open.input = InputLog(*options_.input, InputLog::End::closed);
  const std::string& opened = other.empty() ? file : other;
  if (!opened.empty()) how.open.file = opened;
  open(how);
}

void AppWindow::open(const ApplicationOptions& options) {
  app_.reset();
  app_ = headless(options_.size, options, ui::open_file(options.open, nullptr));
  settle();
}

void AppWindow::frames(int count, double seconds) {
  for (int i = 0; i < count; ++i) {
    app_->frame(seconds);
    application().session().settle();
  }
}

void AppWindow::wait() {
  for (int i = 0; i < 90; ++i) app_->frame();
  settle();
}

void AppWindow::hover(const std::string& name, ImVec2 fraction) {
  move_to(name, fraction);
  frames(40, 1.0 / 60);  // a submenu opens after a delay
  settle();
}

void AppWindow::run(const std::string& line) {
  const auto done = app_->run(line);
  REQUIRE_MESSAGE(done, (line + ": " + to_string(done.error())));
  settle();
}

void AppWindow::change_file(const std::string& bytes) {
  using std::filesystem::last_write_time;
  folder.file(std::filesystem::path(file).filename().string(), bytes);
  last_write_time(file, last_write_time(file) + std::chrono::seconds(2));
  wait();
}

std::size_t AppWindow::count_messages(const std::string& part) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      application().messages().all(),
      [&](const auto& message) { return message.text.find(part) != std::string::npos; }));
}

std::string AppWindow::last_message() const {
  const auto& all = application().messages().all();
  return all.empty() ? "" : all.front().text;
}

}  // namespace fungescope::ui
