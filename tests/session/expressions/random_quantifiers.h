// Random expressions with quantifiers, and their values by walking the tree from which the text is
// printed: independent of the parser and of the evaluation of Expression.
#pragma once

#include "lang/annotations.h"
#include "support/generated/random_programs.h"
#include "support/test.h"
#include "vm/arithmetic.h"
#include "vm/machine.h"

namespace fungescope::test {

struct ElementScope {
  std::int64_t v = 0;
  std::int64_t i = 0;
  std::int64_t j = 0;
};

struct QuantifiedSample {
  using Evaluator = std::function<std::int64_t(const Machine&, const ElementScope&)>;
  std::string text;
  Evaluator value;
};

class QuantifierGenerator {
 public:
  // With `machine_state` also the stack and the tick. Regions must lie inside the field.
  QuantifierGenerator(Random& random, std::vector<Region> regions, bool machine_state)
      : random_(random), regions_(std::move(regions)), machine_state_(machine_state) {}

  // A comparison or another expression with at least one quantifier.
  QuantifiedSample make() {
    QuantifiedSample whole = quantifier(2);
    if (below(random_, 3) == 0) return whole;
    return binary(whole, value(1, false));
  }

 private:
  using Evaluator = QuantifiedSample::Evaluator;

  QuantifiedSample quantifier(int depth) {
    static constexpr std::array<const char*, 6> words{"any", "all", "count", "sum", "max", "Min"};
    const std::size_t kind = below(random_, words.size());
    const Region& region = regions_[below(random_, regions_.size())];
    const bool bare = kind >= 3 && below(random_, 4) == 0;
    QuantifiedSample body =
        bare ? QuantifiedSample{"v", [](const Machine&, const ElementScope& e) { return e.v; }}
             : value(depth, true);
    const std::string head = std::string(words[kind]) + "(" + region.name;
    const Rectangle area = region.area;
    return {bare ? head + ")" : head + ", " + body.text + ")",
            [kind, area, each = body.value](const Machine& machine, const ElementScope&) {
              return naive(kind, area, each, machine);
            }};
  }

  static std::int64_t naive(std::size_t kind, const Rectangle& area, const Evaluator& each,
                            const Machine& machine) {
    std::vector<std::int64_t> values;
    for (std::int64_t y = 0; y < area.size.height; ++y) {
      for (std::int64_t x = 0; x < area.size.width; ++x) {
        const Point at{area.corner.x + x, area.corner.y + y};
        values.push_back(each(machine, {machine.field.at(at), x, y}));
      }
    }
    const auto trues = static_cast<std::size_t>(
        std::count_if(values.begin(), values.end(), [](std::int64_t v) { return v != 0; }));
    if (kind == 0) return trues > 0 ? 1 : 0;
    if (kind == 1) return trues == values.size() ? 1 : 0;
    if (kind == 2) return static_cast<std::int64_t>(trues);
    if (kind == 4) return *std::max_element(values.begin(), values.end());
    if (kind == 5) return *std::min_element(values.begin(), values.end());
    std::int64_t sum = 0;
    for (const std::int64_t v : values) sum = wrapping_add(sum, v);
    return sum;
  }

  QuantifiedSample value(int depth, bool inside) {
    const std::uint64_t kind = depth == 0 ? 0 : below(random_, 8);
    if (kind < 2) return leaf(inside);
    if (kind == 2 && depth > 1) return quantifier(depth - 1);
    if (kind == 3) {
      QuantifiedSample inner = value(depth - 1, inside);
      return {"!(" + inner.text + ")",
              [f = inner.value](const Machine& m, const ElementScope& e) -> std::int64_t {
                return f(m, e) == 0 ? 1 : 0;
              }};
    }
    if (kind == 4) return computed_element(depth, inside);
    return binary(value(depth - 1, inside), value(depth - 1, inside));
  }

  QuantifiedSample leaf(bool inside) {
    switch (below(random_, inside ? 6 : 3)) {
      case 0:
        if (machine_state_ && below(random_, 3) == 0) {
          return {"depth", [](const Machine& m, const ElementScope&) {
                    return static_cast<std::int64_t>(m.stack.size());
                  }};
        }
        [[fallthrough]];
      case 1: {
        const auto number = static_cast<std::int64_t>(below(random_, 60));
        return {std::to_string(number),
                [number](const Machine&, const ElementScope&) { return number; }};
      }
      case 2: {
        const Region& region = regions_[below(random_, regions_.size())];
        const auto x = static_cast<std::int64_t>(
            below(random_, static_cast<std::uint64_t>(region.area.size.width)));
        const auto y = static_cast<std::int64_t>(
            below(random_, static_cast<std::uint64_t>(region.area.size.height)));
        const Point at{region.area.corner.x + x, region.area.corner.y + y};
        return {region.name + "(" + std::to_string(x) + "," + std::to_string(y) + ")",
                [at](const Machine& m, const ElementScope&) { return m.field.at(at); }};
      }
      case 3:
        return {"i", [](const Machine&, const ElementScope& e) { return e.i; }};
      case 4:
        return {"J", [](const Machine&, const ElementScope& e) { return e.j; }};
      default:
        return {"v", [](const Machine&, const ElementScope& e) { return e.v; }};
    }
  }

  // The element of a region at computed coordinates, 0 outside. `depth*0` keeps constant ones from
  // being errors, and makes the value depend on the stack.
  QuantifiedSample computed_element(int depth, bool inside) {
    if (!inside && !machine_state_) return leaf(inside);
    const Region& region = regions_[below(random_, regions_.size())];
    const QuantifiedSample x = value(depth - 1, inside);
    const QuantifiedSample y = value(depth - 1, inside);
    const std::string unfolded = machine_state_ ? "depth*0" : "v*0";
    return {
        region.name + "(" + x.text + "+" + unfolded + ", " + y.text + ")",
        [area = region.area, fx = x.value, fy = y.value](const Machine& m, const ElementScope& e) {
          const Point offset{fx(m, e), fy(m, e)};
          if (!area.size.contains(offset)) return std::int64_t{0};
          return m.field.at(Point{area.corner.x + offset.x, area.corner.y + offset.y});
        }};
  }

  QuantifiedSample binary(const QuantifiedSample& a, const QuantifiedSample& b) {
    static constexpr std::array<const char*, 9> symbols{
        "+", "-", "*", "<", ">=", "==", "!=", "&&", "%"};
    const std::size_t op = below(random_, symbols.size());
    return {
        "(" + a.text + ") " + symbols[op] + " (" + b.text + ")",
        [op, fa = a.value, fb = b.value](const Machine& m, const ElementScope& e) -> std::int64_t {
          const std::int64_t x = fa(m, e);
          const std::int64_t y = fb(m, e);
          switch (op) {
            case 0:
              return wrapping_add(x, y);
            case 1:
              return wrapping_subtract(x, y);
            case 2:
              return wrapping_multiply(x, y);
            case 3:
              return x < y ? 1 : 0;
            case 4:
              return x >= y ? 1 : 0;
            case 5:
              return x == y ? 1 : 0;
            case 6:
              return x != y ? 1 : 0;
            case 7:
              return x != 0 && y != 0 ? 1 : 0;
            default:
              return wrapping_remainder(x, y);
          }
        }};
  }

  Random& random_;
  std::vector<Region> regions_;
  bool machine_state_;
};

// A few regions inside the field, which may overlap, as annotations. Each contains one of `cells`.
inline std::string random_regions(Random& random, Size field, const std::vector<Point>& cells) {
  const auto pick = [&random](std::int64_t first, std::int64_t last) {
    return first +
           static_cast<std::int64_t>(below(random, static_cast<std::uint64_t>(last - first + 1)));
  };
  std::string text;
  for (const char* name : {"r", "s", "t"}) {
    const Point cell = cells[below(random, cells.size())];
    const Size size{pick(1, std::min<std::int64_t>(7, field.width)),
                    pick(1, std::min<std::int64_t>(4, field.height))};
    const Point corner{pick(std::max<std::int64_t>(0, cell.x - size.width + 1),
                            std::min(cell.x, field.width - size.width)),
                       pick(std::max<std::int64_t>(0, cell.y - size.height + 1),
                            std::min(cell.y, field.height - size.height))};
    text += "#$region[" + std::to_string(corner.x) + "," + std::to_string(corner.y) + "](" +
            std::to_string(size.width) + "x" + std::to_string(size.height) + "):ascii = " + name +
            "\n";
  }
  return text;
}

}  // namespace fungescope::test
