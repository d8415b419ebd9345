// The division of the window: a tree of splits with tiles as leaves. Each tile shows one of its
// panels; the others are tabs. TilingView draws it, with tabs, panels and splitters.
#pragma once

#include "debugger_ui/widgets/item_names.h"
#include "debugger_ui/widgets/panel.h"
#include "debugger_ui/widgets/services.h"

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace fungescope::ui {

struct Box {
  float x = 0;
  float y = 0;
  float width = 0;
  float height = 0;

  [[nodiscard]] float right() const { return x + width; }
  [[nodiscard]] float bottom() const { return y + height; }
  [[nodiscard]] ItemBox item() const { return {{x, y}, {right(), bottom()}}; }
  [[nodiscard]] bool contains(float px, float py) const {
    return px >= x && py >= y && px < right() && py < bottom();
  }
};

enum class Axis : std::uint8_t { side_by_side, stacked };
enum class Side : std::uint8_t { centre, left, right, above, below };

// A node of the tree: a split has two children, a tile none.
struct Tile {
  Axis axis = Axis::side_by_side;
  float ratio = 0.5F;  // of the first child, 0.05 to 0.95
  std::vector<Tile> children;

  std::vector<PanelId> panels;  // the tabs of a tile
  PanelId front = PanelId::none;

  [[nodiscard]] bool is_split() const { return !children.empty(); }
};

[[nodiscard]] Tile tile(std::vector<PanelId> panels);
[[nodiscard]] Tile split(Axis axis, float ratio, Tile first, Tile second);

class Tiling {
 public:
  using Shown = std::function<bool(PanelId)>;  // whether the panel is available for the program

  Tiling() = default;
  explicit Tiling(Tile root);

  struct TilePlacement {
    Tile* tile;
    Box box;
    std::vector<PanelId> tabs;  // the available panels
    PanelId front;              // one of them
  };
  struct Splitter {
    Tile* split;
    Box box;   // the area to drag
    Box both;  // the area of both children
  };
  struct Arrangement {
    std::vector<TilePlacement> placements;
    std::vector<Splitter> splitters;
  };
  // Divides `area`, with `gap` between neighbours. Tiles without an available panel take no space.
  // Nothing overlaps, however small the area. Pointers are valid until the next change.
  [[nodiscard]] Arrangement arrange(const Box& area, float gap, const Shown& shown);

  // Returns null if it is in no tile.
  [[nodiscard]] Tile* find(PanelId panel);
  // Brings a panel to the front of its tile. Returns false if it is in none.
  bool bring_to_front(PanelId panel);
  // Moves a panel into the tile of `neighbour`, or to a new tile at that side of it, and to the
  // front.
  void move(PanelId panel, PanelId neighbour, Side side);
  // Opens a panel as a tab in the tile of `home`, or else in the last tile.
  void open(PanelId panel, PanelId home);
  void close(PanelId panel);  // except the last one

  // Shows the tile of a panel over the whole area, or restores all tiles.
  void toggle_maximised(PanelId panel);
  [[nodiscard]] std::optional<PanelId> maximised() const { return maximised_; }

  [[nodiscard]] nlohmann::ordered_json to_json() const;
  // Returns nothing if the JSON is not a tiling, or contains a panel twice.
  [[nodiscard]] static std::optional<Tiling> from_json(const nlohmann::ordered_json& json);

 private:
  void remove(PanelId panel);

  Tile root_;
  std::optional<PanelId> maximised_;
};

class TilingView {
 public:
  using Panels = std::vector<std::unique_ptr<Panel>>;  // by PanelId

  // Draws into the current ImGui window, over `area` of the screen.
  void draw(Tiling& tiling, const Panels& panels, const Box& area, Context& context);

  // Gives the keyboard, in the next frame, to a panel in the front of its tile, or to the panel
  // `step` tiles further on. The tile is framed until the mouse is used.
  void go_to(PanelId panel) { wanted_ = panel; }
  void go_to_next(int step) { step_ = step; }
  // The upper edge of the timeline if it reached the right edge in the last frame; else infinite.
  [[nodiscard]] float top_of_timeline() const { return top_of_timeline_; }

 private:
  void draw_tabs(const Tiling::Arrangement& all, const Tiling::TilePlacement& placement,
                 float height, Context& context);
  void tab_menu(const Tiling::Arrangement& all, const Tiling::TilePlacement& placement,
                PanelId panel);
  void draw_drop_zone(const Tiling::Arrangement& all, const Context& context);

  void draw_panel(Panel& panel, const Box& box, Context& context);
  // The panel that gets the keyboard in this frame.
  void choose_focus(const Tiling::Arrangement& all);

  std::optional<PanelId> wanted_;
  int step_ = 0;
  std::optional<PanelId> focused_;  // has the keyboard
  bool framed_ = false;
  float top_of_timeline_ = std::numeric_limits<float>::infinity();
  // Requested in this frame, and made at its end: the arrangement points into the tiling.
  std::function<void(Tiling&)> change_;
  std::optional<PanelId> dragged_;  // the tab being dragged
};

}  // namespace fungescope::ui
