// From the bytes of a text file, in pieces, to UTF-8.
//
// A UTF-8 byte-order mark goes; UTF-16 of either byte order is converted, with a
// byte-order mark or, without one, if the first four bytes are two ASCII
// characters of it. Everything else passes through unchanged, so bytes that are
// no text stay visible to who reads the lines.
#pragma once

#include <string>
#include <string_view>

namespace fungescope::puzzles {

class TextDecoder {
 public:
  // Appends to `text` what `bytes` completes. Keeps at most four bytes back.
  void decode(std::string_view bytes, std::string& text);
  // The end of the input: appends what was kept back.
  void finish(std::string& text);

 private:
  enum class Encoding { unknown, bytes, utf16_little, utf16_big };

  void decide(std::string& text);
  void convert(std::string_view bytes, std::string& text);
  void add_unit(unsigned unit, std::string& text);

  Encoding encoding_ = Encoding::unknown;
  std::string head_;        // until the encoding is known
  int odd_byte_ = -1;       // the first half of a UTF-16 unit
  unsigned surrogate_ = 0;  // the first half of a surrogate pair
};

}  // namespace fungescope::puzzles
