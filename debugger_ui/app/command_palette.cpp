#include "debugger_ui/app/dialogs.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/platform/imgui_compat.h"
#include "debugger_ui/widgets/item_names.h"
#include "debugger_ui/widgets/text_field.h"
#include "lang/text_cursor.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

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

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), to_lower);
  return lower;
}

// Whether `typed` is the name, whatever its case; its dots for a dialog may be missing.
bool is_name(std::string_view typed, std::string_view name) {
  constexpr std::string_view dots = "…";
  const std::string lower = in_lower_case(typed);
  const std::string full = in_lower_case(name);
  return lower == full || (full.ends_with(dots) && lower + std::string(dots) == full);
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
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

struct CommandPalette::Answers {
  std::string line;
  std::string text;
  std::vector<std::string> lines;
  bool failed = false;
  bool waiting = false;
  bool fresh = false;

  std::string completed_line;
  fungescope::Completion completion;
  std::size_t completions = 0;  // number of responses with completions

  void show(std::string answer, bool is_failure) {
    text = std::move(answer);
    lines = lines_of(text);
    failed = is_failure;
    waiting = false;
    fresh = true;
  }
};

CommandPalette::CommandPalette() : answers_(std::make_shared<Answers>()) {}

void CommandPalette::open(std::vector<PaletteEntry> entries) {
  entries_ = std::move(entries);
  open_ = true;
  appearing_ = true;
  text_.clear();
  rows_for_.reset();
  answers_ = std::make_shared<Answers>();
  completions_seen_ = 0;
}

void CommandPalette::close() {
  open_ = false;
}

std::string_view CommandPalette::answer() const {
  return answers_->text;
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
      rows_.push_back({Row::Kind::completion, head + word, "", "", "", 0, 0});
    }
    return;
  }
  if (text_.empty()) {
    for (std::size_t i = 0; i < std::min(history.size(), max_earlier); ++i) {
      rows_.push_back({Row::Kind::earlier, history[i], "", "again", "", 0, 1000});
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
      rows_.push_back({Row::Kind::command, std::string(command.name),
                       std::string(command.arguments), std::string(command.summary), "", 0,
                       *score + 2});
    }
  }
}

void CommandPalette::add_entries(bool only_beginnings) {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const PaletteEntry& entry = entries_[i];
    if (only_beginnings && !in_lower_case(entry.name).starts_with(in_lower_case(text_))) continue;
    auto score = match_score(text_, entry.name);
    if (!score) continue;
    if (text_.empty()) score = -100;
    if (is_name(text_, entry.name)) score = 900;
    rows_.push_back({Row::Kind::entry, entry.name, "", entry.summary, entry.shortcut, i, *score});
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
  session.submit(std::move(line), [answers = answers_](const CommandOutcome& answer) {
    if (answer.response) {
      std::string text = to_text(*answer.response);
      answers->show(text.empty() ? "done" : std::move(text), answer.response->failed);
    } else {
      Error error = answer.response.error();
      error.where = {};
      answers->show(to_string(error), true);
    }
  });
  text_.clear();
}

void CommandPalette::fill_in(const Row& row) {
  if (row.kind == Row::Kind::entry) return;
  text_ = row.kind == Row::Kind::command && !row.arguments.empty() ? row.text + " " : row.text;
}

bool CommandPalette::choose(const Row& row, SessionThread& session,
                            std::vector<std::string>& history) {
  switch (row.kind) {
    case Row::Kind::entry:
      return choose(PaletteEntry(entries_[row.entry]));  // it may open another palette
    case Row::Kind::command:
      if (needs_arguments(row.arguments)) {
        fill_in(row);
      } else {
        submit(session, history, row.text);
      }
      return false;
    case Row::Kind::completion:
      fill_in(row);
      return false;
    case Row::Kind::earlier:
      submit(session, history, row.text);
      return false;
  }
  return false;
}

bool CommandPalette::choose(const PaletteEntry& entry) {
  close();
  entry.choose();
  return true;
}

void CommandPalette::draw(const Theme& theme, float scale, const InputQueue& input,
                          SessionThread& session, std::vector<std::string>& history) {
  if (!open_) return;
  constexpr const char* id = "##palette";
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float width = std::min(760 * scale, display.x - 20 * scale);
  ImGui::SetNextWindowPos({display.x / 2, display.y * 0.1F}, ImGuiCond_Always, {0.5F, 0});
  ImGui::SetNextWindowSize({width, std::min(560 * scale, display.y * 0.8F)});
  if (appearing_) ImGui::OpenPopup(id);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(8 * scale, 8 * scale));
  const bool shown =
      ImGui::BeginPopup(id, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleVar();
  if (!shown) {
    open_ = appearing_;
    appearing_ = false;
    return;
  }
  if (appearing_ || !ImGui::IsAnyItemActive()) focus_next_item();
  appearing_ = false;
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
  bool leave = false;
  if (clicked_) {
    leave = choose(Row(rows_[static_cast<std::size_t>(*clicked_)]), session, history);
  } else if (entered) {
    if (const PaletteEntry* const entry = named_entry(); entry != nullptr && !navigated_) {
      leave = choose(PaletteEntry(*entry));
    } else if (!text_.empty() && !navigated_ && find_command(first_word(text_))) {
      submit(session, history, std::string(text_));
    } else if (row != nullptr) {
      leave = choose(Row(*row), session, history);
    }
  }
  if (leave) {
    close();
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

void CommandPalette::draw_rows(const Theme& theme, float scale, bool moved) {
  const bool answered = answers_->waiting || !answers_->line.empty();
  const float share = answered ? 0.45F : 1;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float right = room.x - 4 * scale;
  ImGui::BeginChild("rows", {0, room.y * share});
  if (rows_.empty()) {
    ImGui::TextDisabled(find_command(first_word(text_)) ? "Enter executes it"
                                                        : "nothing is called that");
  }
  const float letter = ImGui::CalcTextSize("m").x;
  const bool wide = room.x > 70 * letter;
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(rows_.size()));
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const Row& row = rows_[static_cast<std::size_t>(i)];
      ImGui::PushID(i);
      if (ImGui::Selectable("##row", i == selected_, ImGuiSelectableFlags_DontClosePopups)) {
        clicked_ = i;
      }
      name_item("palette " + row.text);
      ImGui::SameLine(4 * scale);
      ImGui::TextUnformatted(row.text.c_str());
      if (!row.arguments.empty()) {
        ImGui::SameLine(0, letter);
        coloured_text(theme.accent, row.arguments);
      }
      const float after = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + 2 * letter;
      const float shortcut = right - ImGui::CalcTextSize(row.shortcut.c_str()).x - 14 * scale;
      // Without room for both, shows only the shortcut.
      if (!row.summary.empty() && (wide || row.shortcut.empty())) {
        ImGui::SameLine(wide ? std::max(34 * letter, after) : after);
        ImGui::TextDisabled("%s", row.summary.c_str());
      }
      if (!row.shortcut.empty()) {
        ImGui::SameLine(shortcut);
        ImGui::TextDisabled("%s", row.shortcut.c_str());
      }
      ImGui::PopID();
    }
  }
  if (moved) {
    ImGui::SetScrollY(
        std::clamp(ImGui::GetScrollY(),
                   (static_cast<float>(selected_) + 1) * ImGui::GetTextLineHeightWithSpacing() -
                       ImGui::GetWindowHeight(),
                   static_cast<float>(selected_) * ImGui::GetTextLineHeightWithSpacing()));
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
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(answers_->lines.size()));
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      ImGui::TextUnformatted(answers_->lines[static_cast<std::size_t>(i)].c_str());
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleColor();
}

}  // namespace fungescope::ui
