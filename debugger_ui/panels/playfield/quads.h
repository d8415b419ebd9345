// A batch of rectangles in a draw list: reserves room for all of them at once, and returns what was
// not used.
#pragma once

#include "debugger_ui/platform/imgui_compat.h"

#include <cstddef>

#include <imgui/imgui.h>

namespace fungescope::ui {

class QuadBatch {
 public:
  // The limit of 16-bit indices of a draw call.
  static constexpr int most = 16'000;

  QuadBatch(ImDrawList& list, int capacity) : list_(list), left_(capacity) {
    list_.PrimReserve(6 * capacity, 4 * capacity);
  }
  ~QuadBatch() { list_.PrimUnreserve(6 * left_, 4 * left_); }
  QuadBatch(const QuadBatch&) = delete;
  QuadBatch& operator=(const QuadBatch&) = delete;

  [[nodiscard]] bool full() const { return left_ == 0; }
  void rectangle(float x0, float y0, float x1, float y1, ImU32 colour) {
    --left_;
    list_.PrimRect({x0, y0}, {x1, y1}, colour);
  }
  void glyph(float x, float y, const GlyphBox& box, ImU32 colour) {
    --left_;
    list_.PrimRectUV({x + box.x0, y + box.y0}, {x + box.x1, y + box.y1}, {box.u0, box.v0},
                     {box.u1, box.v1}, colour);
  }

 private:
  ImDrawList& list_;
  int left_;
};

}  // namespace fungescope::ui
