"""What proves a change: tests/run --land, which .ci/run calls. assets/docs/tests.md has its steps in a table."""

import contextlib
import os
import subprocess
import sys
import time

import changed
import mutants
import night
import seeds
import suites
from report import ROOT, Outcome, Report, Stop, command

REPEATED = 10            # times that a changed test runs
REPEATED_SECONDS = 120   # for all of them; what does not fit is named
READ_ALONE = 150         # files that are compiled by themselves and read by clang-tidy, those nearest to the change first
THREADED = ("app/workshop/", "app/explore/", "app/stress/", "app/live/", "app/proxy/", "lock/redis/", "sim/explore/")
THREADED_TESTS = ("WindowLiveTest", r"WindowTest\.(Opens|AScenarioAnd|AFaultIs|ARunThat|ARunIsSetUp)", "RunLiveNamed", "ExploreWork", "LongWork",
                  r"Explore\.(FindsARun|GivesTheSame|Reports|Stops)", r"ParallelSearch\.(Enters|Ends)", r"Matrix\.Shows", "(Locks/)?Stress", "Oracle")


def main():
    report = Report()
    since = changed.base()
    files = changed.files(since.commit)
    seed = changed.seed()
    print(f"Changed against {since.commit or 'nothing'} ({since.why}): {len(files)} files. Seed of random tests: {seed}.")
    try:
        prove(report, since.commit, files, seed)
    except Stop as stop:
        report.steps[-1].outcome.failures.append(str(stop))
    return report.finish()


def prove(report, since, files, seed):
    chance = {"LOCKLAB_FIRST_SEED": str(seed)}
    with report.step("formatting, shell scripts") as step:
        step.outcome.add(formatting())
    with report.step("build of the program and of what only the release build runs"):
        build("release", "locklab", "layers_alone", "tidy_tests", "release_tests", "hold_oracle")
    with report.step("sources") as step:
        step.outcome.add(suites.run_chosen("release", "tidy_tests", ["*"]))
    with report.step("build with ASan and UBSan"):
        build("asan", "locklab", "lock_tests", "sim_tests", "app_tests")
    with report.step("every test, with ASan and UBSan") as step:
        step.outcome.add(suites.run_all("asan", env=chance))
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
            build("tsan", "app_tests")
        with report.step("tests of threads, with TSan") as step:
            step.outcome.add(suites.run_all("tsan", only=f"^({'|'.join(THREADED_TESTS)})"))
    with report.step("the last night") as step:
        step.note = night.summary(step.outcome)


def formatting():
    sources = changed.sources()
    outcome = Outcome()
    halves = [sources[0::2], sources[1::2]]
    running = [subprocess.Popen(["clang-format", "--dry-run", "--Werror", *half], cwd=ROOT) for half in halves]
    if any([process.wait() for process in running]):
        raise Stop("clang-format: run it with -i on the files above")
    outcome.passed += 1
    scripts = [ROOT / "tests/run", ROOT / "tests/tidy", ROOT / "tests/standalone", ROOT / "tests/matrix", ROOT / "app/run", ROOT / "app/setup.sh",
               ROOT / ".ci/run"]
    outcome.add(command(["shellcheck", "--external-sources", *scripts], stop=True))
    return outcome


def build(preset, *targets):
    """As app/setup.sh does it. Its time is a step's, and its failure ends the proof."""
    command(["bash", "-euo", "pipefail", "-c", 'source "$1/app/setup.sh"; build "${@:2}"', "build", ROOT, preset, *targets, "-DLOCKLAB_TESTS=ON"],
            check=f"build {preset}", quiet=False, stop=True)


def repeat_changed(outcome, since):
    """Each test with a changed line: half of the times alone, half of them beside a busy process on each core."""
    names = changed.tests(since)
    began, done = time.monotonic(), 0
    for at in ("asan", "release"):
        for program in suites.programs(at):
            listed = suites.tests_of(at, program)
            chosen = [test for test in listed if suites.base_name(test) in names]
            for test in chosen:
                if time.monotonic() - began > REPEATED_SECONDS:
                    continue
                outcome.add(suites.run_chosen(at, program, [test], repeat=REPEATED // 2))
                with busy(os.cpu_count() or 2):
                    outcome.add(suites.run_chosen(at, program, [test], repeat=REPEATED - REPEATED // 2))
                done += 1
    return f"{done} of {len(names)}" + ("; the others take too long" if done < len(names) else "")


@contextlib.contextmanager
def busy(count):
    """Processes that keep a processor busy each."""
    running = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()


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
