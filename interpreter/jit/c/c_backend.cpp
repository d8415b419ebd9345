#include "jit/c/c_backend.h"

#include "jit/c/static_code.h"
#include "jit/lift/lift.h"
#include "jit/passes/passes.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace fungescope::jit {
namespace {

constexpr std::int64_t largest_area_in_c = std::int64_t{1} << 27U;
// The maximal length of a string literal of field bytes: readable, and accepted by every compiler.
constexpr std::size_t max_string_length = 1000;
// Superblocks that are looked for, so that those that were executed are among them.
constexpr std::size_t max_found_superblocks = 40'000;
// Superblocks of a function that is not divided further.
constexpr std::size_t min_superblocks = 50;

// The encoding of a position in runtime.c.
std::uint64_t number_of(const CodePosition& position) {
  return std::uint64_t{position.cell} * Heading::count + position.heading.index();
}

std::string in_comment(std::string name) {
  for (char& c : name) {
    if (c < ' ' || c == '*') c = '_';
  }
  return name;
}

class ProgramWriter {
 public:
  ProgramWriter(const Machine& machine, const COptions& options)
      : machine_(machine),
        options_(options),
        profile_(profile_run(machine, options.sample_input, options.profile_ticks)),
        code_(find_static_code(machine, profile_, options.data, max_found_superblocks)),
        all_kept_(keep_executed_first(code_, profile_, options.max_superblocks)) {}

  CProgram write() {
    compile();
    CProgram program;
    program.functions = made_.functions.size();
    program.superblocks = made_.superblocks.size();
    program.entries = made_.entries.size();
    program.is_whole = all_kept_ && made_.is_all;
    header();
    source();
    cells("code_cells", covered_cells());
    cells("dependency_cells", made_.dependencies);
    entry_table();
    exit_table();
    text_ += '\n';
    text_ += c_runtime();
    for (const std::string& function : made_.functions) text_ += function;
    dispatcher();
    program.text = std::move(text_);
    return program;
  }

 private:
  struct Entry {
    std::uint64_t position = 0;
    std::size_t function = 0;
    std::uint32_t number = 0;
    friend bool operator<(const Entry& a, const Entry& b) {
      return std::tie(a.position, a.function, a.number) <
             std::tie(b.position, b.function, b.number);
    }
  };

  // What the code was compiled to.
  struct Compiled {
    std::vector<std::string> functions;
    std::vector<CExit> exits;
    std::vector<Entry> entries;
    std::set<CellIndex> dependencies;
    std::set<const Superblock*> superblocks;
    bool is_all = true;  // all functions fit
  };

  template <class... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }

  // ---- Compiling

  void compile() {
    // Dividends are not speculated on: a failure could not be corrected later.
    const ProfileFeedback feedback{
        profile_.feedback.aliased, profile_.feedback.out_of_bounds, {}, DividendRange::any};
    std::size_t size = options_.superblocks_per_function;
    while (!compile_parts(size, feedback) && size > min_superblocks) size /= 2;
    std::sort(made_.entries.begin(), made_.entries.end());
    const auto same_position = [](const Entry& a, const Entry& b) {
      return a.position == b.position;
    };
    made_.entries.erase(std::unique(made_.entries.begin(), made_.entries.end(), same_position),
                        made_.entries.end());
  }

  // Compiles parts of at most `size` superblocks, as far as the limits allow. Returns false if one
  // made too long a function.
  bool compile_parts(std::size_t size, const ProfileFeedback& feedback) {
    made_ = {};
    bool fit = true;
    std::size_t bytes = 0;
    for (Lifted& lifted : lift_parts(size, feedback)) {
      // Before the passes, which merge blocks.
      std::set<const Superblock*> superblocks;
      for (const BasicBlock& block : lifted.graph.blocks) {
        if (block.superblock != nullptr) superblocks.insert(block.superblock);
      }
      optimise(lifted.graph, false);
      const std::size_t exits_before = made_.exits.size();
      std::string text = c_function(lifted.graph, name_of_function(made_.functions.size()),
                                    has_limit(), made_.exits);
      const bool fits = text.size() <= options_.max_function_bytes;
      fit = fit && fits;
      if (!fits || bytes + text.size() > options_.max_functions_bytes) {
        made_.exits.erase(made_.exits.begin() + static_cast<std::ptrdiff_t>(exits_before),
                          made_.exits.end());
        made_.is_all = false;
        continue;
      }
      bytes += text.size();
      made_.superblocks.merge(superblocks);
      add_function(lifted, std::move(text));
    }
    return fit;
  }

  std::vector<Lifted> lift_parts(std::size_t size, const ProfileFeedback& feedback) {
    RegionLimits limits;
    limits.max_nodes = 8 * size;
    limits.max_depth = 60;
    Partition partition(code_, limits, size);
    std::vector<Lifted> parts;
    do {
      parts.clear();
      for (const JitRegion& region : partition.regions()) {
        parts.push_back(lift(region, *code_.cache, feedback, false));
      }
    } while (enter_after_exits(parts, partition));
    return parts;
  }

  // Lifting drops code that seems unreachable. Where a back edge leads to such code after all, it
  // leaves the function; an entry there keeps the interpreter from executing the loop.
  static bool enter_after_exits(const std::vector<Lifted>& functions, Partition& partition) {
    bool is_new = false;
    for (const Lifted& lifted : functions) {
      for (const BasicBlock& block : lifted.graph.blocks) {
        for (const Edge& edge : block.edges) {
          if (block.dead || edge.exit == no_exit) continue;
          const Exit& exit = lifted.graph.exits[edge.exit];
          if (exit.kind != ExitKind::before_block) continue;
          is_new = partition.enter(*exit.superblock) || is_new;
        }
      }
    }
    return is_new;
  }

  void add_function(const Lifted& lifted, std::string text) {
    const std::size_t number = made_.functions.size();
    made_.functions.push_back(std::move(text));
    made_.dependencies.insert(lifted.dependencies.begin(), lifted.dependencies.end());
    for (const BasicBlock& block : lifted.graph.blocks) {
      if (block.entry == 0 || block.dead) continue;
      made_.entries.push_back(
          {number_of({block.superblock->cell, block.superblock->heading}), number, block.entry});
    }
  }

  [[nodiscard]] bool has_limit() const { return options_.max_ticks != no_limit; }

  static std::string name_of_function(std::size_t number) { return fmt::format("run_{}", number); }

  // ---- Tables

  void header() {
    const Size size = machine_.field.size();
    put("/* {}, compiled by fungescope; the dialect is {}.\n", in_comment(options_.name),
        machine_.dialect.name);
    text_ +=
        " *\n"
        " *     cc -O2 -o program program.c\n"
        " *     ./program            its input and output are the Befunge program's\n"
        " *     ./program --stats    and at the end the number of ticks, on standard error\n"
        " */\n"
        "#include <stddef.h>\n"
        "#include <stdint.h>\n\n";
    put("#define WIDTH {}u\n#define HEIGHT {}u\n", size.width, size.height);
    put("#define SEED UINT64_C({})\n", machine_.random.state());
    put("#define MAX_STACK ((size_t)UINT64_C({}))\n", machine_.max_stack);
    if (machine_.dialect.utf8_output) text_ += "#define UTF8_OUTPUT\n";
    if (has_limit()) put("#define MAX_TICKS UINT64_C({})\n", options_.max_ticks);
  }

  void source() {
    const Size size = machine_.field.size();
    text_ +=
        "\nstatic const struct {\n    unsigned cell, length;\n    const char *bytes;\n} source[] = "
        "{\n";
    for (std::int64_t y = 0; y < size.height; ++y) {
      source_row(static_cast<std::size_t>(y * size.width), static_cast<std::size_t>(size.width));
    }
    text_ += "    {0, 0, NULL}\n};\n";
  }

  void source_row(std::size_t first, std::size_t width) {
    const unsigned char* bytes = machine_.field.source();
    std::size_t end = first + width;
    while (end > first && bytes[end - 1] == ' ') --end;
    while (first < end && bytes[first] == ' ') ++first;
    for (; first < end; first += max_string_length) {
      const std::size_t length = std::min(max_string_length, end - first);
      put("    {{{}, {}, \"", first, length);
      for (std::size_t i = first; i < first + length; ++i) character(bytes[i]);
      text_ += "\"},\n";
    }
  }

  // Escapes question marks because of trigraphs.
  void character(unsigned char byte) {
    if (byte == '"' || byte == '\\' || byte == '?') text_ += '\\';
    if (byte < ' ' || byte > '~') {
      put("\\{:03o}", byte);
    } else {
      text_ += static_cast<char>(byte);
    }
  }

  [[nodiscard]] std::set<CellIndex> covered_cells() const {
    std::set<CellIndex> cells;
    for (const Superblock* superblock : made_.superblocks)
      cells.insert(superblock->cells.begin(), superblock->cells.end());
    return cells;
  }

  // Writes the cells as ranges, first and last, followed by an empty range.
  void cells(const char* name, const std::set<CellIndex>& cells) {
    put("\nstatic const unsigned {}[] = {{", name);
    std::size_t count = 0;
    for (auto cell = cells.begin(); cell != cells.end();) {
      const CellIndex first = *cell;
      CellIndex last = first;
      for (++cell; cell != cells.end() && *cell == last + 1; ++cell) ++last;
      separate(count++, 8);
      put("{}, {},", first, last);
    }
    separate(count, 8);
    text_ += "1, 0};\n";
  }

  void separate(std::size_t index, std::size_t in_line) {
    text_ += index % in_line == 0 ? "\n    " : " ";
  }

  void entry_table() {
    put("\n#define ENTRIES {}\nstatic const unsigned entries[][3] = {{", made_.entries.size());
    std::size_t count = 0;
    for (const Entry& entry : made_.entries) {
      separate(count++, 5);
      put("{{{}, {}, {}}},", entry.position, entry.function, entry.number);
    }
    separate(count, 5);
    text_ += "{0, 0, 0}};\n";
  }

  void exit_table() {
    text_ += "\nstatic const unsigned exits[][2] = {";
    std::size_t count = 0;
    for (const CExit& exit : made_.exits) {
      separate(count++, 7);
      put("{{{}, {}}},", number_of(exit.position), exit.step ? 1 : 0);
    }
    separate(count, 7);
    text_ += "{0, 0}};\n";
  }

  void dispatcher() {
    text_ +=
        "\nstatic unsigned run_compiled(unsigned function, unsigned entry)\n{\n"
        "    switch (function) {\n";
    for (std::size_t i = 0; i < made_.functions.size(); ++i) {
      put("    case {}: return {}(entry);\n", i, name_of_function(i));
    }
    text_ += "    default: abort();\n    }\n}\n";
  }

  const Machine& machine_;
  const COptions& options_;
  const ExecutionProfile profile_;
  StaticCode code_;
  const bool all_kept_;
  std::string text_;
  Compiled made_;
};

}  // namespace

std::string c_obstacle(const Machine& machine) {
  Dialect plain;
  plain.name = machine.dialect.name;
  // These are of the loader.
  plain.field_size = machine.dialect.field_size;
  plain.utf8_source = machine.dialect.utf8_source;
  plain.code_piece = machine.dialect.code_piece;
  plain.utf8_output = machine.dialect.utf8_output;
  if (machine.dialect != plain) {
    return fmt::format("the dialect {} cannot be compiled; use wide or befunexec",
                       machine.dialect.name);
  }
  if (machine.field.has_wide()) {
    return "characters beyond U+FF in cells cannot be compiled; remove them, or use another "
           "dialect";
  }
  if (machine.field.size().area() > largest_area_in_c) {
    return fmt::format("a field of more than {} cells cannot be compiled; give a smaller --size",
                       largest_area_in_c);
  }
  return {};
}

CProgram c_program(const Machine& machine, const COptions& options) {
  return ProgramWriter(machine, options).write();
}

}  // namespace fungescope::jit
