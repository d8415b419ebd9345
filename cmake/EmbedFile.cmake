# The script of fungescope_embed, with its arguments as INPUT, OUTPUT, HEADER and FUNCTION.
file(READ ${INPUT} bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
file(WRITE ${OUTPUT} "#include \"${HEADER}\"

std::string_view ${FUNCTION}() {
  static constexpr unsigned char bytes[] = {
${bytes}
  };
  return {reinterpret_cast<const char*>(bytes), sizeof bytes};
}
")
