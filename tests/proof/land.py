"""What proves a change: tests/run --land, which .ci/run calls. assets/docs/tests.md has its steps in a table."""

import contextlib
import os
import re
import subprocess
import sys

import changed
import mutants
import seeds
import suites
from report import ROOT, Outcome, Report, Stop, command

REPEATED = 10            # times that a changed test runs
REPEATED_SECONDS = 120   # for all of them; what does not fit is named
READ_ALONE = 150         # files that are compiled by themselves and read by clang-tidy, those nearest to the change first
THREADED = ("app/workshop/", "app/explore/", "app/stress/", "app/live/", "app/proxy/", "lock/redis/", "sim/explore/")


def main():
    report = Report()
    since = changed.base()
    files = changed.files(since.commit)
    seed = changed.seed()
    print(f"Changed against {since.commit or 'nothing'} ({since.why}): {len(files)} files. Seed of random tests: {seed}.")
    with contextlib.suppress(Stop):
        prove(report, since.commit, files, seed)
    return report.finish()


def prove(report, since, files, seed):
    chance = {"LOCKLAB_FIRST_SEED": str(seed)}
    with report.step("formatting, scripts") as step:
        seeds.known(), seeds.last()  # what is wrong in them is said now
        step.outcome.add(formatting())
    with report.step("build of the program and of what only the release build runs"):
        suites.build_targets("release", "locklab", "layers_alone", "tidy_tests", "release_tests", "hold_oracle")
    with report.step("sources") as step:
        step.outcome.add(suites.run_chosen("release", "tidy_tests", ["*"]))
    with report.step("build with ASan and UBSan"):
        suites.build_targets("asan", "locklab", "lock_tests", "sim_tests", "app_tests")
    with report.step("every test, with ASan and UBSan") as step:
        step.outcome.add(suites.run_all("asan", env=chance))
        for test, seconds in suites.seconds_of_tests("asan").items():
            if re.match("Mutated|Hostile", test):
                print(f"{seconds:6.1f} s  {test}")
    with report.step("what only the release build runs") as step:
        step.outcome.add(suites.run_all("release", program="release_tests", leave_out="Screens.*_(light|projector)", env=chance))
        step.outcome.add(command(["ctest", "--preset", "release", "-R", r"^Library\."], quiet=False))
    with report.step("mutants") as step:
        step.note = mutants.run_eighth(step.outcome, "asan", seed, files)
    with report.step(f"changed tests, {REPEATED} times") as step:
        step.note = repeat_changed(step.outcome, since)
    with report.step("seeds that a night has found") as step:
        step.note = seeds.replay_all(step.outcome)
    with report.step("changed files by themselves; clang-tidy") as step:
        step.note = read_changed(step.outcome, files)
    if any(file.startswith(THREADED) for file in files):
        with report.step("build with TSan"):
            suites.build_targets("tsan", "app_tests")
        with report.step("tests of threads, with TSan") as step:
            step.outcome.add(suites.run_matching("tsan", "app_tests", "|".join(suites.THREADED_TESTS)))
    with report.step("the last night") as step:
        step.note = seeds.last_night(step.outcome)


def formatting():
    sources = changed.sources()
    outcome = Outcome()
    halves = [sources[0::2], sources[1::2]]
    running = [subprocess.Popen(["clang-format", "--dry-run", "--Werror", *half], cwd=ROOT) for half in halves]
    if any([process.wait() for process in running]):
        raise Stop("clang-format: run it with -i on the files above")
    outcome.passed += 1
    scripts = [ROOT / script for script in (".ci/run", "app/run", "app/setup.sh", "tests/run", "tests/tidy", "tests/standalone", "tests/matrix",
                                            "tests/bench/peers/locks/run", "tests/bench/peers/spin/run")]
    outcome.add(command([sys.executable, "-B", ROOT / "tests/proof/proof_test.py"], stop=True))
    outcome.add(command(["shellcheck", "--external-sources", "--source-path=SCRIPTDIR", "--severity=warning", *scripts], stop=True))
    return outcome


def repeat_changed(outcome, since):
    """Tests with a changed line, the shortest first: half of the times alone, half of them beside a busy process on each core."""
    names = set(changed.tests(since))
    chosen = [(seconds * REPEATED, at, test) for at in ("asan", "release") for test, seconds in suites.seconds_of_tests(at).items()
              if suites.base_name(test) in names]
    left, fitting = REPEATED_SECONDS, {}
    for seconds, at, test in sorted(chosen):
        if seconds <= left:
            left -= seconds
            fitting.setdefault((at, suites.program_of(at, test)), []).append(test)
    for (at, program), tests in fitting.items():
        outcome.add(suites.run_chosen(at, program, tests, repeat=REPEATED // 2))
        with suites.busy(os.cpu_count() or 2):
            outcome.add(suites.run_chosen(at, program, tests, repeat=REPEATED - REPEATED // 2))
    done = {test for tests in fitting.values() for test in tests}
    for seconds, _, test in sorted(chosen):
        if test not in done:
            print(f"not ten times: {test}, {seconds:.0f} s")
    return f"{len(done)} of {len(chosen)}" + (f"; the others take more than {REPEATED_SECONDS} s" if len(done) < len(chosen) else "")


def read_changed(outcome, files):
    """Compiles alone, and lets clang-tidy read, what has changed and what includes it."""
    reached = changed.with_includers(files)
    near = reached[:READ_ALONE]
    outcome.add(command([ROOT / "tests/standalone", *near], quiet=False))
    program = [file for file in near if file.endswith(".cpp") and not file.startswith("tests/")]
    if program:
        outcome.add(command([ROOT / "tests/tidy", *program], quiet=False))
    return f"{len(near)} of {len(reached)} files" + ("; the night reads the rest" if len(near) < len(reached) else "")


if __name__ == "__main__":
    sys.exit(main())
