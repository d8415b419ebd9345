#include "debugger_ui/source_editing/source_editing.h"

#include "base/hash.h"
#include "lang/source_text.h"

#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {

using editing::Arrows;
using editing::Block;
using editing::Document;
using editing::Done;
using editing::Editor;
using editing::Turn;

namespace {

std::uint64_t hash_of(std::string_view text) {
  Hasher hasher;
  hasher.add_text(text);
  return hasher.value();
}

// Whether it adds, removes or changes an annotation, which begins with `#$`.
bool touches_annotation(const Document& document, const editing::CellChange& change) {
  const Point at = change.at;
  if (at.y >= document.line_count()) return false;
  if (document.text_of(at.y).find(U"#$") != std::u32string::npos) return true;
  const bool began = change.before == '#' && document.at({at.x + 1, at.y}) == '$';
  const bool went_on = change.before == '$' && document.at({at.x - 1, at.y}) == '#';
  return began || went_on;
}

}  // namespace

void SourceEditing::program_opened(std::string text, LoadOptions options, std::string path) {
  forget_run();
  send_source_ = false;
  const bool same_file = path == path_;
  path_ = std::move(path);
  const bool same_text = editor_ && editor_->document().bytes() == text;
  const auto reads_alike = [&options](const Dialect& dialect) {
    return dialect.carriage_return_ends_line == options.dialect.carriage_return_ends_line &&
           dialect.utf8_source == options.dialect.utf8_source &&
           dialect.code_piece == options.dialect.code_piece;
  };
  if (same_text && reads_alike(editor_->document().options().dialect)) {
    editor_->set_options(std::move(options));
    note_applied();
    return;
  }
  const bool unsaved = same_text && modified();
  const bool shown = editor_ && active_ && same_file;
  const Point cursor = shown ? editor_->cursor() : Point{};
  text_ = std::move(text);
  options_ = std::move(options);
  editor_.reset();
  if (!active_ && !unsaved) return;
  begin();
  if (unsaved) editor_->mark_unsaved();
  if (active_) editor_->move_to(cursor);
}

void SourceEditing::begin() {
  if (editor_) return;
  editor_.emplace(Document::parse(text_, options_));
  note_applied();
  text_.clear();
  text_.shrink_to_fit();
}

void SourceEditing::note_applied() {
  applied_ = editor_->document().revision();
  started_ = compared_ = version();
  applied_field_ = editor_->document().field();
  typed_.clear();
  (void)editor_->take_changes();
}

void SourceEditing::set_active(bool active, std::optional<Point> at) {
  if (active) begin();
  if (active && at && *at != editor_->cursor()) editor_->move_to(*at);
  take_focus = active && !active_;
  active_ = active;
}

void SourceEditing::saved_as(std::string path) {
  mark_saved();
  if (editor_) options_ = editor_->document().options();
  options_.file = path;
  if (editor_) editor_->set_options(options_);
  path_ = std::move(path);
}

void SourceEditing::restore(std::string_view text) {
  begin();
  LoadOptions options = editor_->document().options();
  editor_.emplace(Document::parse(text, std::move(options)));
  editor_->mark_unsaved();
  applied_ = 0;  // no revision
  compared_ = {};
  forget_run();
  send_source_ = true;
}

// The panels' views of the document are made again, too.
void SourceEditing::forget_run() {
  ++programs_;
  in_flight_ = false;
  refused_ = 0;
  moved_ = {};
}

// ---- Edits

void SourceEditing::report(Result<Done> done) {
  if (!done) return messages_.push_back({to_string(done.error()), true});
  moved_.add(done->map);
  for (std::string& note : done->notes) messages_.push_back({std::move(note), false});
}

Rectangle SourceEditing::target() {
  return editor_->selection().value_or(Rectangle{editor_->cursor(), {1, 1}});
}

Editor& SourceEditing::typist() {
  editor_->typing = {settings_.insert, settings_.arrows_turn};
  return *editor_;
}

void SourceEditing::perform(EditCommand command, const Clipboard& clipboard) {
  begin();
  Editor& editor = *editor_;
  const Rectangle area = target();
  const Dialect& dialect = editor.document().options().dialect;
  const Arrows arrows = settings_.turn_blocks ? Arrows::turn : Arrows::keep;
  switch (command) {
    case EditCommand::undo:
      if (!editor.can_undo()) return messages_.push_back({"nothing to undo", false});
      return report(editor.undo());
    case EditCommand::redo:
      if (!editor.can_redo()) return messages_.push_back({"nothing to redo", false});
      return report(editor.redo());
    case EditCommand::cut: {
      Block block;
      auto done = editor.cut(area, block);
      if (done) clipboard.set(block.to_text(dialect));
      return report(std::move(done));
    }
    case EditCommand::copy:
      return clipboard.set(editor.copy(area).to_text(dialect));
    case EditCommand::paste: {
      const Block block = Block::from_text(clipboard.get(), dialect);
      if (block.size.area() == 0) {
        return messages_.push_back({"there is no text to paste; copy some first", false});
      }
      return report(editor.paste(area.corner, block));
    }
    case EditCommand::erase:
      return erase();
    case EditCommand::select_all:
      return editor.select_all();
    case EditCommand::rotate_right:
      return report(editor.turn_block(area, Turn::clockwise, arrows));
    case EditCommand::rotate_left:
      return report(editor.turn_block(area, Turn::counter_clockwise, arrows));
    case EditCommand::mirror_left_right:
      return report(editor.turn_block(area, Turn::left_right, arrows));
    case EditCommand::mirror_top_bottom:
      return report(editor.turn_block(area, Turn::top_bottom, arrows));
    case EditCommand::insert_row:
      return report(editor.insert_rows(area.corner.y, area.size.height));
    case EditCommand::delete_row:
      return report(editor.delete_rows(area.corner.y, area.size.height));
    case EditCommand::insert_column:
      return report(editor.insert_columns(area.corner.x, area.size.width));
    case EditCommand::delete_column:
      return report(editor.delete_columns(area.corner.x, area.size.width));
  }
}

void SourceEditing::move_block(Point by) {
  const Rectangle area = target();
  report(editor_->move_block(area, {area.corner.x + by.x, area.corner.y + by.y}));
}

void SourceEditing::fill(std::string_view text) {
  const auto characters = decode_characters(text, editor_->document().options().dialect);
  if (!characters.empty()) report(editor_->fill(target(), characters.front()));
}

void SourceEditing::replace_all(std::string_view text, std::string_view by) {
  auto replaced = editor_->replace_all(text, by);
  if (!replaced) return messages_.push_back({to_string(replaced.error()), true});
  report(std::move(replaced->done));
  messages_.push_back({fmt::format("{} replaced", replaced->count), false});
}

// ---- The run

bool SourceEditing::differs_from_start() {
  if (!editor_) return false;
  if (compared_.revision != revision()) compared_ = version();
  return is_large() ? compared_.revision != started_.revision : compared_.hash != started_.hash;
}

SourceEditing::Version SourceEditing::version() const {
  return {revision(), is_large() ? 0 : hash_of(editor_->document().bytes())};
}

// Returns the cells that differ from the source of the run, if it need not see more than those.
std::optional<std::vector<TypedCell>> SourceEditing::cells_to_send(
    const editing::CellChanges& changes) {
  const Document& document = editor_->document();
  if (send_source_ || !is_large()) return std::nullopt;
  if (changes.all() || !moved_.empty() || document.field() != applied_field_) return std::nullopt;
  for (const editing::CellChange& change : changes.cells()) {
    if (!document.field().contains(change.at) || touches_annotation(document, change)) {
      return std::nullopt;
    }
    const auto [typed, added] = typed_.try_emplace({change.at.y, change.at.x});
    if (added) typed->second.source = document.value_of(change.before);
    typed->second.at = change.at;
    typed->second.now = true;
  }
  if (typed_.size() > editing::CellChanges::max_cells) return std::nullopt;
  std::vector<TypedCell> cells;
  cells.reserve(typed_.size());
  for (auto& [at, typed] : typed_) {
    typed.value = document.value_of(document.at(typed.at));
    cells.push_back(typed);
    typed.now = false;
  }
  return cells;
}

void SourceEditing::update(SessionThread& session) {
  if (!settings_.into_run || !pending() || in_flight_ || revision() == refused_) return;
  const Document& document = editor_->document();
  std::function<Result<AppliedSource>(Debugger&, Monitor&)> query;
  if (auto cells = cells_to_send(editor_->take_changes())) {
    query = [cells = std::move(*cells), field = document.field()](Debugger& debugger, Monitor&) {
      return apply_cells(debugger, cells, field);
    };
  } else {
    typed_.clear();
    query = [bytes = document.bytes(), moved = moved_](Debugger& debugger, Monitor&) {
      return apply_source(debugger, bytes, moved);
    };
  }
  const Sent sent{version(), std::exchange(moved_, {})};
  in_flight_ = true;
  applied_field_ = document.field();
  session.ask<Result<AppliedSource>>(
      slot::edit, std::move(query),
      [this, sent, programs = programs_](const Result<AppliedSource>& applied) {
        if (programs == programs_) finish(sent, applied);
      });
}

void SourceEditing::finish(const Sent& sent, const Result<AppliedSource>& applied) {
  in_flight_ = false;
  if (applied && !applied->needs_source) {
    applied_ = sent.version.revision;
    if (!applied->branched) started_ = sent.version;
    refused_ = 0;
    send_source_ = false;
    for (const std::string& text : applied->lost) {
      messages_.push_back({text + " is gone with its cells", false});
    }
    return;
  }
  // The run has none of it.
  send_source_ = true;
  if (applied) return;
  refused_ = sent.version.revision;
  editing::CoordinateMap moved = sent.moved;
  moved.add(moved_);
  moved_ = std::move(moved);
  messages_.push_back({"not in the run: " + to_string(applied.error()), true});
}

std::string SourceEditing::status() const {
  if (!active_) return modified() ? "unsaved changes" : "";
  std::string text = fmt::format("editing: {}, {}{}", to_string(editor_->direction()),
                                 settings_.insert ? "insert" : "overwrite",
                                 editor_->in_string() ? ", in a string" : "");
  if (!settings_.into_run) {
    text += pending() ? "; not in the run until a restart" : "; waits for a restart";
  } else {
    text += refused_ != 0 && pending() ? "; not in the run" : "; into the run";
  }
  if (modified()) text += "; unsaved";
  return text;
}

}  // namespace fungescope::ui
