"""What has changed since a commit: its files, what includes them, and the tests whose lines are new."""

import os
import re
import subprocess
from dataclasses import dataclass

from report import ROOT

LANDED = ROOT / "tests" / "landed"  # commits that a whole night has proved, one hash a line
FALLBACK_COMMITS = 20


def git(*arguments):
    """Lines that git prints, or None where it cannot answer (no git, no history)."""
    try:
        done = subprocess.run(["git", *arguments], cwd=ROOT, text=True, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.splitlines()


@dataclass
class Base:
    commit: str | None  # None: everything counts as changed
    why: str


def base():
    """The commit that changes are counted from."""
    named = os.environ.get("LOCKLAB_BASE")
    if named:
        if not git("rev-parse", "--verify", "--quiet", named + "^{commit}"):
            raise SystemExit(f"LOCKLAB_BASE: git knows no commit {named}; name one of this repository")
        # What a branch has on its own, however far the named one has gone on.
        return Base((git("merge-base", "HEAD", named) or git("rev-parse", named))[0], "LOCKLAB_BASE")
    history = git("rev-list", "--first-parent", "HEAD")
    if not history:
        return Base(None, "there is no git history")
    proved = set(LANDED.read_text().split()) if LANDED.exists() else set()
    for commit in git("rev-list", "HEAD") if proved else []:  # also of a branch that was merged
        if commit in proved:
            return Base(commit, "the newest commit in tests/landed")
    if len(history) <= FALLBACK_COMMITS:
        return Base(None, f"no commit in tests/landed, and no more than {FALLBACK_COMMITS} in all")
    return Base(history[FALLBACK_COMMITS], f"the last {FALLBACK_COMMITS} commits")


def seed():
    """The seed of random tests: a commit's own, so that each commit tries others and each can be repeated."""
    head = git("rev-parse", "HEAD")
    return int(head[0][:8], 16) if head else 1


def sources():
    listed = git("ls-files", "--cached", "--others", "--exclude-standard", "*.h", "*.cpp")
    if listed is None:
        listed = [str(file.relative_to(ROOT)) for folder in ("app", "lock", "sim", "tests")
                  for file in (ROOT / folder).rglob("*") if file.suffix in (".h", ".cpp") and "node_modules" not in file.parts]
    return [file for file in listed if (ROOT / file).exists()]


def files(since):
    """Every file that differs from the commit or is new, as paths from the root; all of them if it is None."""
    everything = git("ls-files", "--cached", "--others", "--exclude-standard") if since else None
    if everything is None:
        return sources()
    different = git("diff", "--name-only", since) or []
    untracked = git("ls-files", "--others", "--exclude-standard") or []
    return [file for file in dict.fromkeys(different + untracked) if (ROOT / file).exists()]


def with_includers(changed):
    """The sources among the files, then those that include one of them, then those that include these, and so on."""
    includers = {}
    for file in sources():
        for header in re.findall(r'^#include "([^"]+)"', (ROOT / file).read_text(), re.M):
            includers.setdefault(header, []).append(file)
    reached = dict.fromkeys(file for file in changed if file.endswith((".h", ".cpp")))
    todo = list(reached)
    for file in todo:
        new = [includer for includer in includers.get(file, []) if includer not in reached]
        reached.update(dict.fromkeys(new))
        todo += new
    return list(reached)


TEST = re.compile(r"^(?:TEST|TEST_F|TEST_P|TYPED_TEST|TEST_IN_TIME)\((\w+),\s*(\w+)\)", re.M)


def tests_that_call(text, functions):
    """The names (Suite.Test) of the tests of a file that call one of these functions, or a helper above the first test that does."""
    starts = list(TEST.finditer(text))
    above = text[:starts[0].start()] if starts else ""
    calls = re.compile(rf"\b(?:{'|'.join(functions)})\(")
    helpers = [name for name, body in re.findall(r"^\w[^;{}\n]*?\b(\w+)\([^;{}]*\)[^;{}]*\{\n(.*?)^\}", above, re.M | re.S) if calls.search(body)]
    if helpers:
        calls = re.compile(rf"\b(?:{'|'.join([*functions, *helpers])})\(")
    ends = [start.start() for start in starts[1:]] + [len(text)]
    return [f"{start[1]}.{start[2]}" for start, end in zip(starts, ends) if calls.search(text, start.end(), end)]


def tests(since):
    """The names (Suite.Test) of the tests that have a changed line, in changed test files; all of a file if what stands above its tests
    has one that is no #include."""
    found = []
    for file in files(since):
        if not re.fullmatch(r"tests/.*_test\.cpp", file):
            continue
        text = (ROOT / file).read_text()
        lines = changed_lines(since, file) if since else None
        starts = [(text.count("\n", 0, match.start()) + 1, f"{match[1]}.{match[2]}") for match in TEST.finditer(text)]
        ends = [start - 1 for start, _ in starts[1:]] + [text.count("\n") + 1]
        above = text.splitlines()[:starts[0][0] - 1] if starts else []
        helpers = {number for number, line in enumerate(above, 1) if line and not line.startswith(("#include", "//"))}
        for (start, name), end in zip(starts, ends):
            if lines is None or lines & helpers or any(start <= line <= end for line in lines):
                found.append(name)
    return found


def changed_lines(since, file):
    """Numbers of the lines that the commit does not have; None if the whole file is new."""
    if git("cat-file", "-e", f"{since}:{file}") is None:
        return None
    lines = set()
    for line in git("diff", "--unified=0", since, "--", file) or []:
        hunk = re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line)
        if hunk:
            first, count = int(hunk[1]), int(hunk[2] or 1)
            lines.update(range(first, first + max(count, 1)))
    return lines
