#include "debugger_ui/frame/dialogs.h"

#include "debugger_ui/frame/text_field.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_entries = 5000;

bool is_program(const fs::path& path) {
  constexpr std::array<std::string_view, 4> endings{".b93", ".bf", ".befunge", ".fungescope"};
  const std::string ending = path.extension().string();
  return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

std::string without_home(const std::string& path) {
  const char* const home = std::getenv("HOME");  // NOLINT(concurrency-mt-unsafe)
  if (!path.starts_with("~/") || home == nullptr) return path;
  return std::string(home) + path.substr(1);
}

}  // namespace

void Dialogs::begin(Kind kind, std::string title, std::string hint, std::string text, Take take) {
  kind_ = kind;
  appearing_ = true;
  title_ = std::move(title);
  hint_ = std::move(hint);
  text_ = std::move(text);
  take_ = std::move(take);
  asked_about_.clear();
  replacement_.reset();
}

void Dialogs::ask_line(std::string title, std::string hint, std::string text, Take take) {
  begin(Kind::line, std::move(title), std::move(hint), std::move(text), std::move(take));
}

void Dialogs::ask_save(std::string title, std::string name, Take take) {
  std::error_code ignored;
  std::string path = name;
  if (!fs::path(name).is_absolute()) path = (fs::current_path(ignored) / name).string();
  begin(Kind::save, std::move(title), "a path", std::move(path), std::move(take));
}

void Dialogs::ask_open(const std::string& near, Take take) {
  begin(Kind::open, "open a program or a recording", "a name, or a path", "", std::move(take));
  std::error_code ignored;
  fs::path folder = near.empty() ? fs::path() : fs::absolute(near, ignored).parent_path();
  if (folder.empty() || !fs::is_directory(folder, ignored)) folder = fs::current_path(ignored);
  enter_folder(folder.string());
}

void Dialogs::draw(const Theme& theme, float scale, const InputQueue& input) {
  if (kind_ == Kind::none) return;
  focus_ = std::exchange(appearing_, false);
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float width = std::min((kind_ == Kind::open ? 720 : 560) * scale, display.x - 20 * scale);
  ImGui::SetNextWindowPos({display.x / 2, display.y * 0.15F}, ImGuiCond_Always, {0.5F, 0});
  ImGui::SetNextWindowSize(
      {width, kind_ == Kind::open ? std::min(520 * scale, display.y * 0.8F) : 0});
  constexpr const char* id = "##dialog";
  if (focus_) ImGui::OpenPopup(id);
  ImGui::PushStyleColor(ImGuiCol_PopupBg, theme.panel);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(12 * scale, 10 * scale));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  if (ImGui::BeginPopupModal(id, nullptr,
                             ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                 ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings)) {
    ImGui::TextUnformatted(title_.c_str());
    ImGui::Spacing();
    if (kind_ == Kind::open) {
      draw_open(scale, input);
    } else {
      draw_line();
    }
    if (input.pressed(Key::escape)) close();
    if (kind_ == Kind::none) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor();
}

void Dialogs::draw_line() {
  if (focus_) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const bool entered = text_field("##text", hint_.c_str(), text_,
                                  ImGuiInputTextFlags_EnterReturnsTrue, &replacement_);
  if (!asked_about_.empty()) {
    ImGui::TextWrapped("%s is there already; once more replaces it", asked_about_.c_str());
  }
  ImGui::Spacing();
  const bool pressed = ImGui::Button(asked_about_.empty() ? "OK" : "replace");
  ImGui::SameLine();
  if (ImGui::Button("cancel")) {
    close();
  } else if (entered || pressed) {
    confirm();
  }
}

void Dialogs::confirm() {
  if (kind_ == Kind::save) {
    text_ = without_home(text_);
    std::error_code ignored;
    if (text_.empty()) return;
    if (fs::exists(text_, ignored) && asked_about_ != text_) {
      asked_about_ = text_;
      appearing_ = true;  // the keyboard stays in the field
      return;
    }
  }
  // The answer may open the next dialog.
  const Take take = std::move(take_);
  const std::string text = text_;
  close();
  take(text);
}

// ---- Opening

void Dialogs::enter_folder(const std::string& path) {
  std::error_code failure;
  std::vector<Entry> entries;
  for (auto it = fs::directory_iterator(path, failure); !failure && it != fs::directory_iterator();
       it.increment(failure)) {
    std::error_code ignored;
    std::string name = it->path().filename().string();
    if (name.starts_with('.')) continue;
    const bool folder = it->is_directory(ignored);
    if (!folder && !all_files_ && !is_program(it->path())) continue;
    entries.push_back({std::move(name), folder});
    if (entries.size() >= most_entries) break;
  }
  if (failure) {
    problem_ = fmt::format("{}: {}", path, failure.message());
    return;
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.folder != b.folder ? a.folder : a.name < b.name;
  });
  if (fs::path(path).has_relative_path()) entries.insert(entries.begin(), {"..", true});
  folder_ = path;
  entries_ = std::move(entries);
  problem_.clear();
  selected_ = 0;
}

std::vector<const Dialogs::Entry*> Dialogs::matching() const {
  std::vector<const Entry*> rows;
  for (const Entry& entry : entries_) {
    if (text_.empty() || entry.name.find(text_) != std::string::npos) rows.push_back(&entry);
  }
  return rows;
}

void Dialogs::choose(const Entry& entry) {
  const fs::path path = (fs::path(folder_) / entry.name).lexically_normal();
  if (entry.folder) {
    enter_folder(path.string());
    text_.clear();
    replacement_ = "";
    return;
  }
  text_ = path.string();
  confirm();
}

void Dialogs::draw_open(float scale, const InputQueue& input) {
  ImGui::TextDisabled("%s", folder_.c_str());
  if (focus_) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const bool entered = text_field("##text", hint_.c_str(), text_,
                                  ImGuiInputTextFlags_EnterReturnsTrue, &replacement_);
  const std::vector<const Entry*> rows = matching();
  const int count = static_cast<int>(rows.size());
  if (input.pressed(Key::down)) ++selected_;
  if (input.pressed(Key::up)) --selected_;
  selected_ = std::clamp(selected_, 0, std::max(0, count - 1));
  const bool moved = input.pressed(Key::down) || input.pressed(Key::up);

  const Entry* chosen = nullptr;
  ImGui::BeginChild("files", {0, -2.2F * ImGui::GetFrameHeightWithSpacing()});
  if (rows.empty()) ImGui::TextDisabled("no program here by that name; a path can be typed, too");
  for (int i = 0; i < count; ++i) {
    const Entry& entry = *rows[static_cast<std::size_t>(i)];
    const std::string label = entry.folder ? entry.name + "/" : entry.name;
    if (ImGui::Selectable(label.c_str(), i == selected_)) chosen = &entry;
    if (moved && i == selected_) ImGui::SetScrollHereY();
  }
  ImGui::EndChild();
  if (!problem_.empty()) ImGui::TextWrapped("%s", problem_.c_str());
  if (ImGui::Checkbox("all files", &all_files_)) enter_folder(folder_);
  ImGui::SameLine(0, 20 * scale);
  if (ImGui::Button("cancel")) close();
  if (entered && chosen == nullptr) {
    const std::string typed = without_home(text_);
    std::error_code ignored;
    const fs::path path = fs::path(folder_) / typed;  // an absolute one stays itself
    if (!typed.empty() && fs::is_directory(path, ignored)) {
      enter_folder(path.lexically_normal().string());
      replacement_ = "";
    } else if (!typed.empty() && fs::exists(path, ignored)) {
      text_ = path.lexically_normal().string();
      confirm();
      return;
    } else if (count > 0) {
      chosen = rows[static_cast<std::size_t>(selected_)];
    } else {
      problem_ = fmt::format("{}: there is no such file; check the path", typed);
    }
    appearing_ = true;  // the keyboard stays in the field
  }
  if (chosen != nullptr) choose(*chosen);
}

}  // namespace fungescope::ui
