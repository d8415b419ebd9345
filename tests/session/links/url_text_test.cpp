// Bytes as characters of an address, and deflated.

#include "session/links/sample_links.h"
#include "session/recording/link_format.h"

#include <random>
#include <string>

#include <doctest/doctest.h>

using namespace fungescope;

TEST_CASE("percent-encoding") {
  CHECK(percent_encoded("10,3 a:b=@-_.") == "10,3+a:b=@-_.");
  CHECK(percent_encoded("+%/#&()\n\xff") == "%2B%25%2F%23%26%28%29%0A%FF");
  CHECK(percent_decoded("a+b%2b%2B(").bytes == "a b++(");
  CHECK(percent_decoded("%2").problem != nullptr);
  CHECK(percent_decoded("ab%zz").at == 2);
  CHECK(percent_decoded("ab\ncd").at == 2);
}

TEST_CASE("base64url, as in RFC 4648") {
  CHECK(base64url_encoded("").empty());
  CHECK(base64url_encoded("f") == "Zg");
  CHECK(base64url_encoded("fo") == "Zm8");
  CHECK(base64url_encoded("foobar") == "Zm9vYmFy");
  CHECK(base64url_encoded("\xfb\xff") == "-_8");
  CHECK(base64url_decoded("Zm9vYg").bytes == "foob");
  CHECK(base64url_decoded("Zh").problem != nullptr);     // a bit beyond the last byte
  CHECK(base64url_decoded("Zm9vY").problem != nullptr);  // no byte has six bits
  CHECK(base64url_decoded("Zg==").at == 2);
}

TEST_CASE("random bytes come back from each encoding") {
  std::mt19937_64 random(5);
  for (int i = 0; i < 200; ++i) {
    const std::string bytes = random_bytes(random, 100);
    CHECK(percent_decoded(percent_encoded(bytes)).bytes == bytes);
    CHECK(base64url_decoded(base64url_encoded(bytes)).bytes == bytes);
    CHECK(inflate_bytes(deflate_bytes(bytes), 100) == bytes);
  }
}

TEST_CASE("inflating stops at its limit, and notices what is missing or too much") {
  const std::string deflated = deflate_bytes(std::string(100'000, 'x'));
  CHECK(inflate_bytes(deflated, 100'000)->size() == 100'000);
  CHECK(inflate_bytes(deflated, 99'999).error() == InflateProblem::too_large);
  for (const std::string& damaged : {deflated.substr(0, deflated.size() - 1), deflated + "x",
                                     std::string("\xff\xff"), std::string()}) {
    CHECK(inflate_bytes(damaged, 100'000).error() == InflateProblem::damaged);
  }
}

TEST_CASE("the check of a link is the common CRC-32") {
  CHECK(crc32_of("123456789") == 0xcbf43926U);
}
