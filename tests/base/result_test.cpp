#include "base/result.h"

#include "support/test.h"

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

TEST_CASE("a location prints only the parts that it has") {
  CHECK(to_string(SourceLocation{"a.b93", 3, 10}) == "a.b93:3:10");
  CHECK(to_string(SourceLocation{"a.b93", 3, 0}) == "a.b93:3");
  CHECK(to_string(SourceLocation{"a.b93", 0, 10}) == "a.b93");
  CHECK(to_string(SourceLocation{}).empty());
}

TEST_CASE("an error prints its location, problem and advice") {
  CHECK(to_string(Error{{"a.b93", 3, 10}, "a thing is wrong", "mend it"}) ==
        "a.b93:3:10: a thing is wrong; mend it");
  CHECK(to_string(Error{{"a.b93", 3, 10}, "a thing is wrong", ""}) ==
        "a.b93:3:10: a thing is wrong");
  CHECK(to_string(Error{{}, "a thing is wrong", "mend it"}) == "a thing is wrong; mend it");
}

TEST_CASE("an error prints no control characters, wherever they come from") {
  CHECK(to_string(Error{{"a\n\x1b[2J", 3, 0}, "there is no '\x1b'", "use \x07"}) ==
        "a\\n\\x1b[2J:3: there is no '\\x1b'; use \\x07");
}

TEST_CASE("a failure is an error in any result") {
  const Result<int> result = fail({"a.b93", 1, 2}, "wrong", "mend it");
  REQUIRE(!result);
  CHECK(result.error() == Error{{"a.b93", 1, 2}, "wrong", "mend it"});
}

TEST_CASE("reading what a result does not hold ends the program, in every build") {
  const auto signal_of = [](auto&& misuse) {
    const pid_t child = ::fork();
    if (child == 0) {
      std::signal(SIGABRT, SIG_DFL);  // not doctest's report
      ::close(STDERR_FILENO);
      misuse();
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  };
  Result<std::string> value = std::string("value");
  Result<std::string> error = fail({}, "wrong");
  const Result<void> done;
  CHECK(signal_of([&] { static_cast<void>(value.error()); }) == SIGABRT);
  CHECK(signal_of([&] { static_cast<void>(std::move(value).error()); }) == SIGABRT);
  CHECK(signal_of([&] { static_cast<void>(done.error()); }) == SIGABRT);
  CHECK(signal_of([&] { static_cast<void>(*error); }) == SIGABRT);
  CHECK(signal_of([&] { static_cast<void>(error->size()); }) == SIGABRT);
  CHECK(signal_of([&] { static_cast<void>(*std::move(error)); }) == SIGABRT);
  CHECK(signal_of([&] { static_cast<void>(value->size() + error.error().what.size()); }) == 0);
}
