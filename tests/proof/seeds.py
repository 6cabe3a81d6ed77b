"""Failures that a night has found, one a line in tests/seeds/found: date, commit, test, and the command that repeats it, separated by
tabs. Every landing runs them all. One that has been green for a month becomes a named test, or goes. And what a landing says of the last night."""

import datetime
import json
import re
import time
from dataclasses import dataclass

import changed
import suites
from report import ROOT, Outcome, command

NIGHT = ROOT / "tests" / "night.json"  # the report of the last one
FILE = ROOT / "tests" / "seeds" / "found"
OLD = datetime.timedelta(days=30)
TEST = re.compile(r"((?:[A-Z_]+=\S+ )*)build/(release|asan|tsan)/(\w+_tests) --gtest_filter='([^']+)'")
CHECK = re.compile(r"tests/(matrix|tidy|standalone)( [\w./ ]+)?|build/release/locklab [\w ./-]+")
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
    if len(fields) != 4 or not (TEST.fullmatch(fields[3]) or CHECK.fullmatch(fields[3])):
        raise ValueError(f"{FILE.relative_to(ROOT)}: \"{line}\" is no seed; write date, commit, test and command, with tabs between, and as "
                         "the command [NAME=VALUE ...] build/BUILD/PROGRAM --gtest_filter='TEST', or a check such as tests/matrix")
    return Seed(datetime.date.fromisoformat(fields[0]), *fields[1:])


def line_of(name, program):
    """A failed check that is no test, as a line of the file."""
    commit = (changed.git("rev-parse", "--short", "HEAD") or ["-"])[0]
    return "\t".join([datetime.date.today().isoformat(), commit, name, program.replace(f"{ROOT}/", "")])


def known():
    lines = FILE.read_text().splitlines() if FILE.exists() else []
    return [parse(line) for line in lines if line and not line.startswith("#")]


def add(line):
    """Writes a seed into the file, unless its test and command stand there."""
    seed = parse(line)
    if all((other.test, other.command) != (seed.test, seed.command) for other in known()):
        FILE.parent.mkdir(exist_ok=True)
        with FILE.open("a") as file:
            file.write(seed.line() + "\n")


def replay(seed):
    """Runs it where its program is built, else in the build that has its test."""
    if CHECK.fullmatch(seed.command):
        return command(seed.command.split())
    settings, build, program, test = TEST.fullmatch(seed.command).groups()
    env = dict(setting.split("=", 1) for setting in settings.split())
    for at in (build, "asan", "release"):
        for name in (program, "release_tests"):
            if (suites.folder(at) / name).exists() and ("*" in test or test in suites.tests_of(at, name)):
                return suites.run_chosen(at, name, [test], env=env)
    return Outcome(failures=[f"{seed.test}: no program has this test any more; take its line out of {FILE.relative_to(ROOT)}"])


def replay_all(outcome):
    """Returns what a landing prints of them."""
    all_seeds, began = known(), time.monotonic()
    for seed in all_seeds:
        if time.monotonic() - began > SECONDS:
            outcome.failures.append(f"{seed.test}: no time is left for it; all seeds run in {SECONDS} s, so make a slow one a named test")
        else:
            outcome.add(replay(seed))
    overdue = [seed for seed in all_seeds if datetime.date.today() - seed.date > OLD]
    return f"{len(all_seeds)}, of which {len(overdue)} are older than a month" if overdue else ""


def last():
    return json.loads(NIGHT.read_text()) if NIGHT.exists() else None


def last_night(outcome):
    """What a landing says of the last night. It fails where a failure of that night is not among the seeds."""
    night = last()
    if not night:
        return "none is on record in tests/night.json"
    age = (datetime.date.today() - datetime.date.fromisoformat(night["date"])).days
    with_line = {seed.test for seed in known()}
    for name, step in night["steps"].items():
        for line in step["failed"]:
            print(f"red in {name}: {line}")
            if line.split("\t")[2] not in with_line:
                outcome.failures.append(f"this failure of the last night has no line in tests/seeds/found: {line}")
    return f"{age} days ago, {'green' if night['green'] else 'red'}"
