# cmake -DINPUT=sudoku.b93 -DOUTPUT=embedded_solver.cpp -DHEADER=puzzles/program_host.h
#   -DFUNCTION=fungescope::puzzles::embedded_solver -P EmbedFile.cmake
# Writes a C++ file whose function, declared in the header, returns the bytes of another file.
file(READ ${INPUT} bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "::[^:]*$" "" namespace "${FUNCTION}")
string(REGEX REPLACE "^.*::" "" function "${FUNCTION}")
file(WRITE ${OUTPUT} "#include \"${HEADER}\"

namespace ${namespace} {
namespace {
constexpr unsigned char bytes[] = {
${bytes}
};
}  // namespace

std::string_view ${function}() { return {reinterpret_cast<const char*>(bytes), sizeof bytes}; }

}  // namespace ${namespace}
")
