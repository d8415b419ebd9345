// How the window is divided: a tree of splits, with tiles as its leaves. Each tile shows one of its
// panels; the others are tabs. Knows no ImGui: tiling_view.h draws it.
#pragma once

#include "debugger_ui/widgets/services.h"

#include <functional>
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
  [[nodiscard]] bool contains(float px, float py) const {
    return px >= x && py >= y && px < right() && py < bottom();
  }
};

enum class Axis : std::uint8_t { side_by_side, stacked };
enum class Side : std::uint8_t { centre, left, right, above, below };

// A split has two children, a tile none.
struct Tile {
  Axis axis = Axis::side_by_side;
  float ratio = 0.5F;  // of the first child, 0.05 to 0.95
  std::vector<Tile> children;

  std::vector<PanelId> panels;  // of a tile: its tabs
  PanelId front = PanelId::count;

  [[nodiscard]] bool is_split() const { return !children.empty(); }
};

[[nodiscard]] Tile tile(std::vector<PanelId> panels);
[[nodiscard]] Tile split(Axis axis, float ratio, Tile first, Tile second);

class Tiling {
 public:
  using Shown = std::function<bool(PanelId)>;  // has it something to show in this program?

  Tiling() = default;
  explicit Tiling(Tile root);

  struct TilePlacement {
    Tile* tile;
    Box box;
    std::vector<PanelId> tabs;  // of its panels those that are shown
    PanelId front;              // one of them
  };
  struct Splitter {
    Tile* split;
    Box box;   // to be dragged
    Box both;  // what the split divides
  };
  struct Arrangement {
    std::vector<TilePlacement> placements;
    std::vector<Splitter> splitters;
  };
  // Divides `area`: tiles without a panel that is shown take no room, and `gap` lies between
  // two. Nothing overlaps, however small the area is. Pointers are good until the next change.
  [[nodiscard]] Arrangement arrange(const Box& area, float gap, const Shown& shown);

  // Null if it is in no tile.
  [[nodiscard]] Tile* find(PanelId panel);
  // To the front of its tile. False if it is in none.
  bool bring_to_front(PanelId panel);
  // Into the tile that has `beside`, or beside that tile, and to the front.
  void move(PanelId panel, PanelId beside, Side side);
  // As a tab of the tile that `home` has, else of the last one.
  void open(PanelId panel, PanelId home);
  void close(PanelId panel);  // the last one stays

  // One tile over all the area; back again when nothing is maximised.
  void toggle_maximised(PanelId panel);
  [[nodiscard]] std::optional<PanelId> maximised() const { return maximised_; }

  [[nodiscard]] nlohmann::ordered_json to_json() const;
  // Nothing if it describes none, or a panel is in it twice.
  [[nodiscard]] static std::optional<Tiling> from_json(const nlohmann::ordered_json& json);

 private:
  void remove(PanelId panel);

  Tile root_;
  std::optional<PanelId> maximised_;
};

}  // namespace fungescope::ui
