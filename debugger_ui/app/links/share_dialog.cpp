#include "base/text_table.h"
#include "debugger_ui/app/dialogs.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/widgets/item_names.h"
#include "debugger_ui/widgets/text_field.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

std::string program_text(const SessionImage& link) {
  if (!link.built_in.empty()) return link.built_in + ", which is built in";
  std::string text = count_text(link.source.size(), "byte");
  if (!link.file.empty()) text = link.file + ", " + text;
  return text;
}

// What a run depends on besides, as far as it is not the default.
std::string options_text(const SessionImage& link) {
  std::string text = "dialect " + link.dialect;
  if (link.size) text += ", field " + size_option(link.size);
  if (link.seed != 0) text += fmt::format(", seed {}", link.seed);
  if (!link.annotations) text += ", without annotations";
  if (!link.regions.empty()) text += ", " + count_text(link.regions.size(), "region");
  return text;
}

std::string input_text(const InputLog& input) {
  return count_text(input.bytes().size(), "byte") + (input.closed() ? "" : ", and more may follow");
}

std::string stops_text(const SessionImage& link) {
  std::string text;
  if (!link.breakpoints.empty()) text = count_text(link.breakpoints.size(), "breakpoint");
  if (link.watched.empty()) return text;
  if (!text.empty()) text += ", ";
  return text + count_text(link.watched.size(), "watched expression");
}

}  // namespace

SessionImage with_parts(SessionImage link, SharedParts parts, bool has_read_input) {
  if (!parts.stops) {
    link.breakpoints.clear();
    link.watched.clear();
  }
  const bool other_run = !parts.input && link.input && has_read_input;
  if (!parts.input) link.input.reset();
  if (!parts.instant || other_run) link.tick = 0;
  return link;
}

void ShareDialog::open(Contents contents, OnCopy on_copy) {
  contents_ = std::move(contents);
  on_copy_ = std::move(on_copy);
  parts_ = {};
  page_ = contents_.page;
  modal_.open();
  update();
}

void ShareDialog::update() {
  const auto link =
      encode_link(with_parts(contents_.present.image, parts_, contents_.has_read_input));
  if (!link) {
    address_ = tl::unexpected(link.error());
    shown_.clear();
    return;
  }
  shown_ = link_address(page_, *link);
  address_ = shown_;
}

void ShareDialog::draw_contents(const Theme& theme, float scale) {
  const SessionImage& link = contents_.present.image;
  const float column = 110 * scale;
  const auto row = [&](const char* label, const std::string& text) {
    ImGui::AlignTextToFramePadding();
    coloured_text(theme.dim, label);
    ImGui::SameLine(column);
    ImGui::TextUnformatted(text.c_str());
    name_area(std::string("share ") + label, text,
              {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  };
  const auto choice = [&](const char* label, const std::string& text, bool& chosen) {
    if (ImGui::Checkbox(label, &chosen)) update();
    name_item(std::string("share ") + label);
    ImGui::SameLine(column);
    coloured_text(chosen ? theme.text : theme.dim, text);
  };
  row("program", program_text(link));
  row("options", options_text(link));
  if (link.input) choice("input", input_text(*link.input), parts_.input);
  if (link.tick > 0) {
    const bool other_run = link.input && !parts_.input && contents_.has_read_input;
    ImGui::BeginDisabled(other_run);
    choice("instant", "tick " + with_separators(link.tick), parts_.instant);
    ImGui::EndDisabled();
    if (other_run)
      coloured_text(theme.dim, "Without the input that it has read, the run would be another one.");
  }
  const std::string stops = stops_text(link);
  if (!stops.empty()) choice("breakpoints", stops, parts_.stops);
  if (contents_.present.edited) {
    coloured_text(theme.dim,
                  "The run was edited, which a link does not carry: it has the program as it is\n"
                  "now, and begins at tick 0. A recording has the whole run.");
    name_item("share edited");
  }
}

void ShareDialog::draw_link(const Theme& theme, float scale) {
  const float width = std::min(520 * scale, ImGui::GetIO().DisplaySize.x - 32 * scale);
  if (!contents_.own_page) {
    ImGui::SetNextItemWidth(width);
    if (text_field("##page",
                   "the address of a page with Fungescope; empty: only the part from # on", page_,
                   0, AfterEnter::leave)) {
      update();
    }
    name_item("share page");
  }
  ImGui::SetNextItemWidth(width);
  ImGui::BeginDisabled(!address_);
  // Read-only: there it can be selected, and copied by a key.
  text_field("##link", "", shown_,
             ImGuiInputTextFlags_ReadOnly | ImGuiInputTextFlags_AutoSelectAll);
  name_item("share link");
  ImGui::EndDisabled();
  std::string text;
  ImU32 colour = theme.bad;
  if (!address_) {
    text = error_text(address_.error());
  } else {
    const bool too_long = address_->size() > link_limit::common_characters;
    colour = too_long ? theme.warning : theme.dim;
    text = count_text(address_->size(), "character");
    if (too_long) {
      text += fmt::format(": some chat and mail programs cut more than {}",
                          with_separators(link_limit::common_characters));
    }
  }
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
  coloured_text(colour, text);
  ImGui::PopTextWrapPos();
  name_area("share length", text, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
}

void ShareDialog::draw(const Theme& theme, float scale, const InputQueue& input) {
  if (!modal_.begin("Share a link###share", scale)) return;
  draw_contents(theme, scale);
  ImGui::Dummy({0, 4 * scale});
  draw_link(theme, scale);
  ImGui::Dummy({0, 2 * scale});
  const DialogButton cancel{"cancel", "Escape", true, "share cancel"};
  const DialogButton accept{"copy the link", "Enter", address_.has_value(), "share copy"};
  if (modal_.end(cancel, accept, input) == DialogChoice::accept) on_copy_(*address_, page_);
}

}  // namespace fungescope::ui
