# cmake -DINPUT=sudoku.b93 -DOUTPUT=sudoku.cpp -DHEADER=catalogue_rows.h
#   -DFUNCTION=fungescope::embedded::sudoku -P EmbedFile.cmake
# Writes a C++ file whose function, declared in the header, returns the bytes of another file.
file(READ ${INPUT} bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "::[^:]*$" "" namespace "${FUNCTION}")
string(REGEX REPLACE "^.*::" "" function "${FUNCTION}")
file(WRITE ${OUTPUT} "#include \"${HEADER}\"

namespace ${namespace} {

std::string_view ${function}() {
  static constexpr unsigned char bytes[] = {
${bytes}
  };
  return {reinterpret_cast<const char*>(bytes), sizeof bytes};
}

}  // namespace ${namespace}
")
