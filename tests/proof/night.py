"""What takes longer than a landing may: tests/run --night [--for 3h] [--only STEP]. Each step is a list of units that it goes through,
from where the last night stopped; the time is divided by weights. The result is tests/night.json, which is committed."""

import argparse
import datetime
import json
import re
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import changed
import seeds
import suites
from report import ROOT, Outcome, Report, command

PROGRAM = ROOT / "build" / "release" / "locklab"
RANDOM_TIMES = 20    # random cases of a round, as a multiple of a landing's
FUZZ_SECONDS = 600   # of each fuzzer in a round
FLAKY_REPEATS = 20
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
    done: int = 0      # units of this night
    first: int = 0     # where the last night stopped
    seconds: float = 0.0
    outcome: Outcome = field(default_factory=Outcome)
    listed: list[Unit] | None = None


RELEASE = ("release", "locklab", "lock_tests", "sim_tests", "app_tests", "release_tests", "tidy_tests", "canary_tests")
ASAN = ("asan", "locklab", "lock_tests", "sim_tests", "app_tests")
TSAN = ("tsan", "app_tests")


def steps():
    """The table. Weights are minutes that a round takes on two processors, about."""
    return [
        NightStep("release", 15, lambda: by_suite("release"), (RELEASE,)),
        NightStep("asan", 40, lambda: by_suite("asan"), (ASAN,)),
        NightStep("tsan", 15, threads, (TSAN,)),
        NightStep("mutants", 10, mutants, (RELEASE,)),
        NightStep("random", 60, random_cases, (RELEASE,)),
        NightStep("fuzz", 60, fuzzers, (RELEASE,)),
        NightStep("sources", 25, sources, (RELEASE,)),
        NightStep("matrix", 10, lambda: [Unit("matrix", lambda: command([ROOT / "tests/matrix"]))], (RELEASE,)),
        NightStep("benchmarks", 10, benchmarks, (("release", "locklab", "simgrid_ping_pong"),)),
        NightStep("live soak", 20, live_soak, (RELEASE,)),
        NightStep("flaky", 60, flaky, (RELEASE,)),
    ]


def by_suite(build_name):
    units = []
    for program in suites.programs(build_name):
        names = [suites.suite_of(test) for test in suites.tests_of(build_name, program)]
        for suite in dict.fromkeys(names):
            units.append(Unit(f"{program} {suite}", lambda program=program, suite=suite:
                              suites.run_chosen(build_name, program, [suite + ".*"], timeout=3600)))
    return units


def threads():
    pattern = "|".join(suites.THREADED_TESTS)
    return [Unit("app_tests", lambda: suites.run_matching("tsan", "app_tests", pattern))]


def mutants():
    return [Unit(test, lambda program=program, test=test: suites.run_chosen("release", program, [test]))
            for program in ("sim_tests", "app_tests") for test in suites.tests_of("release", program) if re.search("AMutant|StressMutants", test)]


def random_tests():
    """(program, test) of those that draw their cases, which say so in their sources."""
    draws = re.compile(r"random_cases\(|test::fuzz\(|try_faulty_worlds\(")
    files = [file for file in changed.sources() if file.endswith("_test.cpp") and draws.search((ROOT / file).read_text())]
    names = {f"{suite}.{name}" for file in files for suite, name in changed.TEST.findall((ROOT / file).read_text())}
    return [(program, test) for program in ("sim_tests", "app_tests") for test in suites.tests_of("release", program)
            if suites.base_name(test) in names]


def random_cases():
    """Other seeds in every unit: those of a landing are the commit's own."""
    now = int(time.time())
    return [Unit(f"{test} from {now + part * 1_000_000}", lambda program=program, test=test, part=part:
                 suites.run_chosen("release", program, [test], timeout=3600, env={"LOCKLAB_FIRST_SEED": str(now + part * 1_000_000)}))
            for part in range(RANDOM_TIMES) for program, test in random_tests()]


def fuzzers():
    now = int(time.time())
    return [Unit(test, lambda program=program, test=test: suites.run_chosen("release", program, [test], env={
        "LOCKLAB_FIRST_SEED": str(now), "LOCKLAB_FUZZ_SECONDS": str(FUZZ_SECONDS)}))
        for program in ("sim_tests", "app_tests") for test in suites.tests_of("release", program) if re.match("Mutated|Hostile", test)]


def sources():
    files = changed.sources()
    program = [file for file in files if file.endswith(".cpp") and not file.startswith("tests/")]
    return ([Unit(f"standalone {files[i]} ...", lambda i=i: command([ROOT / "tests/standalone", *files[i:i + 100]])) for i in range(0, len(files), 100)]
            + [Unit(f"tidy {program[i]} ...", lambda i=i: command([ROOT / "tests/tidy", *program[i:i + 50]])) for i in range(0, len(program), 50)])


def benchmarks():
    peers = {"sim": ["--simgrid-peer", ROOT / "build/release/simgrid_ping_pong"], "explore": ["--spin-peer", ROOT / "tests/bench/peers/spin/run"],
             "gui": ["--large"], "live": []}
    return [Unit(what, lambda what=what: command([PROGRAM, "bench", what, *peers[what]], quiet=False)) for what in peers]


def live_soak():
    names = [file.stem for file in sorted((ROOT / "assets" / "scenarios").glob("*.toml"))]
    return [Unit(name, lambda name=name: command([PROGRAM, "run", name, "--live"])) for name in names]


def flaky():
    """Every test many times beside busy processes: one that depends on the machine's speed shows itself."""
    def run(program, suite):
        with suites.busy(BUSY):
            return suites.run_chosen("release", program, [suite + ".*"], repeat=FLAKY_REPEATS, timeout=3600)
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
    """Its next units, at least one, until its time is over."""
    began = time.monotonic()
    if step.listed is None:
        step.listed = step.units()
    while step.done < len(step.listed):
        unit = step.listed[(step.first + step.done) % len(step.listed)]
        print(f"{step.name}: {unit.name}", flush=True)
        found = unit.run()
        step.outcome.passed += found.passed
        step.outcome.failures += [line if "\t" in line else seeds.line_of(unit.name, line) for line in found.failures]
        step.done += 1
        if seconds is not None and time.monotonic() - began >= seconds:
            break
    step.seconds += time.monotonic() - began


def canary():
    """Whether a failure is seen at all: that of a test which fails on purpose."""
    try:
        found = suites.run_chosen("release", "canary_tests", ["Canary.FailsOnPurpose"])
    except OSError:
        return "missing"
    return "failed as it should" if len(found.failures) == 1 and found.passed == 0 else "passed"


def as_json(all_steps, bird, asked, seconds):
    before = (seeds.last() or {}).get("steps", {})
    ran = {step.name: {"done": step.done, "of": len(step.listed or []), "next": (step.first + step.done) % max(len(step.listed or []), 1),
                       "seconds": round(step.seconds), "passed": step.outcome.passed, "failed": step.outcome.failures} for step in all_steps}
    green = bird == "failed as it should" and all(one["done"] > 0 and not one["failed"] for one in ran.values())
    return {"date": datetime.date.today().isoformat(), "commit": (changed.git("rev-parse", "HEAD") or ["-"])[0], "asked": asked,
            "seconds": round(seconds), "canary": bird, "green": green, "steps": {**before, **ran}}


def seconds_of(text):
    """Of "3h", "45m" or "90s"."""
    match = re.fullmatch(r"(\d+)([hms])", text)
    if not match:
        raise argparse.ArgumentTypeError(f"{text}: write hours, minutes or seconds, as in 3h, 45m or 90s")
    return int(match[1]) * {"h": 3600, "m": 60, "s": 1}[match[2]]


def main():
    table = steps()
    parser = argparse.ArgumentParser(prog="tests/run --night", description="What takes longer than a landing may.")
    parser.add_argument("--for", dest="seconds", type=seconds_of, metavar="TIME", help="3h, 45m; without it everything once")
    parser.add_argument("--only", metavar="STEP", action="append", choices=[step.name for step in table], help="one step; may be repeated")
    asked = parser.parse_args()
    chosen = [step for step in table if not asked.only or step.name in asked.only]
    before = (seeds.last() or {}).get("steps", {})
    for step in chosen:
        step.first = before.get(step.name, {}).get("next", 0)

    report = Report()
    with report.step("builds"):
        for needed in dict.fromkeys([("release", "canary_tests"), *(one for step in chosen for one in step.builds)]):
            suites.build_targets(*needed)
    began = time.monotonic()
    left = asked.seconds - (began - report.started) if asked.seconds else None
    divide(chosen, max(left, 1) if left is not None else None)
    bird = canary()
    for step in chosen:
        report.add(step.name, step.seconds, step.outcome, f"{step.done} of {len(step.listed or [])}, from {step.first} on")
        for line in step.outcome.failures:
            seeds.add(line)
    found = as_json(chosen, bird, " ".join(sys.argv[1:]), time.monotonic() - report.started)
    seeds.NIGHT.write_text(json.dumps(found, indent=1) + "\n")
    if found["green"] and not asked.only:
        with changed.LANDED.open("a") as file:
            file.write(found["commit"] + "\n")
    print(f"\nCanary: {bird}. The night is {'green' if found['green'] else 'red'}.")
    return max(report.finish(), 0 if found["green"] else 1)


if __name__ == "__main__":
    sys.exit(main())
