// A persistent array of 64-bit values: copies share memory, so many versions are cheap.
//
// A tree with groups of 64 values below nodes of 64 groups, by path copying (Driscoll,
// Sarnak, Sleator and Tarjan, "Making Data Structures Persistent", 1989). A checkpoint
// costs 512 bytes for each group changed since the previous one, and comparing two
// versions skips shared groups. Groups that are all zero take no memory.
//
// Not thread-safe: reference counts are plain integers.
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

  // Bytes of this version's root: its vector of nodes.
  [[nodiscard]] std::size_t root_bytes() const { return nodes_.capacity() * sizeof(nodes_[0]); }

  // Counts the bytes of all groups and nodes of the arrays created with it.
  struct Memory {
    std::size_t bytes = 0;
  };

  PagedCells() = default;  // empty; assign before use
  PagedCells(std::size_t size, std::shared_ptr<Memory> memory);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t groups() const { return (size_ + group_size - 1) / group_size; }
  // Returns null if all values are zero. Values from `size` on are zero. Valid while this
  // version exists.
  [[nodiscard]] const Values* group(std::size_t number) const;
  [[nodiscard]] std::int64_t at(std::size_t index) const;

  // Replaces a group by `values`, at most 64, padded with zeros. A group that stays equal stays
  // shared.
  void set_group(std::size_t number, std::span<const std::int64_t> values);
  // New values are zero; those after the new end are dropped.
  void resize(std::size_t size);

  // Calls `visit(number)` for each group that two versions of equal size do not share:
  // all that differ, and rarely one that does not.
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
    explicit Shared(T* fresh) : object_(fresh) {}
    Shared(const Shared& other) : object_(other.object_) {
      if (object_ != nullptr) ++object_->sharers;
    }
    Shared(Shared&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    Shared& operator=(Shared other) noexcept {
      std::swap(object_, other.object_);
      return *this;
    }
    ~Shared() {
      if (object_ != nullptr && --object_->sharers == 0) delete object_;
    }
    [[nodiscard]] T* get() const { return object_; }
    T* operator->() const { return object_; }

   private:
    T* object_ = nullptr;
  };

  template <class T>
  struct Counted {
    explicit Counted(std::shared_ptr<Memory> counter) : memory(std::move(counter)) {
      memory->bytes += sizeof(T);
    }
    Counted(const Counted& other) : Counted(other.memory) {}
    Counted& operator=(const Counted&) = delete;
    ~Counted() { memory->bytes -= sizeof(T); }
    std::size_t sharers = 1;
    std::shared_ptr<Memory> memory;
  };

  struct Group : Counted<Group> {
    using Counted<Group>::Counted;
    Values values{};
  };
  struct Node : Counted<Node> {
    using Counted<Node>::Counted;
    std::array<Shared<Group>, fan_out> groups;
  };

  static const Group* slot(const Node* node, std::size_t i) {
    return node == nullptr ? nullptr : node->groups[i].get();
  }

  std::size_t size_ = 0;
  std::shared_ptr<Memory> memory_;
  std::vector<Shared<Node>> nodes_;
};

}  // namespace fungescope
