// Bytes as characters of an address, and deflated.

#include "session/links/sample_links.h"
#include "session/recording/link_format.h"
#include "support/test.h"

#include <random>

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
    const Inflated inflated = inflate_bytes(deflate_bytes(bytes), 100);
    CHECK_FALSE(inflated.problem);
    CHECK(inflated.bytes == bytes);
  }
}

TEST_CASE("inflating stops at its limit, and notices what is missing or too much") {
  const std::string deflated = deflate_bytes(std::string(100'000, 'x'));
  CHECK(inflate_bytes(deflated, 100'000).bytes.size() == 100'000);
  CHECK(inflate_bytes(deflated, 99'999).problem == InflateProblem::too_large);
  CHECK(inflate_bytes(deflated.substr(0, deflated.size() - 1), 100'000).problem ==
        InflateProblem::incomplete);
  CHECK(inflate_bytes(deflated + "x", 100'000).problem == InflateProblem::trailing_bytes);
  CHECK(inflate_bytes("\xff\xff", 100).problem == InflateProblem::damaged);
  CHECK(inflate_bytes("", 100).problem == InflateProblem::incomplete);
}

TEST_CASE("the check of a link is the common CRC-32") {
  CHECK(crc32_of("123456789") == 0xcbf43926U);
}
