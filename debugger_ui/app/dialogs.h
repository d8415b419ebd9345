// What lies over the window: the command palette, dialogs, and the tour.
#pragma once

#include "base/result.h"
#include "debugger_ui/app/files/file_dialog.h"
#include "debugger_ui/platform/input.h"
#include "debugger_ui/session_thread/session_thread.h"
#include "debugger_ui/widgets/item_names.h"
#include "debugger_ui/widgets/modal.h"
#include "debugger_ui/widgets/panel.h"
#include "debugger_ui/widgets/theme.h"
#include "lang/loader.h"
#include "session/commands/session_link.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::ui {

// ---- The command palette

// Scores `typed` as a case-insensitive subsequence of `name`: higher is better. Unset if it does
// not match.
[[nodiscard]] std::optional<int> match_score(std::string_view typed, std::string_view name);

// What the command palette offers besides commands.
struct PaletteEntry {
  std::string name;  // as a menu calls it
  std::string summary;
  std::string shortcut;
  std::function<void()> choose;
};

// Finds commands, and everything that the menus have, by name; completes arguments, and shows
// responses.
class CommandPalette {
 public:
  void open(std::vector<PaletteEntry> entries);
  void close() { state_ = PopupState::closed; }
  [[nodiscard]] bool is_open() const { return state_ != PopupState::closed; }

  // Adds submitted lines to `history`, newest first. Rows are named "palette NAME".
  void draw(const Theme& theme, float scale, const InputQueue& input, SessionThread& session,
            std::vector<std::string>& history);

  // The displayed text of the last response.
  [[nodiscard]] std::string_view answer() const { return answers_->text; }

 private:
  struct Row {
    std::string text;         // the command, or the entry's name
    std::string arguments{};  // "[COUNT]"
    std::string summary{};
    std::string shortcut{};
    const PaletteEntry* entry = nullptr;  // null: it is a command
    bool complete = false;                // the command can be executed as it is
    int score = 0;
  };
  struct Answers {  // shared with pending callbacks
    std::string line;
    std::string text;
    bool failed = false;
    bool waiting = false;
    bool fresh = false;

    std::string completed_line;
    fungescope::Completion completion;
    std::size_t completions = 0;  // number of responses with completions
  };

  void add_entries(bool only_beginnings);
  void add_commands();
  // The entry to choose for Enter after its name.
  [[nodiscard]] const PaletteEntry* named_entry() const;
  void find_rows(SessionThread& session, const std::vector<std::string>& history);
  void draw_rows(const Theme& theme, float scale, bool moved);
  void draw_answer(const Theme& theme);
  void submit(SessionThread& session, std::vector<std::string>& history, std::string line);
  void fill_in(const Row& row);
  // Handles Enter or a click on a row.
  void choose(const Row& row, SessionThread& session, std::vector<std::string>& history);
  void choose(const PaletteEntry& entry);

  std::vector<PaletteEntry> entries_;
  PopupState state_ = PopupState::closed;
  std::string text_;
  std::optional<std::string> rows_for_;  // unset: find them again
  std::size_t completions_seen_ = 0;
  std::vector<Row> rows_;
  int selected_ = 0;
  bool navigated_ = false;
  std::optional<int> clicked_;
  std::shared_ptr<Answers> answers_ = std::make_shared<Answers>();
};

// ---- Dialogs

// What a run of a program depends on besides its source.
struct ProgramOptions {
  enum class Input : std::uint8_t { keep, text, file };

  std::uint64_t seed = 0;
  std::string dialect = "wide";
  std::optional<LoadOptions::SizeOverride> size;
  Input input = Input::keep;
  std::string bytes;         // of Input::text
  std::string file;          // of Input::file
  bool input_closed = true;  // else more can be given while it runs
};

// Returns the options of the run in a snapshot. An input longer than the part in the snapshot is
// Input::keep.
[[nodiscard]] ProgramOptions options_of(const ViewSnapshot& snapshot);

// Input as it is typed on one line, with \n, \t, \xNN and \\.
[[nodiscard]] std::string escaped_input(std::string_view bytes);
[[nodiscard]] Result<std::string> unescaped_input(std::string_view text);

class ProgramOptionsDialog {
 public:
  void open(const ProgramOptions& options, std::uint64_t input_size,
            std::function<void(const ProgramOptions&)> apply);
  [[nodiscard]] bool is_open() const { return modal_.is_open(); }
  // Must be called each frame.
  void draw(const Theme& theme, float scale, const InputQueue& input);

 private:
  void draw_fields(const Theme& theme, float scale);
  void draw_input(float width);
  // What the fields say; the error names the field.
  [[nodiscard]] Result<ProgramOptions> parse() const;

  Modal modal_;
  std::function<void(const ProgramOptions&)> apply_;
  ProgramOptions options_;  // dialect, kind and file of the input, and whether it ends
  std::uint64_t input_size_ = 0;
  std::string seed_;
  std::string size_;
  std::string text_;
};

// What the user has left in a link.
struct SharedParts {
  bool input = true;
  bool instant = true;  // the tick
  bool stops = true;    // and watched expressions
};

// Returns the link with these parts. Without its input, a run that has read some has no tick: it
// would be another instant.
[[nodiscard]] SessionImage with_parts(SessionImage link, SharedParts parts, bool has_read_input);

// Makes a link of the present state: what is in it, what to leave out, how long it is.
class ShareDialog {
 public:
  // Called with the address to copy, and the part of it before the link.
  using OnCopy = std::function<void(const std::string& address, const std::string& page)>;
  struct Contents {
    PresentLink present;
    bool has_read_input = false;  // before the present instant
    std::string page;             // the address before the link; may be empty
    bool own_page = false;        // this window is that page: it is not asked for
  };
  void open(Contents contents, OnCopy on_copy);
  [[nodiscard]] bool is_open() const { return modal_.is_open(); }
  // Must be called each frame.
  void draw(const Theme& theme, float scale, const InputQueue& input);

 private:
  void update();  // makes the link again
  void draw_contents(const Theme& theme, float scale);
  void draw_link(const Theme& theme, float scale);

  Modal modal_;
  Contents contents_;
  OnCopy on_copy_;
  SharedParts parts_;
  std::string page_;
  Result<std::string> address_;
  std::string shown_;  // the address, in the field
};

// ---- The tour

struct TourStep {
  std::string_view widget;  // its name (widgets/item_names.h)
  PanelId panel;            // that has it; `none`: the transport bar
  std::string_view title;
  std::string_view text;  // empty: a kind of programs has one (window_extension.h)
};
[[nodiscard]] std::span<const TourStep> tour_steps();

// The tour of the window: five steps, each pointing at the widget that it explains.
class Tour {
 public:
  // Shows the first step.
  void start() { go_to(0); }
  [[nodiscard]] bool is_open() const { return step_.has_value(); }
  // The number of the step that is shown.
  [[nodiscard]] std::optional<std::size_t> step() const { return step_; }

  // Called before the widgets of a frame are drawn: while the tour is open, they are named.
  void begin_frame();
  // Draws the step, or, while `offered` is false, the offer, which ends at `bottom`, and sets it
  // once it is answered.
  void draw(Context& context, float bottom, bool& offered);
  // The upper edge of the offer in the last frame; infinite without one.
  [[nodiscard]] float top_of_offer() const { return top_of_offer_; }

 private:
  void draw_offer(Context& context, float bottom, bool& offered);
  void draw_step(Context& context, const TourStep& step);
  void go_to(std::size_t step);

  std::optional<std::size_t> step_;
  bool revealed_ = false;
  float top_of_offer_ = std::numeric_limits<float>::infinity();
  ItemNames names_;
};

// All of them: dialogs and sheets, of which at most one is open, and the tour.
struct Dialogs {
  CommandPalette palette;
  LineDialog line;
  ChoiceDialog choice;
  FileDialog file;
  ProgramOptionsDialog program;
  ShareDialog share;
  PopupState keys = PopupState::closed;      // draw_key_sheet
  PopupState messages = PopupState::closed;  // draw_message_sheet
  PopupState about = PopupState::closed;     // draw_about
  Tour tour;

  // Whether a dialog is open, besides the palette.
  [[nodiscard]] bool any_open() const {
    return line.is_open() || choice.is_open() || file.is_open() || program.is_open() ||
           share.is_open() || keys != PopupState::closed || messages != PopupState::closed ||
           about != PopupState::closed;
  }
};

}  // namespace fungescope::ui
