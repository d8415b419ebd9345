#include "debugger_ui/support/app_window.h"

#include "debugger_ui/support/item_point.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

#include <doctest/doctest.h>

namespace fungescope::ui {

AppWindow::AppWindow(AppWindowOptions options, TemporaryFolder* shared)
    : own_folder_(shared == nullptr ? std::make_unique<TemporaryFolder>() : nullptr),
      options_(std::move(options)),
      folder(shared == nullptr ? *own_folder_ : *shared),
      file(options_.file) {
  if (!options_.source.empty() || file == "a.b93") {
    file = folder.write(file.empty() ? "test.b93" : file, options_.source);
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
  open(std::move(how));
}

void AppWindow::open(ApplicationOptions options) {
  app_.reset();
  auto opened = ui::open_file(options.open, nullptr);
  REQUIRE_MESSAGE(opened, to_string(opened.error()));
  auto app = HeadlessApplication::create(options_.size, std::move(options), std::move(*opened));
  REQUIRE_MESSAGE(app, to_string(app.error()));
  app_ = std::move(*app);
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

void AppWindow::tap(Key key, Mods mods) {
  input().tap(key, mods);
  settle();
}

void AppWindow::type(const std::string& text) {
  input().type(text);
  settle();
}

void AppWindow::click(const std::string& name, ImVec2 fraction) {
  const ImVec2 at = point_of(app_->names(), name, fraction);
  input().click(at.x, at.y);
  settle();
}

void AppWindow::hover(const std::string& name) {
  const ImVec2 at = point_of(app_->names(), name);
  input().move(at.x, at.y);
  frames(40, 1.0 / 60);  // a submenu opens after a delay
  settle();
}

void AppWindow::run(const std::string& line) {
  const auto done = app_->run(line);
  REQUIRE_MESSAGE(done, (line + ": " + to_string(done.error())));
  settle();
}

void AppWindow::run_all(std::initializer_list<const char*> lines) {
  for (const char* const line : lines) run(line);
}

void AppWindow::perform(std::string_view label) {
  application().perform(label);
  settle();
}

void AppWindow::reveal(PanelId panel) {
  application().reveal(panel);
  settle();
}

void AppWindow::open_file(const std::string& other) {
  application().open(other);
  settle();
}

void AppWindow::answer(const std::string& text) {
  tap(Key::a, with_ctrl);
  type(text);
  tap(Key::enter);
}

void AppWindow::in_palette(const std::string& line) {
  tap(Key::p, with_ctrl);
  type(line);
  tap(Key::enter);
}

void AppWindow::change_file(const std::string& bytes) const {
  using std::filesystem::last_write_time;
  folder.write(std::filesystem::path(file).filename().string(), bytes);
  last_write_time(file, last_write_time(file) + std::chrono::seconds(2));
}

bool AppWindow::has(const std::string& name) const {
  return app_->names().find(name).has_value();
}

ItemBox AppWindow::box(const std::string& name) const {
  const auto found = app_->names().find(name);
  REQUIRE_MESSAGE(found, name);
  return *found;
}

std::vector<std::string> AppWindow::names_after(const std::string& prefix) const {
  std::vector<std::string> found;
  for (const std::string& name : app_->names().all()) {
    if (name.starts_with(prefix)) found.push_back(name.substr(prefix.size()));
  }
  return found;
}

std::size_t AppWindow::count_messages(const std::string& part) const {
  const auto& all = application().messages().all();
  return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](const auto& message) {
    return message.text.find(part) != std::string::npos;
  }));
}

std::string AppWindow::last_message() const {
  const auto& all = application().messages().all();
  return all.empty() ? "" : all.front().text;
}

char AppWindow::source_at(Point cell) const {
  return static_cast<char>(snapshot().program->source->at(cell));
}

bool AppWindow::typing() const {
  return ImGui::GetIO().WantTextInput;
}

}  // namespace fungescope::ui
