#include "debugger_ui/app/dialogs.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/platform/imgui_compat.h"
#include "debugger_ui/widgets/text_field.h"
#include "lang/text_cursor.h"

#include <algorithm>
#include <utility>

namespace fungescope::ui {
namespace {

constexpr std::size_t max_history = 100;
constexpr std::size_t max_earlier = 5;  // shown before anything is typed

std::string_view first_word(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  return line.substr(0, line.find(' '));
}

bool needs_arguments(std::string_view arguments) {
  return !arguments.empty() && arguments.front() != '[';
}

// Whether `typed` is the name, whatever its case; its dots for a dialog may be missing.
bool is_name(const std::string& typed, std::string_view name) {
  return equal_ignoring_case(typed, name) || equal_ignoring_case(typed + "…", name);
}

}  // namespace

std::optional<int> match_score(std::string_view typed, std::string_view name) {
  int score = 0;
  std::size_t at = 0;
  bool together = true;
  for (const char c : typed) {
    if (c == ' ') continue;
    const std::size_t begin = at;
    while (at < name.size() && to_lower(name[at]) != to_lower(c)) ++at;
    if (at == name.size()) return std::nullopt;
    const bool word = at == 0 || name[at - 1] == ' ' || name[at - 1] == '-';
    together = at == begin;
    score += together ? 4 : word ? 3 : 0;
    score -= static_cast<int>(std::min<std::size_t>(at - begin, 3));
    ++at;
  }
  return score * 4 - static_cast<int>(std::min<std::size_t>(name.size(), 40)) / 4;
}

void CommandPalette::open(std::vector<PaletteEntry> entries) {
  entries_ = std::move(entries);
  state_ = PopupState::opening;
  text_.clear();
  rows_for_.reset();
  answers_ = std::make_shared<Answers>();
  completions_seen_ = 0;
}

void CommandPalette::find_rows(SessionThread& session, const std::vector<std::string>& history) {
  if (rows_for_ == text_ && completions_seen_ == answers_->completions) return;
  const bool typed = rows_for_ != text_;
  rows_for_ = text_;
  completions_seen_ = answers_->completions;
  rows_.clear();
  selected_ = 0;
  navigated_ = false;
  const bool has_arguments =
      text_.find(' ') != std::string::npos && find_command(first_word(text_));
  if (typed && !text_.empty()) {
    session.ask<fungescope::Completion>(
        slot::completion,
        [line = text_](Debugger& debugger, Monitor&) { return debugger.complete(line); },
        [answers = answers_, line = text_](fungescope::Completion completion) {
          answers->completed_line = line;
          answers->completion = std::move(completion);
          ++answers->completions;
        });
  }
  if (has_arguments) {
    add_entries(true);  // "step back" begins with a command too
    if (answers_->completed_line != text_) return;
    const std::string head = text_.substr(0, answers_->completion.begin);
    for (const std::string& word : answers_->completion.words) {
      rows_.push_back({.text = head + word});
    }
    return;
  }
  if (text_.empty()) {
    for (std::size_t i = 0; i < std::min(history.size(), max_earlier); ++i) {
      rows_.push_back({.text = history[i], .summary = "again", .complete = true, .score = 1000});
    }
  }
  add_commands();
  add_entries(false);
  if (text_.empty()) return;
  std::stable_sort(rows_.begin(), rows_.end(),
                   [](const Row& a, const Row& b) { return a.score > b.score; });
}

void CommandPalette::add_commands() {
  for (const CommandGroup& group : command_groups()) {
    for (const Command& command : group.commands) {
      auto score = match_score(text_, command.name);
      if (!command.alias.empty() && text_ == command.alias) score = 500;
      if (!score) continue;
      if (text_ == command.name) score = 1000;
      rows_.push_back({.text = std::string(command.name),
                       .arguments = std::string(command.arguments),
                       .summary = std::string(command.summary),
                       .complete = !needs_arguments(command.arguments),
                       .score = *score + 2});
    }
  }
}

void CommandPalette::add_entries(bool only_beginnings) {
  for (const PaletteEntry& entry : entries_) {
    if (only_beginnings && !equal_ignoring_case(entry.name.substr(0, text_.size()), text_))
      continue;
    auto score = match_score(text_, entry.name);
    if (!score) continue;
    if (text_.empty()) score = -100;
    if (is_name(text_, entry.name)) score = 900;
    rows_.push_back({.text = entry.name,
                     .summary = entry.summary,
                     .shortcut = entry.shortcut,
                     .entry = &entry,
                     .score = *score});
  }
}

// A command of the same name that needs no arguments takes precedence.
const PaletteEntry* CommandPalette::named_entry() const {
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [this](const auto& entry) { return is_name(text_, entry.name); });
  if (found == entries_.end()) return nullptr;
  const auto command = find_command(text_);
  const bool runs =
      command && command->command->name == text_ && !needs_arguments(command->command->arguments);
  return runs ? nullptr : &*found;
}

void CommandPalette::submit(SessionThread& session, std::vector<std::string>& history,
                            std::string line) {
  std::erase(history, line);
  history.insert(history.begin(), line);
  if (history.size() > max_history) history.resize(max_history);
  answers_->line = line;
  answers_->waiting = true;
  session.submit(std::move(line), [answers = answers_](const CommandOutcome& outcome) {
    answers->waiting = false;
    answers->fresh = true;
    answers->failed = !outcome.response || outcome.response->failed;
    if (outcome.response) {
      answers->text = to_text(*outcome.response);
      if (answers->text.empty()) answers->text = "done";
    } else {
      Error error = outcome.response.error();
      error.where = {};
      answers->text = to_string(error);
    }
  });
  text_.clear();
}

void CommandPalette::fill_in(const Row& row) {
  if (row.entry == nullptr) text_ = row.arguments.empty() ? row.text : row.text + " ";
}

void CommandPalette::choose(const Row& row, SessionThread& session,
                            std::vector<std::string>& history) {
  if (row.entry != nullptr) return choose(*row.entry);
  row.complete ? submit(session, history, row.text) : fill_in(row);
}

void CommandPalette::choose(const PaletteEntry& entry) {
  close();
  ImGui::CloseCurrentPopup();
  const auto act = entry.choose;  // it may open another palette
  act();
}

void CommandPalette::draw(const Theme& theme, float scale, const InputQueue& input,
                          SessionThread& session, std::vector<std::string>& history) {
  if (!is_open()) return;
  constexpr const char* id = "##palette";
  const bool appearing = std::exchange(state_, PopupState::open) == PopupState::opening;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float width = std::min(760 * scale, display.x - 20 * scale);
  ImGui::SetNextWindowPos({display.x / 2, display.y * 0.1F}, ImGuiCond_Always, {0.5F, 0});
  ImGui::SetNextWindowSize({width, std::min(560 * scale, display.y * 0.8F)});
  if (appearing) ImGui::OpenPopup(id);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(8 * scale, 8 * scale));
  const bool shown =
      ImGui::BeginPopup(id, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleVar();
  if (!shown) {
    if (!appearing) close();
    return;
  }
  if (appearing || !ImGui::IsAnyItemActive()) focus_next_item();
  ImGui::SetNextItemWidth(-1);
  const bool entered =
      text_field("##line", "a command, or what you want to do", text_,
                 ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackCompletion);
  find_rows(session, history);
  const int count = static_cast<int>(rows_.size());
  const bool down = input.pressed(Key::down);
  const bool up = input.pressed(Key::up);
  if (down || up) {
    selected_ = std::clamp(selected_ + (down ? 1 : -1), 0, std::max(0, count - 1));
    navigated_ = true;
  }
  const Row* row = selected_ < count ? &rows_[static_cast<std::size_t>(selected_)] : nullptr;
  if (input.pressed(Key::tab) && row != nullptr) fill_in(*row);
  clicked_.reset();
  draw_rows(theme, scale, down || up);
  draw_answer(theme);
  if (clicked_) {
    choose(Row(rows_[static_cast<std::size_t>(*clicked_)]), session, history);
  } else if (entered) {
    if (const PaletteEntry* const entry = named_entry(); entry != nullptr && !navigated_) {
      choose(*entry);
    } else if (!text_.empty() && !navigated_ && find_command(first_word(text_))) {
      submit(session, history, std::string(text_));
    } else if (row != nullptr) {
      choose(Row(*row), session, history);
    }
  }
  ImGui::EndPopup();
}

void CommandPalette::draw_rows(const Theme& theme, float scale, bool moved) {
  const bool answered = answers_->waiting || !answers_->line.empty();
  const float share = answered ? 0.45F : 1;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  ImGui::BeginChild("rows", {0, room.y * share});
  if (rows_.empty()) {
    ImGui::TextDisabled(find_command(first_word(text_)) ? "Enter executes it"
                                                        : "nothing is called that");
  }
  const float letter = ImGui::CalcTextSize("m").x;
  const bool wide = room.x > 70 * letter;
  for (int i = 0; i < static_cast<int>(rows_.size()); ++i) {
    const Row& row = rows_[static_cast<std::size_t>(i)];
    ImGui::PushID(i);
    if (ImGui::Selectable("##row", i == selected_, ImGuiSelectableFlags_DontClosePopups)) {
      clicked_ = i;
    }
    if (moved && i == selected_) ImGui::SetScrollHereY();
    name_item("palette " + row.text);
    ImGui::SameLine(4 * scale);
    ImGui::TextUnformatted(row.text.c_str());
    if (!row.arguments.empty()) {
      ImGui::SameLine(0, letter);
      coloured_text(theme.accent, row.arguments);
    }
    const float after = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + 2 * letter;
    // Without room for both, shows only the shortcut.
    if (!row.summary.empty() && (wide || row.shortcut.empty())) {
      ImGui::SameLine(wide ? std::max(34 * letter, after) : after);
      ImGui::TextDisabled("%s", row.summary.c_str());
    }
    if (!row.shortcut.empty()) right_aligned_text(theme.dim, row.shortcut);
    ImGui::PopID();
  }
  ImGui::EndChild();
}

void CommandPalette::draw_answer(const Theme& theme) {
  if (answers_->line.empty()) return;
  ImGui::Separator();
  ImGui::TextDisabled("> %s%s", answers_->line.c_str(), answers_->waiting ? "  …" : "");
  ImGui::PushStyleColor(ImGuiCol_Text, answers_->failed ? theme.bad : theme.text);
  ImGui::BeginChild("answer", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar);
  if (std::exchange(answers_->fresh, false)) ImGui::SetScrollY(0);
  ImGui::TextUnformatted(answers_->text.c_str());
  ImGui::EndChild();
  ImGui::PopStyleColor();
}

}  // namespace fungescope::ui
