# cmake -DINPUT=sudoku.b93 -DOUTPUT=embedded_solver.cpp -P EmbedFile.cmake
# Writes a C++ file that holds the bytes of another file.
file(READ ${INPUT} bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
file(WRITE ${OUTPUT} "#include \"sudoku/embedded_solver.h\"

namespace fungescope::sudoku {
namespace {
constexpr unsigned char bytes[] = {
${bytes}
};
}  // namespace

std::string_view embedded_solver() { return {reinterpret_cast<const char*>(bytes), sizeof bytes}; }

}  // namespace fungescope::sudoku
")
