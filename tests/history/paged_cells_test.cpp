#include "history/paged_cells.h"

#include "support/generated/random_programs.h"
#include "support/test.h"

using fungescope::test::below;

namespace {

using Model = std::vector<std::int64_t>;

bool equal(const PagedCells& cells, const Model& model) {
  if (cells.size() != model.size()) return false;
  for (std::size_t i = 0; i < model.size(); ++i) {
    if (cells.at(i) != model[i]) return false;
  }
  return true;
}

void change_at_random(PagedCells& cells, Model& model, Random& random) {
  if (model.empty()) return;
  const std::size_t index = below(random, model.size());
  // Values of all widths, often zero.
  const auto bits = static_cast<unsigned>(below(random, 3) == 0 ? 0 : below(random, 65));
  const std::uint64_t value = bits == 0 ? 0 : ~std::uint64_t{0} >> (64 - bits);
  model[index] = static_cast<std::int64_t>(below(random, 2) == 0 ? value : ~value + 1);
  const std::size_t begin = index / PagedCells::group_size * PagedCells::group_size;
  const std::size_t size = std::min(PagedCells::group_size, model.size() - begin);
  cells.set_group(begin / PagedCells::group_size, {model.data() + begin, size});
}

}  // namespace

TEST_CASE("versions of paged cells are independent values") {
  Random random(7);
  const auto memory = std::make_shared<PagedCells::Memory>();
  {
    std::vector<PagedCells> versions{PagedCells(10'000, memory)};
    std::vector<Model> models{Model(10'000)};
    for (int round = 0; round < 3000; ++round) {
      const std::size_t which = below(random, versions.size());
      switch (below(random, 12)) {
        case 0:
          versions.push_back(versions[which]);
          models.push_back(models[which]);
          break;
        case 1:
          if (versions.size() == 1) break;
          versions.erase(versions.begin() + static_cast<std::ptrdiff_t>(which));
          models.erase(models.begin() + static_cast<std::ptrdiff_t>(which));
          break;
        case 2: {
          const std::size_t size = below(random, 12'000);
          versions[which].resize(size);
          models[which].resize(size);
          break;
        }
        default:
          change_at_random(versions[which], models[which], random);
      }
    }
    for (std::size_t i = 0; i < versions.size(); ++i) CHECK(equal(versions[i], models[i]));
    CHECK(memory->bytes > 0);
  }
  CHECK(memory->bytes == 0);
}

TEST_CASE("paged cells share equal groups, and visit unshared ones") {
  const auto memory = std::make_shared<PagedCells::Memory>();
  PagedCells a(100'000, memory);
  CHECK(memory->bytes == 0);  // zeros take none
  const std::vector<std::int64_t> ones(PagedCells::group_size, 1);
  a.set_group(3, ones);
  PagedCells b = a;
  b.set_group(1000, ones);
  const std::size_t bytes = memory->bytes;
  b.set_group(3, ones);  // no change
  CHECK(memory->bytes == bytes);
  std::vector<std::size_t> visited;
  PagedCells::visit_unshared(a, b, [&](std::size_t group) { visited.push_back(group); });
  CHECK(visited == std::vector<std::size_t>{1000});
  b.set_group(1000, {});
  visited.clear();
  PagedCells::visit_unshared(a, b, [&](std::size_t group) { visited.push_back(group); });
  CHECK(visited.empty());
}

TEST_CASE("a group takes the bytes of its largest value, each sign included") {
  const auto memory = std::make_shared<PagedCells::Memory>();
  PagedCells cells(PagedCells::group_size, memory);
  std::vector<std::int64_t> values(PagedCells::group_size, 1);
  cells.set_group(0, values);
  const std::size_t narrow = memory->bytes;
  struct Width {
    std::int64_t value;
    std::size_t bytes;
  };
  for (const Width& width :
       {Width{-128, 1}, Width{127, 1}, Width{128, 2}, Width{-129, 2}, Width{32767, 2},
        Width{32768, 4}, Width{-32769, 4}, Width{2147483647, 4}, Width{-2147483648, 4},
        Width{2147483648, 8}, Width{-2147483649, 8}, Width{INT64_MIN, 8}}) {
    CAPTURE(width.value);
    values[17] = width.value;
    cells.set_group(0, values);
    CHECK(memory->bytes - narrow == (width.bytes - 1) * PagedCells::group_size);
    CHECK(cells.at(17) == width.value);
    CHECK(cells.at(18) == 1);
    CHECK(cells.group(0)[17] == width.value);
  }
}
