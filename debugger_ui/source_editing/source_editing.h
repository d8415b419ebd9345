// The source that is edited in the window: the document, the edit mode, and how edits reach the
// run.
//
//     editing.program_opened(text, load_options, path);
//     editing.set_active(true);
//     editing.type('>');
//     editing.update(session);   // puts the document into the run, if edits go there at once
//
// Used by the window's thread only. Independent of ImGui.
#pragma once

#include "debugger_ui/session_thread/session_thread.h"
#include "debugger_ui/source_editing/apply_source.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "editing/editor.h"

namespace fungescope::ui {

// The user's choices, which are kept with the settings.
struct EditSettings {
  bool into_run = true;     // edits go into the run at once; else they wait for a restart
  bool insert = false;      // typing pushes the rest of the line along
  bool arrows_turn = true;  // typing > v < ^ turns the cursor
  bool turn_blocks = true;  // rotating and mirroring turn arrows and branches too
};

enum class EditCommand : std::uint8_t {
  undo,
  redo,
  cut,
  copy,
  paste,
  erase,
  select_all,
  rotate_right,
  rotate_left,
  mirror_left_right,
  mirror_top_bottom,
  insert_row,
  delete_row,
  insert_column,
  delete_column,
};

class SourceEditing {
 public:
  // The system's clipboard.
  struct Clipboard {
    std::function<std::string()> get;
    std::function<void(const std::string&)> set;
  };
  explicit SourceEditing(EditSettings& settings) : settings_(settings) {}

  // ---- The document

  // A program was opened or restarted. If it is what the document already holds, the document
  // stays, with its undo; else unsaved changes are lost, so ask before. `path` is empty if there is
  // no file to save to.
  void program_opened(std::string text, LoadOptions options, std::string path);
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] bool modified() const { return editor_ && editor_->modified(); }
  // What a save writes.
  [[nodiscard]] std::string bytes() const { return editor_ ? editor_->document().bytes() : text_; }
  void mark_saved() {
    if (editor_) editor_->mark_saved();
  }
  // The document is now that of another file: the run, undo and the cursor stay.
  void saved_as(std::string path);
  // Replaces the document by unsaved text of an earlier session.
  void restore(std::string_view text);
  // Changes with each edit.
  [[nodiscard]] std::uint64_t revision() const {
    return editor_ ? editor_->document().revision() : 0;
  }
  // Where the edits since the run's source have moved cells.
  [[nodiscard]] const editing::CoordinateMap& moved() const { return moved_; }

  // ---- The edit mode

  [[nodiscard]] bool active() const { return active_; }
  // The cursor goes to `at`, the selected cell; without one it is where it was last.
  void set_active(bool active, std::optional<Point> at = std::nullopt);
  // While active.
  [[nodiscard]] editing::Editor& editor() { return *editor_; }
  // Changes when another document takes the place of this one.
  [[nodiscard]] std::uint64_t generation() const { return programs_; }
  [[nodiscard]] EditSettings& settings() { return settings_; }

  // Set by the panel in each frame: whether it has the keyboard.
  bool focused = false;
  // The panel takes the keyboard, and resets it.
  bool take_focus = false;
  // Set by the panel: the program is to be restarted with the document.
  bool restart = false;

  // ---- Edits. Errors become messages.

  void type(char32_t character) { report(typist().type(character)); }
  void backspace() { report(typist().backspace()); }
  void erase() { report(typist().erase()); }
  void perform(EditCommand command, const Clipboard& clipboard);
  void move_block(Point by);
  void fill(std::string_view text);  // with its first character; nothing without one
  void enlarge(Size size) { report(editor_->enlarge(size)); }
  void replace_all(std::string_view text, std::string_view by);

  // ---- The run

  // Puts the document into the run, unless edits wait for a restart, or it is there already.
  void update(SessionThread& session);
  // Whether the run has another source than the document.
  [[nodiscard]] bool pending() const {
    return editor_ && editor_->document().revision() != applied_;
  }
  // Whether the run began with another text than the document's, so that only a restart runs the
  // document from the first tick on. In large fields, also after undoing all edits.
  [[nodiscard]] bool differs_from_start();
  [[nodiscard]] bool waits_for_restart() {
    return !settings_.into_run && pending() && differs_from_start();
  }

  struct Message {
    std::string text;
    bool bad = false;
  };
  // The messages since the last call.
  [[nodiscard]] std::vector<Message> take_messages() { return std::exchange(messages_, {}); }

  // "editing: east, overwrite; into the run at once".
  [[nodiscard]] std::string status() const;

 private:
  void begin();
  void forget_run();
  [[nodiscard]] editing::Editor& typist();  // the editor, which types as the settings say
  void note_applied();                      // the run has the document
  void report(Result<editing::Done> done);
  [[nodiscard]] Rectangle target();  // the selection, or the cell at the cursor
  [[nodiscard]] std::optional<std::vector<TypedCell>> cells_to_send(
      const editing::CellChanges& changes);
  struct Version {
    std::uint64_t revision = 0;
    std::uint64_t hash = 0;  // of the text; 0 for large fields
  };
  struct Sent {
    Version version;
    editing::CoordinateMap moved;
  };
  [[nodiscard]] bool is_large() const { return editor_->document().canvas().area() >= large_field; }
  [[nodiscard]] Version version() const;
  void finish(const Sent& sent, const Result<AppliedSource>& applied);

  EditSettings& settings_;
  std::string text_;  // as opened
  LoadOptions options_;
  std::string path_;
  std::optional<editing::Editor> editor_;  // made when it is needed
  bool active_ = false;

  // From this size on, edits of few cells are passed on cell by cell.
  static constexpr std::int64_t large_field = 1 << 20;

  std::uint64_t applied_ = 0;  // the revision that the run has
  Version started_;            // that the run began with
  Version compared_;           // the latest one that was compared with it
  Size applied_field_;         // its size
  bool send_source_ = false;   // whatever the edit
  // Cells that were passed on since the run's source, by row and column.
  std::map<std::pair<std::int64_t, std::int64_t>, TypedCell> typed_;
  std::uint64_t refused_ = 0;  // a revision that did not fit the present instant
  bool in_flight_ = false;
  std::uint64_t programs_ = 0;    // results about an earlier program are ignored
  editing::CoordinateMap moved_;  // since `applied_`
  std::vector<Message> messages_;
};

// Returns null unless the edit mode is on.
[[nodiscard]] inline SourceEditing* if_active(SourceEditing* editing) {
  return editing != nullptr && editing->active() ? editing : nullptr;
}

}  // namespace fungescope::ui
