// The frame that was drawn last, to tell whether another one looks different.
#pragma once

#include <vector>

#include <imgui.h>

namespace fungescope::ui {

// A copy of draw data. Empty at first.
class DrawnFrame {
 public:
  // Forgets the frame, so that any other differs.
  void clear() { known_ = false; }

  void store(const ImDrawData& data);

  // Whether drawing `data` on the background of the current style would give the same pixels.
  // Cost: a comparison of all vertices.
  [[nodiscard]] bool equals(const ImDrawData& data) const;

 private:
  struct List {
    std::vector<ImDrawCmd> commands;
    std::vector<ImDrawVert> vertices;
    std::vector<ImDrawIdx> indices;
  };

  bool known_ = false;
  ImVec2 size_{};
  ImVec4 background_{};
  std::vector<List> lists_;
};

}  // namespace fungescope::ui
