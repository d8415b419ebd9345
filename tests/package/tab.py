"""tab.py SHELL COMMAND…: presses Tab in a shell, which the command starts on a terminal.

Types the beginning of a command line, Tab, and then makes the line an argument of echo, so that
what was completed is a line of output. Prints `ok` or `FAILED` for each.
"""

import os
import pty
import re
import select
import sys

LIMIT = 300  # seconds of silence; only a hang reaches it

CASES = [
    ("commands", "fungescope so", "fungescope solve"),
    ("options", "fungescope run --dial", "fungescope run --dialect"),
    ("values of options", "fungescope run --engine inter", "fungescope run --engine interpreter"),
    ("values after =", "fungescope solve --stats=js", "fungescope solve --stats=json"),
    ("built-in programs", "fungescope run @cat", "fungescope run @cats"),
    ("names of programs", "fungescope programs sett", "fungescope programs setter"),
    ("files", "fungescope run hel", "fungescope run hello.b93"),
    ("options of the window", "fungescope-ui --screen", "fungescope-ui --screenshot"),
]


class Terminal:
    def __init__(self, command):
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.execvp(command[0], command)
        self.seen = ""

    def type(self, text):
        os.write(self.descriptor, text.encode())

    def wait_for(self, pattern):
        """Returns the match in what the shell has printed since the last one."""
        while True:
            plain = re.sub(r"\x1b(\[[0-9;?<>=]*[a-zA-Z]|[()].|[=>]|\][^\x07]*\x07)", "", self.seen)
            match = re.search(pattern, plain)
            if match:
                self.seen = ""
                return match
            ready, _, _ = select.select([self.descriptor], [], [], LIMIT)
            if not ready:
                raise EOFError(plain)
            try:
                self.seen += os.read(self.descriptor, 65536).decode(errors="replace")
            except OSError:
                raise EOFError(plain) from None


def main():
    shell, *command = sys.argv[1:]
    os.environ["TERM"] = "xterm"
    terminal = Terminal(command)
    # Only what the quotes become is a line of output: the line that is typed has them.
    terminal.type("echo rea''dy\r")
    terminal.wait_for(r"\bready\r?\n")
    for what, typed, expected in CASES:
        name = f"{shell} completes {what}"
        terminal.type(f"{typed}\t\x01echo res''ult: \x05;\r")
        try:
            found = terminal.wait_for(r"result: ([^\r\n]*)\r?\n")[1].strip()
        except EOFError as seen:
            print(f"FAILED {name}\n    the shell printed {str(seen)!r}")
            return
        if found == expected:
            print(f"ok {name}")
        else:
            print(f"FAILED {name}\n    {found!r} instead of {expected!r}")
    terminal.type("exit\r")


main()
