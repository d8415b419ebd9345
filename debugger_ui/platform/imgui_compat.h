// Hides the differences between versions of Dear ImGui, 1.86 to 1.90.
#pragma once

#include "debugger_ui/platform/input.h"

struct ImFont;
struct ImVec2;
struct ImFontAtlas;

namespace fungescope::ui {

// Maps our keys in the current context. Call before its first frame.
void prepare_imgui_input();

// For widgets that take text without being a text field: called within a frame, makes
// io.WantTextInput true in the next one.
void keep_text_input();

// The text field that had the keyboard last, and does not have it now, begins with its text
// selected, as others do, when it gets the keyboard again: not with the cursor where it was.
void forget_text_cursor();

// Within a frame, before anything is drawn: closes the menu, with the menus it was opened from, or
// the popup in front. Leaves modal dialogs alone. Returns whether there was one.
bool close_front_popup();

// Between frames: while a menu is in front, the arrow keys and Enter choose in it.
void navigate_menus();

// How many menus and other popups are open, each within the one before.
[[nodiscard]] int open_popups();

// Within a menu bar, after its menus, of which one is open: the step to the menu before (-1) or
// after (1) that an arrow key asks for which opened or closed no submenu; else 0.
[[nodiscard]] int step_between_menus();

// Within a window: gives it the keyboard, and takes it from the text field that has it.
void take_keyboard();

// As ImGui::OpenPopup, at a place of the screen, with the keyboard at its first entry.
void open_by_keyboard(const char* popup, ImVec2 at);

// As ImGui::SetKeyboardFocusHere, also where another window has the keyboard.
void focus_next_item();

// Between frames: whether the focus is pending for a text field. The field gets
// the focus in the next frame, and takes text only in the one after that.
[[nodiscard]] bool keyboard_focus_pending();

// Passes a frame's input to the current context. Call before ImGui::NewFrame().
void send_input_to_imgui(const InputFrame& frame);

// A glyph at its font's own size, for callers that draw quads themselves: pixels from the upper
// left corner of its line, and texture coordinates in the atlas. Valid for this frame.
struct GlyphBox {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  float u0 = 0, v0 = 0, u1 = 0, v1 = 0;
  float advance = 0;
};
[[nodiscard]] GlyphBox glyph_box(ImFont& font, char32_t code_point);

// Uploads an atlas that changed between frames, and makes `body` the default font.
// The renderer must have started its frame.
void upload_atlas(ImFontAtlas& atlas, ImFont* body);

// Selects FreeType's hinted rasterizer where it is built in, else stb_truetype's.
void select_rasterizer(ImFontAtlas& atlas);

// To be called at the beginning of each frame, with the frame count of the last press of the left
// button. A press opens a menu, which may appear under the pointer: its release then chooses no
// entry, unless the pointer was dragged there.
void ignore_release_in_new_menu(int press_frame);

}  // namespace fungescope::ui
