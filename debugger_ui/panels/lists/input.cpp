// Shows the program's input, read and unread, with fields to add more.
#include "base/escape.h"
#include "base/text_table.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/lists/output_lines.h"
#include "debugger_ui/panels/panels.h"
#include "session/expressions/lexer.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

constexpr std::size_t max_file_bytes = std::size_t{16} << 20U;

// Is the program blocked until it gets input?
bool waits(const ViewSnapshot& snapshot) {
  return snapshot.last_stop && snapshot.last_stop->reason == StopInfo::Reason::input_wait &&
         snapshot.last_stop->tick == snapshot.tick && !snapshot.input.closed &&
         snapshot.input.position >= snapshot.input.size;
}

class InputPanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::input; }
  [[nodiscard]] std::string_view title() const override { return "input"; }

  void draw(Context& context) override {
    handle_file(context);
    draw_state(context);
    const float below = height_below_;
    const float height =
        std::max(ImGui::GetContentRegionAvail().y - below, 2 * ImGui::GetTextLineHeight());
    if (ImGui::BeginChild("text", {0, height})) draw_text(context);
    ImGui::EndChild();
    const float top = ImGui::GetCursorPosY();
    draw_fields(context);
    height_below_ = ImGui::GetCursorPosY() - top + ImGui::GetStyle().ItemSpacing.y;
  }

 private:
  // ---- State

  static void draw_state(const Context& context) {
    const InputSnapshot& input = context.snapshot.input;
    const std::string read = fmt::format("{} of {} bytes are read", with_separators(input.position),
                                         with_separators(input.size));
    if (waits(context.snapshot)) {
      wrapped_coloured_text(context.theme.warning, "the program waits for input; type some below");
    } else if (input.size == 0 && !input.closed) {
      placeholder_text(context, "no input yet; a program that reads waits for it");
    } else if (input.size == 0) {
      placeholder_text(context, "the input is empty and closed; a program that reads gets its end");
    } else {
      coloured_text(context.theme.dim, read);
    }
  }

  static void draw_text(const Context& context) {
    const InputSnapshot& input = context.snapshot.input;
    if (input.size == 0) return;
    const float step = character_width();
    const float height = ImGui::GetTextLineHeight();
    const float room = ImGui::GetContentRegionAvail().x / step;
    const auto lines = wrap_lines(input.text, static_cast<std::size_t>(std::max(room - 1, 8.0F)));
    if (input.from > 0) {
      coloured_text(context.theme.faint,
                    fmt::format("\u2026 {} bytes before", with_separators(input.from)));
    }
    const auto position = static_cast<std::size_t>(input.position - input.from);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(lines.size()), height);
    while (clipper.Step()) {
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        const OutputLine& line = lines[static_cast<std::size_t>(i)];
        draw_line(context, line, position, static_cast<std::size_t>(i) + 1 == lines.size());
      }
    }
    ImGui::PopStyleVar();
    const std::uint64_t end = input.from + input.text.size();
    if (end < input.size) {
      coloured_text(context.theme.faint,
                    fmt::format("\u2026 {} more bytes", with_separators(input.size - end)));
    }
    coloured_text(context.theme.faint,
                  input.closed ? "then the input ends" : "then the program waits for more");
  }

  // Bytes that have been read are dim; a caret precedes the next one.
  static void draw_line(const Context& context, const OutputLine& line, std::size_t position,
                        bool last) {
    const std::string& text = context.snapshot.input.text;
    const Theme& theme = context.theme;
    ImDrawList* const list = ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetTextLineHeight();
    float x = at.x + 2 * context.scale;
    const auto draw_caret = [&] {
      list->AddRectFilled({x - 1.5F * context.scale, at.y},
                          {x + 0.5F * context.scale, at.y + height}, theme.accent);
    };
    for (std::size_t i = line.begin; i < line.end;) {
      const OutputGlyph glyph = glyph_at(text, i);
      const bool read = i < position;
      std::string shown = glyph_text(text, i, glyph);
      ImU32 colour = read ? theme.dim : theme.text;
      if (glyph.kind == OutputGlyph::Kind::newline) {
        shown = "\u21b5";
        colour = theme.faint;
      } else if (glyph.kind == OutputGlyph::Kind::escape && !read) {
        colour = theme.of(InstructionClass::string);
      }
      list->AddText({x, at.y}, colour, shown.c_str());
      if (i == position) draw_caret();
      x += character_width() * static_cast<float>(std::max<std::size_t>(glyph.columns, 1));
      i += glyph.bytes;
    }
    if (last && position >= line.end) draw_caret();
    ImGui::Dummy({x - at.x, height});
  }

  // ---- Adding input

  [[nodiscard]] std::string bytes_of(const std::string& typed) const {
    return with_line_end_ ? typed + '\n' : typed;
  }
  // Quoted, so that nothing in it is parsed as another argument.
  [[nodiscard]] std::string add_command(const std::string& typed) const {
    return "input " + double_quoted(bytes_of(typed));
  }
  [[nodiscard]] std::string replace_command(const std::string& typed) const {
    return "input replace " + double_quoted(bytes_of(typed));
  }

  void draw_fields(Context& context) {
    const InputSnapshot& input = context.snapshot.input;
    const auto add = [this](const std::string& typed) { return add_command(typed); };
    const auto replace = [this](const std::string& typed) { return replace_command(typed); };
    const auto send = [&](const std::string& typed) {
      return replacing_ ? replace(typed) : add(typed);
    };
    static_cast<void>(field_.draw(context, "##input",
                                  replacing_     ? "what comes next instead"
                                  : input.closed ? "the input is closed; replace what is unread"
                                                 : "more input",
                                  send));
    item_tooltip(context,
                 replacing_ ? "replaces what is not read yet; a branch begins here"
                            : "adds to the end of the input",
                 send(field_.text().empty() ? "TEXT" : field_.text()));
    if (toggle_button(context, "add", !replacing_)) replacing_ = false;
    item_tooltip(context, "appends the typed text to the input", add_command("TEXT"));
    ImGui::SameLine(0, 1);
    if (toggle_button(context, "replace", replacing_)) replacing_ = true;
    item_tooltip(context, "replaces all unread input with the typed text; a branch begins here",
                 replace_command("TEXT"));
    next_button("line end");
    if (toggle_button(context, "line end", with_line_end_)) with_line_end_ = !with_line_end_;
    item_tooltip(context, with_line_end_ ? "a line end follows what is typed, as at a terminal"
                                         : "the typed text is passed on as it is");
    next_button("file");
    if (text_button(context, "file")) ask_file(context);
    item_tooltip(context, "adds the bytes of a file, or replaces what is unread with them");
    next_button("end");
    if (text_button(context, "end", !input.closed)) context.services.run("input end");
    item_tooltip(context, "closes the input: a program that reads on gets its end", "input end");
  }

  // Continues on the same line where there is room.
  static void next_button(const char* label) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const float width = ImGui::CalcTextSize(label).x + 2 * style.FramePadding.x;
    const float end = ImGui::GetItemRectMax().x + style.ItemSpacing.x + width;
    if (end <= ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x) ImGui::SameLine();
  }

  void ask_file(Context& context) {
    SessionThread* const session = &context.session;
    context.services.prompt_line(
        "Input from a file", "path of the file", "",
        [session, file = file_](const std::string& path) {
          if (path.empty()) return;
          session->ask<Result<std::string>>(
              slot::none,
              [path](Debugger& debugger, Monitor&) { return debugger.files().read(path); },
              [file](Result<std::string> bytes) { *file = std::move(bytes); });
        });
  }

  void handle_file(Context& context) {
    if (!*file_) return;
    const Result<std::string> bytes = *std::exchange(*file_, std::nullopt);
    if (!bytes) {
      context.services.notify(to_string(bytes.error()), Tone::bad);
    } else if (bytes->size() > max_file_bytes) {
      context.services.notify("the file is larger than 16 MB; restart with it as the input",
                              Tone::bad);
    } else {
      context.services.run((replacing_ ? "input replace " : "input ") + double_quoted(*bytes));
    }
  }

  CommandField field_;
  bool replacing_ = false;
  bool with_line_end_ = true;
  float height_below_ = 80;
  // A file's contents, handled in the next frame.
  std::shared_ptr<std::optional<Result<std::string>>> file_ =
      std::make_shared<std::optional<Result<std::string>>>();
};

}  // namespace

std::unique_ptr<Panel> make_input_panel() {
  return std::make_unique<InputPanel>();
}

}  // namespace fungescope::ui
