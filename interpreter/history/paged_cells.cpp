#include "history/paged_cells.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <new>

namespace fungescope {
namespace {

// Returns the bytes, 1, 2, 4 or 8, that hold each of these values.
std::size_t width_for(const PagedCells::Values& values) {
  std::uint64_t bits = 0;
  for (const std::int64_t value : values) {
    bits |= static_cast<std::uint64_t>(value) ^ static_cast<std::uint64_t>(value >> 63);
  }
  return bits < 0x80 ? 1 : bits < 0x8000 ? 2 : bits < 0x8000'0000 ? 4 : 8;
}

// Calls `call` with a zero of the signed type that has this many bytes.
template <class Call>
auto with_type(std::size_t width, const Call& call) {
  switch (width) {
    case 1:
      return call(std::int8_t{});
    case 2:
      return call(std::int16_t{});
    case 4:
      return call(std::int32_t{});
    default:
      return call(std::int64_t{});
  }
}

}  // namespace

// ---- Groups

template <class T>
void PagedCells::Group::store(const Values& values) {
  std::array<T, group_size> narrow;
  std::transform(values.begin(), values.end(), narrow.begin(),
                 [](std::int64_t value) { return static_cast<T>(value); });
  std::memcpy(reinterpret_cast<std::byte*>(this) + sizeof(Group), narrow.data(), sizeof narrow);
}

template <class T>
T PagedCells::Group::load(std::size_t i) const {
  T value;
  std::memcpy(&value, reinterpret_cast<const std::byte*>(this) + sizeof(Group) + i * sizeof(T),
              sizeof(T));
  return value;
}

PagedCells::Group* PagedCells::Group::make(const Values& values, std::shared_ptr<Memory> counter) {
  const std::size_t width = width_for(values);
  const std::size_t bytes = sizeof(Group) + width * group_size;
  auto* const group = new (::operator new(bytes)) Group(std::move(counter), bytes);
  with_type(width, [&]<class T>(T /*type*/) { group->store<T>(values); });
  return group;
}

void PagedCells::Group::destroy(Group* group) {
  group->~Group();
  ::operator delete(group);
}

std::int64_t PagedCells::Group::at(std::size_t i) const {
  return with_type(width(), [&]<class T>(T /*type*/) -> std::int64_t { return load<T>(i); });
}

PagedCells::Values PagedCells::Group::values() const {
  Values values;
  with_type(width(), [&]<class T>(T /*type*/) {
    // NOLINTNEXTLINE(bugprone-signed-char-misuse): a T is a number
    for (std::size_t i = 0; i < group_size; ++i) values[i] = load<T>(i);
  });
  return values;
}

// ---- Versions

PagedCells::PagedCells(std::size_t size, std::shared_ptr<Memory> memory)
    : memory_(std::move(memory)) {
  resize(size);
}

PagedCells::Values PagedCells::group(std::size_t number) const {
  const Group* const found = slot(nodes_[number / fan_out].get(), number % fan_out);
  return found == nullptr ? Values{} : found->values();
}

std::int64_t PagedCells::at(std::size_t index) const {
  const std::size_t number = index / group_size;
  const Group* const found = slot(nodes_[number / fan_out].get(), number % fan_out);
  return found == nullptr ? 0 : found->at(index % group_size);
}

void PagedCells::set_group(std::size_t number, std::span<const std::int64_t> values) {
  assert(values.size() <= group_size);
  Values padded{};
  std::copy(values.begin(), values.end(), padded.begin());
  if (padded == group(number)) return;
  Shared<Node>& node = nodes_[number / fan_out];
  if (node.get() == nullptr) {
    node = Shared<Node>(new Node(memory_));
  } else if (node->references > 1) {
    node = Shared<Node>(new Node(*node.get()));
  }
  Shared<Group>& group = node->groups[number % fan_out];
  group_bytes_ -= bytes_of(group.get());
  group = padded == Values{} ? Shared<Group>() : Shared<Group>(Group::make(padded, memory_));
  group_bytes_ += bytes_of(group.get());
}

void PagedCells::resize(std::size_t size) {
  const std::size_t kept = std::min(size, size_) / group_size;  // groups that are kept as a whole
  const bool shrinks = size < size_;
  Values rest{};
  std::size_t rest_size = 0;
  if (shrinks && size % group_size != 0) {
    rest = group(kept);
    rest_size = size % group_size;
  }
  const std::size_t old_groups = groups();
  size_ = size;
  if (shrinks) {
    for (std::size_t g = kept; g < old_groups && g / fan_out < nodes_.size(); ++g) {
      if (g >= groups() && g % fan_out == 0) break;  // whole nodes are removed below
      set_group(g, g == kept ? std::span<const std::int64_t>(rest.data(), rest_size)
                             : std::span<const std::int64_t>());
    }
  }
  const std::size_t nodes = (groups() + fan_out - 1) / fan_out;
  for (std::size_t n = nodes; n < nodes_.size(); ++n) {
    for (std::size_t i = 0; i < fan_out; ++i) group_bytes_ -= bytes_of(slot(nodes_[n].get(), i));
  }
  nodes_.resize(nodes);
}

}  // namespace fungescope
