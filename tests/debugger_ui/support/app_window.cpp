#include "debugger_ui/support/app_window.h"

#include "debugger_ui/support/item_point.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace fungescope::ui {

AppWindow::AppWindow(AppWindowOptions options, TemporaryFolder* folder) {
  if (folder == nullptr) {
    own_folder_ = std::make_unique<TemporaryFolder>();
    folder = own_folder_.get();
  }
  ApplicationOptions how;
  how.user_files = options.user_files;
  how.open.keep = options.user_files;
  how.layout = options.layout;
  how.open.input = std::move(options.input);
  if (!options.source.empty()) how.open.file = folder->write("test.b93", options.source);
  auto opened = open_file(how.open, nullptr);
  if (!opened) throw std::runtime_error(to_string(opened.error()));
  auto app = HeadlessApplication::create(options.size, std::move(how), std::move(*opened));
  if (!app) throw std::runtime_error(to_string(app.error()));
  app_ = std::move(*app);
  settle();
}

void AppWindow::frames(int count, double seconds) {
  for (int i = 0; i < count; ++i) {
    app_->frame(seconds);
    application().session().settle();
  }
}

void AppWindow::tap(Key key, Mods mods) {
  app_->input().tap(key, mods);
  settle();
}

void AppWindow::type(const std::string& text) {
  app_->input().type(text);
  settle();
}

void AppWindow::click(const std::string& name, ImVec2 fraction) {
  const ImVec2 at = point_of(app_->names(), name, fraction);
  app_->input().click(at.x, at.y);
  settle();
}

void AppWindow::hover(const std::string& name) {
  const ImVec2 at = point_of(app_->names(), name);
  app_->input().move(at.x, at.y);
  frames(40, 1.0 / 60);  // a submenu opens after a delay
  settle();
}

void AppWindow::run(const std::string& line) {
  const auto done = app_->run(line);
  if (!done) throw std::runtime_error(line + ": " + to_string(done.error()));
  settle();
}

void AppWindow::perform(std::string_view label) {
  application().perform(label);
  settle();
}

bool AppWindow::has(const std::string& name) const {
  return app_->names().find(name).has_value();
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

bool AppWindow::typing() const {
  return ImGui::GetIO().WantTextInput;
}

}  // namespace fungescope::ui
