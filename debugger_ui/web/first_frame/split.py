"""Splits the page's WebAssembly: the functions of the first frame, and those that come after it.

    split.py split      PROGRAM LIST FIRST REST   by the list of functions, into two modules
    split.py instrument PROGRAM MODULE            a module that notes what is called (record.js)
    split.py learn      PROGRAM LIST FOLDER       writes the list from the notes in *.profile

PROGRAM is the linker's output with the names of its functions. Binaryen's `wasm-split` does the
splitting; a call from the first module to a function of the other one goes through the table, where
an import stands in for the function until the second module is there (page/load.js). Both have a
custom section `build`, which is the same if they belong together.

A line of the list is a function, without its template arguments, parameters and the anonymous
namespace, or a prefix that ends in `*`. A lambda belongs to the function that has it. Functions of
fewer than `small` bytes need no line, since standing in for them would take as much: they are in the
first module unless only functions of the other one call them.
"""

import collections
import hashlib
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

small = 48
# A prefix takes the place of lines if it adds at most so many bytes for each.
waste = 120
# The namespaces of the imports; page/load.js has them, too.
namespaces = ["--import-namespace=first", "--placeholder-namespace=rest"]
features = ["--enable-mutable-globals", "--enable-bulk-memory", "--enable-sign-ext",
            "--enable-nontrapping-float-to-int"]


class Program:
    """A module: its bytes without names, and the names and sizes of its functions."""

    def __init__(self, path):
        self.data = pathlib.Path(path).read_bytes()
        self.bare = self.data[:8]
        self.sizes = []
        names = {}
        imports = 0
        at = 8
        while at < len(self.data):
            section = self.data[at]
            size, begin = self.number(at + 1)
            end = begin + size
            if section == 0:
                names.update(self.names_in(begin, end))
            else:
                self.bare += self.data[at:end]
            if section == 2:
                imports = self.count_imports(begin)
            elif section == 10:
                count, at = self.number(begin)
                for _ in range(count):
                    size, at = self.number(at)
                    self.sizes.append(size)
                    at += size
            at = end
        if not names:
            sys.exit(f"split.py: {path} has no names; link it with --profiling-funcs")
        self.functions = [function_of(names.get(imports + i, "")) for i in range(len(self.sizes))]

    def number(self, at):
        value = shift = 0
        while True:
            byte = self.data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value, at

    def text(self, at):
        length, at = self.number(at)
        return self.data[at:at + length].decode(), at + length

    def names_in(self, at, end):
        """The names of functions, if this custom section has them."""
        title, at = self.text(at)
        names = {}
        while title == "name" and at < end:
            kind = self.data[at]
            size, at = self.number(at + 1)
            after = at + size
            if kind == 1:
                count, at = self.number(at)
                for _ in range(count):
                    function, at = self.number(at)
                    names[function], at = self.text(at)
            at = after
        return names

    def count_imports(self, at):
        """The number of imported functions. Emscripten's programs import nothing else."""
        count, at = self.number(at)
        for _ in range(count):
            for _ in range(2):
                _, at = self.text(at)
            if self.data[at] != 0:
                sys.exit("split.py: the program imports more than functions")
            _, at = self.number(at + 1)
        return count


def function_of(name):
    """The function that a name belongs to, as the list has it."""
    wrapped = re.match(r"std::__2::__function::__func<(fungescope::.*)", name)
    if wrapped:
        name = wrapped[1]
    name = name.replace("(anonymous namespace)::", "")
    name = re.sub(r"operator(\(\)|<=>|<<=?|>>=?|<=|>=|<|>|->\*?)", "operator", name)
    name = re.sub(r"operator (?=\w)", "operator_", name)
    plain = ""
    depth = 0
    for sign in name:
        if sign == "<":
            depth += 1
        elif sign == ">":
            depth -= 1
        elif depth == 0:
            if sign in "(,":
                break
            plain += sign
    return plain.split(" ")[-1]


def lines_of(path):
    lines = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


class Matcher:
    def __init__(self, lines):
        self.functions = {line for line in lines if not line.endswith("*")}
        self.prefixes = tuple(line[:-1] for line in lines if line.endswith("*"))

    def __call__(self, function):
        return function in self.functions or function.startswith(self.prefixes)


def run_binaryen(tool, program, *options):
    """Returns what it prints. Without names binaryen calls the functions by their numbers."""
    with tempfile.TemporaryDirectory() as folder:
        bare = os.path.join(folder, "bare.wasm")
        pathlib.Path(bare).write_bytes(program.bare)
        path = os.path.join(os.environ.get("BINARYEN", ""), tool)
        return subprocess.run([path, *features, bare, *options], check=True,
                              stdout=subprocess.PIPE, text=True).stdout


def callers_in(program):
    """For each function that is called by name the functions that call it."""
    graph = run_binaryen("wasm-opt", program, "--print-call-graph", "-o", os.devnull)
    callers = collections.defaultdict(set)
    for caller, callee in re.findall(r'"(\d+)" -> "(\d+)"; // call', graph):
        callers[int(callee)].add(int(caller))
    return callers


def kept_functions(program, callers, lines):
    """The numbers of the functions of the first module."""
    listed = Matcher(lines)
    others = [i for i, function in enumerate(program.functions) if not listed(function)]
    kept = set(range(len(program.sizes)))
    kept -= {i for i in others if program.sizes[i] >= small}
    while True:
        dropped = {i for i in others if i in kept and callers[i] and not callers[i] & kept}
        if not dropped:
            return kept
        kept -= dropped


def split(path, patterns, first, rest):
    program = Program(path)
    kept = kept_functions(program, callers_in(program), lines_of(patterns))
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(str(i) for i in sorted(kept)))
        file.flush()
        run_binaryen("wasm-split", program, "--keep-funcs", f"@{file.name}", "-o1", first, "-o2", rest,
                     "--export-prefix=%", *namespaces)
    modules = [pathlib.Path(first), pathlib.Path(rest)]
    build = hashlib.sha256(b"".join(module.read_bytes() for module in modules)).digest()
    for module in modules:
        module.write_bytes(module.read_bytes() + custom_section(b"build", build))


def custom_section(name, data):
    """Of less than 128 bytes."""
    content = bytes([len(name)]) + name + data
    return bytes([0, len(content)]) + content


def instrument(path, module):
    run_binaryen("wasm-split", Program(path), "--instrument", "-o", module)


def called_functions(profile, count):
    """A profile has a hash of eight bytes and, for each function, when it was called, or zero."""
    data = profile.read_bytes()
    if len(data) != 8 + 4 * count:
        sys.exit(f"split.py: {profile} is not of this program")
    return {i for i, time in enumerate(struct.unpack(f"<{count}I", data[8:])) if time}


def shorten(needed, sizes):
    """Lines for the functions, with prefixes where these add little. `sizes` has all functions."""
    below = collections.defaultdict(set)
    for function in sizes:
        scopes = function.split("::")
        for depth in range(1, len(scopes)):
            below["::".join(scopes[:depth]) + "::"].add(function)
    lines = []
    left = set(needed)
    kept = set(needed)
    for prefix in sorted(below, key=lambda text: (text.count("::"), text)):
        covered = below[prefix] & left
        added = sum(sizes[function] for function in below[prefix] - kept)
        if len(covered) > 1 and added <= waste * len(covered):
            lines.append(prefix + "*")
            left -= covered
            kept |= below[prefix]
    return sorted(lines + list(left))


def learn(path, patterns, folder):
    program = Program(path)
    called = set()
    for profile in pathlib.Path(folder).glob("*.profile"):
        called |= called_functions(profile, len(program.sizes))
    callers = callers_in(program)
    needed = {program.functions[i] for i in called if program.sizes[i] >= small}
    sizes = collections.Counter()
    for function, size in zip(program.functions, program.sizes):
        if size >= small:
            sizes[function] += size
    lines = shorten(needed, sizes)
    # Small functions that are called through pointers, and by name only in the other module.
    missing = {program.functions[i] for i in called - kept_functions(program, callers, lines)}
    lines = sorted(lines + list(missing))
    file = pathlib.Path(patterns)
    comments = [line for line in file.read_text(encoding="utf-8").splitlines()
                if line.startswith("#")]
    file.write_text("\n".join(comments + lines) + "\n", encoding="utf-8")
    kept = kept_functions(program, callers, lines)
    print(f"{len(called)} functions called, {sum(program.sizes[i] for i in called)} bytes; "
          f"{len(lines)} lines keep {sum(program.sizes[i] for i in kept)} "
          f"of {sum(program.sizes)} bytes")


def main():
    commands = {("split", 6): split, ("instrument", 4): instrument, ("learn", 5): learn}
    command = commands.get((" ".join(sys.argv[1:2]), len(sys.argv)))
    if command is None:
        sys.exit(__doc__)
    command(*sys.argv[2:])


main()
