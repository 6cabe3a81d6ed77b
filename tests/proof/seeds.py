"""Failures that a night has found, one a line in tests/seeds/found: date, commit, test, and the command that repeats it, separated by
tabs. Every landing runs them all. One that has been green for a month becomes a named test, or goes. And what a landing says of the last night."""

import datetime
import json
import os
import re
import time
from dataclasses import dataclass

import changed
import suites
from report import ROOT, Outcome, Stop, command

NIGHT = ROOT / "tests" / "night.json"  # the report of the last one
FILE = ROOT / "tests" / "seeds" / "found"
OLD = datetime.timedelta(days=30)
TEST = re.compile(r"((?:[A-Z_]+=\S+ )*)build/(release|asan|tsan)/(\w+_tests) --gtest_filter='([^']+)'")
CHECK = re.compile(r"(tests/(matrix|tidy|standalone|bench/peers/\w+/run)|build/release/locklab|ctest)( [\w./^\\-]+)*")
SECONDS = 90  # for all of them in a landing


@dataclass(frozen=True)
class Seed:
    date: datetime.date
    commit: str
    test: str
    command: str

    def line(self):
        return "\t".join([self.date.isoformat(), self.commit, self.test, self.command])


def parse(line):
    fields = line.split("\t")
    try:
        if len(fields) == 4 and (TEST.fullmatch(fields[3]) or CHECK.fullmatch(fields[3])):
            return Seed(datetime.date.fromisoformat(fields[0]), *fields[1:])
    except ValueError:  # of the date
        pass
    raise ValueError(f"\"{line}\" is no seed; write date (2026-11-28), commit, test and command, with tabs between, and as the command "
                     "[NAME=VALUE ...] build/BUILD/PROGRAM --gtest_filter='TEST', or a check such as tests/matrix")


def line_of(name, program):
    """A failed check that is no test, as a line of the file."""
    commit = (changed.git("rev-parse", "--short", "HEAD") or ["-"])[0]
    return "\t".join([datetime.date.today().isoformat(), commit, name, program.replace(f"{ROOT}/", "")])


def known():
    found = []
    for number, line in enumerate(FILE.read_text().splitlines() if FILE.exists() else [], 1):
        try:
            if line and not line.startswith("#"):
                found.append(parse(line))
        except ValueError as wrong:
            raise Stop(f"{os.path.relpath(FILE, ROOT)}:{number}: {wrong}") from None
    return found


def add(line):
    """Writes a seed into the file, unless its command stands there."""
    seed = parse(line)
    if all(other.command != seed.command for other in known()):
        FILE.parent.mkdir(exist_ok=True)
        with FILE.open("a") as file:
            file.write(seed.line() + "\n")


def replay(seed, seconds):
    """Runs it in a program that this proof has built: its own, else with ASan, else in the release build. Returns the outcome, and the
    build if it was another."""
    if CHECK.fullmatch(seed.command):
        return command(seed.command.split(), timeout=seconds), None
    settings, build, program, test = TEST.fullmatch(seed.command).groups()
    env = dict(setting.split("=", 1) for setting in settings.split())
    for at in (build, "asan", "release"):
        for name in (program, "release_tests"):
            if (at, name) in suites.built and ("*" in test or test in suites.tests_of(at, name)):
                return suites.run_chosen(at, name, [test], env=env, timeout=seconds), at if at != build else None
    return Outcome(failures=[f"{seed.test}: no program has this test any more; take its line out of {os.path.relpath(FILE, ROOT)}"]), None


def replay_all(outcome):
    """Returns what a landing prints of them."""
    all_seeds, deadline, elsewhere = known(), time.monotonic() + SECONDS, []
    for seed in all_seeds:
        seconds = deadline - time.monotonic()
        if seconds <= 0:
            outcome.failures.append(f"{seed.test}: no time is left for it; all seeds run in {SECONDS} s, so make a slow one a named test")
            continue
        found, build = replay(seed, seconds)
        outcome.add(found)
        if build:
            elsewhere.append(f"{seed.test} in {build}")
    overdue = [seed for seed in all_seeds if datetime.date.today() - seed.date > OLD]
    return "; ".join([str(len(all_seeds)), *([f"{len(overdue)} are older than a month"] if overdue else []), *elsewhere])


def last():
    """The report of the last night, or None."""
    if not NIGHT.exists():
        return None
    try:
        night = json.loads(NIGHT.read_text())
        datetime.date.fromisoformat(night["date"])
        for step in night["steps"].values():
            for line in step["failed"]:
                parse(line)
        return night | {"green": bool(night["green"])}
    except (ValueError, KeyError, TypeError, AttributeError) as wrong:
        raise Stop(f"{os.path.relpath(NIGHT, ROOT)} is no report of a night ({type(wrong).__name__}: {wrong}); take it from git, or remove it") from None


def last_night(outcome):
    """What a landing says of the last night. It fails where a failure of that night is not among the seeds."""
    night = last()
    if not night:
        return "none is on record in tests/night.json"
    with_line = {seed.command for seed in known()}
    for name, step in night["steps"].items():
        for line in step["failed"]:
            print(f"red in {name}: {line}")
            if line.split("\t")[3] not in with_line:
                outcome.failures.append(f"this failure of the last night has no line in tests/seeds/found: {line}")
    oldest = min(night["steps"].values(), key=lambda step: step.get("date", night["date"]), default=night)
    age = (datetime.date.today() - datetime.date.fromisoformat(oldest.get("date", night["date"]))).days
    when = "today" if age == 0 else f"{age} days ago" if age > 1 else "yesterday"
    return f"its oldest step {when} at {str(oldest.get('commit', '-'))[:8]}, {'green' if night['green'] else 'red'}"
