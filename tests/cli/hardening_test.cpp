// The flags of cmake/FungescopeTargets.cmake, seen in the program that was built.
#include "support/test.h"

#include <cstring>
#include <elf.h>

namespace {

// A 64-bit ELF file.
class Elf {
 public:
  explicit Elf(const std::string& path) : bytes_(file_bytes(path)) {}

  [[nodiscard]] bool is_readable() const {
    return bytes_.compare(0, SELFMAG, ELFMAG) == 0 && bytes_[EI_CLASS] == ELFCLASS64;
  }
  [[nodiscard]] Elf64_Ehdr header() const { return at<Elf64_Ehdr>(0); }

  [[nodiscard]] std::vector<Elf64_Phdr> segments(std::uint32_t type) const {
    std::vector<Elf64_Phdr> found;
    for (std::size_t i = 0; i < header().e_phnum; ++i) {
      const auto segment = at<Elf64_Phdr>(header().e_phoff + i * sizeof(Elf64_Phdr));
      if (segment.p_type == type) found.push_back(segment);
    }
    return found;
  }

  // Returns the value of the dynamic section's entry; 0 if there is none.
  [[nodiscard]] std::uint64_t dynamic(std::int64_t tag) const {
    for (const Elf64_Phdr& segment : segments(PT_DYNAMIC)) {
      for (std::size_t i = 0; i < segment.p_filesz; i += sizeof(Elf64_Dyn)) {
        const auto entry = at<Elf64_Dyn>(segment.p_offset + i);
        if (entry.d_tag == tag) return entry.d_un.d_val;
      }
    }
    return 0;
  }

  // The names of the symbols that the dynamic linker looks up, each after a zero byte.
  [[nodiscard]] std::string_view dynamic_names() const {
    const std::uint64_t address = dynamic(DT_STRTAB);
    for (const Elf64_Phdr& segment : segments(PT_LOAD)) {
      if (address < segment.p_vaddr || address >= segment.p_vaddr + segment.p_filesz) continue;
      const std::size_t offset = address - segment.p_vaddr + segment.p_offset;
      return std::string_view(bytes_).substr(offset, dynamic(DT_STRSZ));
    }
    return {};
  }

 private:
  template <class T>
  [[nodiscard]] T at(std::size_t offset) const {
    T value;
    REQUIRE(offset + sizeof value <= bytes_.size());
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return value;
  }

  std::string bytes_;
};

constexpr bool is_hardened = FUNGESCOPE_HARDENED != 0;

}  // namespace

TEST_CASE("the program is hardened" * doctest::skip(!is_hardened)) {
  const Elf program(FUNGESCOPE_EXECUTABLE);
  REQUIRE(program.is_readable());
  SUBCASE("its addresses are random, and its data is not executable") {
    CHECK(program.header().e_type == ET_DYN);
    CHECK((program.dynamic(DT_FLAGS_1) & DF_1_PIE) != 0);
    REQUIRE(program.segments(PT_GNU_STACK).size() == 1);
    CHECK((program.segments(PT_GNU_STACK)[0].p_flags & PF_X) == 0);
    for (const Elf64_Phdr& segment : program.segments(PT_LOAD)) {
      CHECK((segment.p_flags & (PF_W | PF_X)) != (PF_W | PF_X));
    }
  }
  SUBCASE("the tables of the dynamic linker are read-only, all of them") {
    CHECK(program.segments(PT_GNU_RELRO).size() == 1);
    CHECK((program.dynamic(DT_FLAGS) & DF_BIND_NOW) != 0);
    CHECK((program.dynamic(DT_FLAGS_1) & DF_1_NOW) != 0);
  }
  SUBCASE("its code is checked") {
    const std::string names = std::string(program.dynamic_names()) + '\0';
    CHECK(contains(names, std::string("\0__stack_chk_fail\0", 18)));
    CHECK(contains(names, std::string("_chk\0", 5)));
  }
}
