// Implements a persistent array of 64-bit values, of which many versions can be kept cheaply.
//
// The array is a tree: nodes of 64 groups of 64 values. A version is a value: copies share all
// nodes, and changing a group copies it and its node. So a checkpoint costs at most 512 bytes for
// each group that changed since the previous one, and comparing two versions skips the shared
// parts. A group stores its values in the fewest bytes that hold them all: 1, 2, 4 or 8 each.
// Groups of zeros take no memory.
//
// Not thread-safe: reference counts are not atomic.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace fungescope {

class PagedCells {
 public:
  static constexpr std::size_t group_size = 64;
  using Values = std::array<std::int64_t, group_size>;

  // Returns the bytes of this version's own list of nodes.
  [[nodiscard]] std::size_t root_bytes() const { return nodes_.capacity() * sizeof(nodes_[0]); }

  // Returns the bytes of this version's groups, shared or not.
  [[nodiscard]] std::size_t group_bytes() const { return group_bytes_; }

  // Counts the bytes of all groups and nodes of the arrays constructed with it.
  struct Memory {
    std::size_t bytes = 0;
  };

  PagedCells() = default;  // empty; only for assignment
  PagedCells(std::size_t size, std::shared_ptr<Memory> memory);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t groups() const { return (size_ + group_size - 1) / group_size; }
  // Returns the values of a group. Those from `size` on are zero.
  [[nodiscard]] Values group(std::size_t number) const;
  [[nodiscard]] std::int64_t at(std::size_t index) const;

  // Sets the first values of a group to `values`, at most 64, and the others to zero. An unchanged
  // group remains shared.
  void set_group(std::size_t number, std::span<const std::int64_t> values);
  // Changes the size. New values are zero.
  void resize(std::size_t size);

  // Calls `visit(number)` for each group that two versions of one size do not share. Such groups
  // usually differ.
  template <class Visit>
  static void visit_unshared(const PagedCells& a, const PagedCells& b, Visit visit) {
    for (std::size_t n = 0; n < a.nodes_.size(); ++n) {
      const Node* const left = a.nodes_[n].get();
      const Node* const right = b.nodes_[n].get();
      if (left == right) continue;
      for (std::size_t i = 0; i < fan_out; ++i) {
        if (slot(left, i) != slot(right, i)) visit(n * fan_out + i);
      }
    }
  }

 private:
  static constexpr std::size_t fan_out = 64;

  // An intrusive reference-counted pointer.
  template <class T>
  class Shared {
   public:
    Shared() = default;
    explicit Shared(T* object) : object_(object) {}
    Shared(const Shared& other) : object_(other.object_) {
      if (object_ != nullptr) ++object_->references;
    }
    Shared(Shared&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    Shared& operator=(Shared other) noexcept {
      std::swap(object_, other.object_);
      return *this;
    }
    ~Shared() {
      if (object_ != nullptr && --object_->references == 0) T::destroy(object_);
    }
    [[nodiscard]] T* get() const { return object_; }
    T* operator->() const { return object_; }

   private:
    T* object_ = nullptr;
  };

  // Counts references, and the object's bytes in `memory`.
  struct Counted {
    Counted(std::shared_ptr<Memory> counter, std::size_t its_bytes)
        : memory(std::move(counter)), bytes(static_cast<std::uint32_t>(its_bytes)) {
      memory->bytes += bytes;
    }
    Counted(const Counted& other) : Counted(other.memory, other.bytes) {}
    Counted& operator=(const Counted&) = delete;
    ~Counted() { memory->bytes -= bytes; }
    std::shared_ptr<Memory> memory;
    std::uint32_t references = 1;
    std::uint32_t bytes;
  };

  // Followed by its values, each of `width` bytes.
  struct Group : Counted {
    static Group* make(const Values& values, std::shared_ptr<Memory> counter);
    static void destroy(Group* group);
    [[nodiscard]] std::int64_t at(std::size_t i) const;
    [[nodiscard]] Values values() const;

   private:
    using Counted::Counted;
    ~Group() = default;
    template <class T>
    void store(const Values& values);
    template <class T>
    [[nodiscard]] T load(std::size_t i) const;
    [[nodiscard]] std::size_t width() const { return (bytes - sizeof(Group)) / group_size; }
  };
  struct Node : Counted {
    explicit Node(std::shared_ptr<Memory> counter) : Counted(std::move(counter), sizeof(Node)) {}
    static void destroy(Node* node) { delete node; }
    std::array<Shared<Group>, fan_out> groups;
  };

  static const Group* slot(const Node* node, std::size_t i) {
    return node == nullptr ? nullptr : node->groups[i].get();
  }

  static std::size_t bytes_of(const Group* group) { return group == nullptr ? 0 : group->bytes; }

  std::size_t size_ = 0;
  std::size_t group_bytes_ = 0;
  std::shared_ptr<Memory> memory_;
  std::vector<Shared<Node>> nodes_;
};

}  // namespace fungescope
