// Hides the differences between versions of Dear ImGui, from 1.86 on.
#pragma once

#include "debugger_ui/platform/input.h"

struct ImFont;
struct ImFontAtlas;

namespace fungescope::ui {

// Prepares the current context for our keys. Must be called before its first frame.
void prepare_imgui_input();

// Sets io.WantTextInput in the next frame, for widgets that take text without being a text field.
// Must be called within a frame.
void keep_text_input();

// Whether a text field was given the focus by ImGui::SetKeyboardFocusHere: it gets it in the next
// frame, and accepts text in the one after that. Must be called between frames.
[[nodiscard]] bool keyboard_focus_pending();

// Passes a frame's input to the current context. Must be called before ImGui::NewFrame().
void send_input_to_imgui(const InputFrame& frame);

// The size in pixels that a font was added with: before 1.92 its FontSize.
[[nodiscard]] float font_size(const ImFont& font);

// Whether the font has a glyph for a code point. The atlas must be built.
[[nodiscard]] bool has_glyph(ImFont& font, char32_t code_point);

// A glyph at the font's own size, for callers that draw quads themselves: in pixels from the upper
// left corner of its line, and in texture coordinates of the atlas. Valid during this frame.
struct GlyphBox {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  float u0 = 0, v0 = 0, u1 = 0, v1 = 0;
  float advance = 0;
};
[[nodiscard]] GlyphBox glyph_box(ImFont& font, char32_t code_point);

// Makes the texture wide, so that it does not get too high. Must be called before fonts are added.
void set_texture_width(ImFontAtlas& atlas, int pixels);

// Uploads an atlas that has changed between frames, and makes `body` the default font. The renderer
// must have started its frame.
void upload_atlas(ImFontAtlas& atlas, ImFont* body);

// Selects FreeType's hinted glyphs if they are compiled in, or else stb_truetype.
void select_rasterizer(ImFontAtlas& atlas);

// Sets the clipboard functions of the current context; `user` is passed to both.
void set_imgui_clipboard(const char* (*get)(void* user), void (*set)(void* user, const char* text),
                         void* user);

}  // namespace fungescope::ui
