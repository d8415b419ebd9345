// What differs between versions of Dear ImGui, from 1.86 on.
#pragma once

#include "debugger_ui/platform/input.h"

struct ImFont;
struct ImFontAtlas;

namespace fungescope::ui {

// Sets up the current context for our keys, before its first frame.
void prepare_imgui_input();

// Within a frame, for what takes text without being a text field: io.WantTextInput holds in the
// next one.
void keep_text_input();

// Between frames: a text field was asked to take the keyboard (ImGui::SetKeyboardFocusHere). It
// does in the next frame, and only in the one after that it takes text.
[[nodiscard]] bool keyboard_focus_pending();

// Hands a frame's input to the current context, before ImGui::NewFrame().
void send_input_to_imgui(const InputFrame& frame);

// The size that a font was added with, in pixels: before 1.92 its FontSize.
[[nodiscard]] float font_size(const ImFont& font);

// Whether a sign would be drawn as itself. The atlas must be built.
[[nodiscard]] bool has_glyph(ImFont& font, char32_t sign);

// A sign of a font at that font's own size, for who draws quads by hand: pixels from the upper left
// corner of its line, and its place in the atlas's texture. Good for this frame.
struct GlyphBox {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  float u0 = 0, v0 = 0, u1 = 0, v1 = 0;
  float advance = 0;
};
[[nodiscard]] GlyphBox glyph_box(ImFont& font, char32_t sign);

// Before fonts are added: a wide texture, so that it does not get too high.
void set_texture_width(ImFontAtlas& atlas, int pixels);

// After an atlas has changed between frames: uploads it, and takes `body` for
// text of no other font. The renderer must have started its frame.
void upload_atlas(ImFontAtlas& atlas, ImFont* body);

// FreeType's hinted glyphs where they are built in, else those of stb_truetype.
void select_rasterizer(ImFontAtlas& atlas);

// Clipboard functions of the current context; `user` is handed to both.
void set_imgui_clipboard(const char* (*get)(void* user), void (*set)(void* user, const char* text),
                         void* user);

}  // namespace fungescope::ui
