"""What takes longer than a landing may: tests/run --night [--for 3h] [--only STEP]. Each step is a list of units that it goes through,
from where the last night stopped; the time is divided by weights. The result is tests/night.json, which is committed."""

import argparse
import contextlib
import datetime
import json
import pathlib
import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import changed
import seeds
import suites
from report import ROOT, Outcome, Report, Stop, command

PROGRAM = ROOT / "build" / "release" / "locklab"
LEAST_TO_LAND = 1800  # seconds of a night whose commit counts as proved (tests/landed)
RANDOM_TIMES = 50    # random cases of a round, as a multiple of a landing's
FUZZ_SECONDS = 120   # of each fuzzer in a round
FUZZ_TIMES = 6       # rounds, each from other seeds
SOAK_TIMES = 10      # live runs of each scenario
FLAKY_REPEATS = 20   # of each suite in a round, or as many as FLAKY_SECONDS has room for
FLAKY_SECONDS = 120
CANARY_SEEN = "failed as it should"
BUSY = 8             # processes beside the tests that must not depend on time


@dataclass
class Unit:
    """The smallest thing that a night begins: what it is called, and what it does."""
    name: str
    run: Callable[[], Outcome]


@dataclass
class NightStep:
    name: str
    weight: int  # its share of the time
    units: Callable[[], list[Unit]]
    builds: tuple = ()
    done: int = 0  # units of this night
    first: int = 0  # where the last night stopped
    red: list[str] = field(default_factory=list)  # units that have failed, and not passed since
    seconds: float = 0.0
    outcome: Outcome = field(default_factory=Outcome)
    listed: list[Unit] | None = None


RELEASE = ("release", "locklab", "lock_tests", "sim_tests", "app_tests", "release_tests", "tidy_tests", "canary_tests")
ASAN = ("asan", "locklab", "lock_tests", "sim_tests", "app_tests")
TSAN = ("tsan", "app_tests")


def steps():
    """The table. Weights are minutes that a round takes on two processors, about."""
    return [
        NightStep("release", 20, lambda: by_suite("release"), (RELEASE,)),
        NightStep("asan", 40, lambda: by_suite("asan"), (ASAN,)),
        NightStep("tsan", 5, threads, (TSAN,)),
        NightStep("mutants", 2, mutants, (RELEASE,)),
        NightStep("random", 60, random_cases, (RELEASE,)),
        NightStep("fuzz", 60, fuzzers, (RELEASE, ASAN)),
        NightStep("sources", 25, sources, (RELEASE,)),
        NightStep("matrix", 4, lambda: [Unit("matrix", lambda: command([ROOT / "tests/matrix"]))], (RELEASE,)),
        NightStep("benchmarks", 4, benchmarks, (("release", "locklab", "simgrid_ping_pong", "hold_oracle"),)),
        NightStep("live soak", 10, live_soak, (RELEASE,)),
        NightStep("flaky", 60, flaky, (RELEASE,)),
    ]


def by_suite(build_name):
    units = []
    for program in suites.programs(build_name):
        names = [suites.suite_of(test) for test in suites.tests_of(build_name, program)]
        for suite in dict.fromkeys(names):
            units.append(Unit(f"{program} {suite}", lambda program=program, suite=suite:
                              suites.run_chosen(build_name, program, [suite + ".*"], timeout=3600)))
    if build_name == "release":
        units.append(Unit("Library", lambda: command(["ctest", "--preset", "release", "-R", r"^Library\."])))
    return units


def threads():
    pattern = "|".join(suites.THREADED_TESTS)
    return [Unit("app_tests", lambda: suites.run_matching("tsan", "app_tests", pattern))]


def mutants():
    return [Unit(test, lambda program=program, test=test: suites.run_chosen("release", program, [test]))
            for program in ("sim_tests", "app_tests") for test in suites.tests_of("release", program) if re.search("AMutant|StressMutants", test)]


def random_tests():
    """(program, test) of those that draw their cases, which say so in their sources: themselves, or by a helper of their file."""
    names = set()
    for file in changed.sources():
        if file.endswith("_test.cpp"):
            names.update(changed.tests_that_call((ROOT / file).read_text(), ("random_cases", "fuzz", "try_faulty_worlds")))
    return [(program, test) for program in ("sim_tests", "app_tests", "release_tests") for test in suites.tests_of("release", program)
            if suites.base_name(test) in names]


def random_cases():
    """Other seeds in every unit: those of a landing are the commit's own."""
    now = int(time.time())
    return [Unit(f"{test} from {now + part * 1_000_000}", lambda program=program, test=test, part=part:
                 suites.run_chosen("release", program, [test], timeout=3600, env={"LOCKLAB_FIRST_SEED": str(now + part * 1_000_000)}))
            for part in range(RANDOM_TIMES) for program, test in random_tests()]


def fuzzers():
    """With ASan what is broken shows, and without it there are many more inputs: in turn."""
    now = int(time.time())

    def fuzz(program, test, part):
        return suites.run_chosen("release" if part % 2 else "asan", program, [test], env={
            "LOCKLAB_FIRST_SEED": str(now + part * 1_000_000), "LOCKLAB_FUZZ_SECONDS": str(FUZZ_SECONDS)})
    return [Unit(f"{test} from {now + part * 1_000_000}", lambda program=program, test=test, part=part: fuzz(program, test, part))
            for part in range(FUZZ_TIMES) for program in ("sim_tests", "app_tests") for test in suites.tests_of("release", program)
            if re.match("Mutated|Hostile", test)]


def sources():
    files = changed.sources()
    program = [file for file in files if file.endswith(".cpp") and not file.startswith("tests/")]
    return ([Unit(f"standalone {files[i]} ...", lambda i=i: by_file("tests/standalone", files[i:i + 100])) for i in range(0, len(files), 100)]
            + [Unit(f"tidy {program[i]} ...", lambda i=i: by_file("tests/tidy", program[i:i + 50])) for i in range(0, len(program), 50)])


def by_file(check, files):
    """The check of many files at once; where it fails, of fewer and fewer, so that a failure names its file."""
    found = command([ROOT / check, *files])
    if not found.failures or len(files) == 1:
        return found
    half = len(files) // 2
    parts = by_file(check, files[:half])
    parts.add(by_file(check, files[half:]))
    return parts if parts.failures else found


def benchmarks():
    peers = {"sim": ["--simgrid-peer", ROOT / "build/release/simgrid_ping_pong"], "explore": ["--spin-peer", ROOT / "tests/bench/peers/spin/run"],
             "gui": ["--large"], "live": []}

    def bench(what):
        with display() as env:
            return command([PROGRAM, "bench", what, *peers[what]], quiet=False, env=env)
    return [*(Unit(what, lambda what=what: bench(what)) for what in peers),
            Unit("locks of others", lambda: command([ROOT / "tests/bench/peers/locks/run", 1, 2], quiet=False))]


@contextlib.contextmanager
def display():
    """A screen for windows whose start and rest are measured."""
    server = subprocess.Popen(["Xvfb", "-displayfd", "1", "-screen", "0", "1920x1080x24"], stdout=subprocess.PIPE, text=True)
    try:
        yield {"DISPLAY": ":" + server.stdout.readline().strip()}
    finally:
        server.terminate()
        server.wait()


def live_soak():
    listed = subprocess.run([PROGRAM, "list", "scenarios", "--format", "json"], text=True, capture_output=True, check=True).stdout
    names = [one["name"] for one in json.loads(listed)["scenarios"] if one["live"]]

    def run(name):
        before = servers()
        typed = f"build/release/locklab run {name} --live"
        for _ in range(3):  # what a machine that was too slow shows may be another story
            ran = subprocess.run([PROGRAM, "run", name, "--live", "--format", "json"], text=True, capture_output=True)
            if ran.returncode != 1 or json.loads(ran.stdout)["too_late_us"] is None:
                break
        found = Outcome(passed=1) if ran.returncode == 0 else Outcome(failures=[typed])
        if found.failures:
            print(ran.stdout[-20000:] + ran.stderr)
        deadline = time.monotonic() + 5
        while servers() - before and time.monotonic() < deadline:
            time.sleep(0.1)  # nobody tells when a process is gone that is none of ours
        if servers() - before:
            found.failures.append(typed)  # it has left a server behind
        return found
    return [Unit(name, lambda name=name: run(name)) for _ in range(SOAK_TIMES) for name in names]


def servers():
    """The process numbers of all Redis servers on this machine."""
    found = set()
    for name in pathlib.Path("/proc").glob("[0-9]*/comm"):
        with contextlib.suppress(OSError):  # it has just ended
            if name.read_text() == "redis-server\n":
                found.add(name.parent.name)
    return found


def flaky():
    """Every test many times beside busy processes: one that depends on the machine's speed shows itself."""
    def run(program, suite):
        outcome, began = Outcome(), time.monotonic()
        with suites.busy(BUSY):
            for _ in range(FLAKY_REPEATS):
                outcome.add(suites.run_chosen("release", program, [suite + ".*"], timeout=3600))
                if outcome.failures or time.monotonic() - began > FLAKY_SECONDS:
                    break
        return outcome
    return [Unit(f"{program} {suite}", lambda program=program, suite=suite: run(program, suite))
            for program in suites.programs("release") if program != "tidy_tests"
            for suite in dict.fromkeys(suites.suite_of(test) for test in suites.tests_of("release", program))]


def divide(all_steps, seconds):
    """Goes through the steps. Each has its share of the time, and what one does not need is the others'."""
    deadline = time.monotonic() + seconds if seconds else None
    waiting = list(all_steps)
    while waiting and not (deadline and time.monotonic() >= deadline):
        for number, step in enumerate(waiting):
            rest = max(deadline - time.monotonic(), 0) if deadline else None
            share = rest * step.weight / sum(other.weight for other in waiting[number:]) if deadline else None
            go_on(step, share)
        waiting = [step for step in waiting if step.done < len(step.listed)]


def go_on(step, seconds):
    """Its next units, at least one, until its time is over. Before all others those that have failed in an earlier night."""
    began = time.monotonic()
    if step.listed is None:
        step.listed = step.units()
        again, step.red = set(step.red), []
        for unit in {unit.name: unit for unit in step.listed if unit.name in again}.values():
            run_unit(step, unit)
    while step.done < len(step.listed):
        run_unit(step, step.listed[(step.first + step.done) % len(step.listed)])
        step.done += 1
        if seconds is not None and time.monotonic() - began >= seconds:
            break
    step.seconds += time.monotonic() - began


def run_unit(step, unit):
    print(f"{step.name}: {unit.name}", flush=True)
    found = unit.run()
    step.outcome.passed += found.passed
    lines = [line if "\t" in line else seeds.line_of(unit.name, line) for line in found.failures]
    step.outcome.failures += [line for line in lines if line not in step.outcome.failures]
    if lines and unit.name not in step.red:
        step.red.append(unit.name)


def canary():
    """Whether a failure is seen at all: that of a test which fails on purpose, with its own words."""
    try:
        found = suites.run_chosen("release", "canary_tests", ["Canary.FailsOnPurpose"])
    except OSError:
        return "missing"
    if found.passed > 0 or len(found.failures) != 1:
        return "passed"
    written = suites.folder("release") / "chosen" / "canary_tests.xml"
    return CANARY_SEEN if written.exists() and "as it should" in written.read_text() else "ended early"


def as_json(all_steps, seen, asked, seconds, whole):
    """What goes into tests/night.json: of each step its last night. It is green if all of them are, and nothing ended this one early."""
    today, commit = datetime.date.today().isoformat(), (changed.git("rev-parse", "HEAD") or ["-"])[0]
    found = dict((seeds.last() or {}).get("steps", {}))
    for step in all_steps:
        if step.listed:
            found[step.name] = {"date": today, "commit": commit, "done": step.done, "of": len(step.listed),
                                "next": (step.first + step.done) % len(step.listed), "seconds": round(step.seconds),
                                "passed": step.outcome.passed, "failed": step.outcome.failures, "red": step.red}
    green = (whole and seen == CANARY_SEEN and all(step.name in found for step in steps())
             and all(one["done"] > 0 and not one["failed"] for one in found.values()))
    return {"date": today, "commit": commit, "asked": asked, "seconds": round(seconds), "whole": whole, "canary": seen, "green": green,
            "steps": found}


def seconds_of(text):
    """Of "3h", "45m" or "90s"."""
    match = re.fullmatch(r"(\d+)([hms])", text)
    seconds = int(match[1]) * {"h": 3600, "m": 60, "s": 1}[match[2]] if match else 0
    if not seconds:
        raise argparse.ArgumentTypeError(f"{text}: write hours, minutes or seconds, as in 3h, 45m or 90s")
    return seconds


def main():
    table = steps()
    parser = argparse.ArgumentParser(prog="tests/run --night", description="What takes longer than a landing may.")
    parser.add_argument("--for", dest="seconds", type=seconds_of, metavar="TIME", help="3h, 45m; without it everything once")
    parser.add_argument("--only", metavar="STEP", action="append", choices=[step.name for step in table], help="one step; may be repeated")
    asked = parser.parse_args()
    chosen = [step for step in table if not asked.only or step.name in asked.only]
    report = Report()
    seen = ended = None
    try:
        with report.step("what other nights have found"):
            before = (seeds.last() or {}).get("steps", {})
            seeds.known()
        for step in chosen:
            step.first = before.get(step.name, {}).get("next", 0)
            step.red = before.get(step.name, {}).get("red", [])
        with report.step("builds"):
            for needed in dict.fromkeys([("release", "canary_tests"), *(one for step in chosen for one in step.builds)]):
                suites.build_targets(*needed)
        left = asked.seconds - (time.monotonic() - report.started) if asked.seconds else None
        divide(chosen, max(left, 1) if left is not None else None)
        seen = canary()
    except (Stop, KeyboardInterrupt) as early:
        ended = type(early).__name__
        if report.steps[0].outcome.failures:  # there is no report to go on from
            return report.finish()
    status = conclude(report, chosen, seen, ended, asked)
    return max(report.finish(), status)


def conclude(report, chosen, seen, ended, asked):
    """Writes down what was found, also where the night has ended early."""
    for step in chosen:
        report.add(step.name, step.seconds, step.outcome, f"{step.done} of {len(step.listed or [])}, from {step.first} on")
        for line in step.outcome.failures:
            seeds.add(line)
    seconds = time.monotonic() - report.started
    found = as_json(chosen, seen or "not asked", " ".join(sys.argv[1:]), seconds, not ended)
    seeds.NIGHT.write_text(json.dumps(found, indent=1) + "\n")
    if found["green"] and not asked.only and seconds >= LEAST_TO_LAND:
        with changed.LANDED.open("a") as file:
            file.write(found["commit"] + "\n")
    print(f"\nCanary: {seen or 'not asked'}. The night is {'green' if found['green'] else 'red'}.")
    return 1 if ended or seen != CANARY_SEEN or not (found["green"] or asked.only) else 0


if __name__ == "__main__":
    sys.exit(main())
