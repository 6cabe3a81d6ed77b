"""Builds and runs test programs: all suites of a build by ctest, or chosen tests of one program."""

import concurrent.futures
import contextlib
import datetime
import functools
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import changed
from report import ROOT, Outcome, command

PROGRAMS = ("lock_tests", "sim_tests", "app_tests", "release_tests", "tidy_tests")
PARALLEL = (os.cpu_count() or 2) + 1  # half of the time a test waits for somebody else

ENVIRONMENT = {
    "release": {},
    "asan": {"ASAN_OPTIONS": "detect_leaks=1:detect_stack_use_after_return=1"},
    "tsan": {"TSAN_OPTIONS": f"halt_on_error=1:suppressions={ROOT}/tests/tsan_suppressions.txt"},
}


# Tests in which threads share something: runs that the window starts, changes, cancels and saves, live runs that others disturb, searches
# and loads on several threads.
THREADED_TESTS = ("WindowLiveTest", r"WindowTest\.(Opens|AScenarioAnd|AFaultIs|ARunThat|ARunIsSetUp)", "RunLiveNamed", "ExploreWork", "LongWork",
                  r"Explore\.(FindsARun|GivesTheSame|Reports|Stops)", r"ParallelSearch\.(Enters|Ends)", r"Matrix\.Shows", "(Locks/)?Stress", "Oracle")


def folder(build):
    return ROOT / "build" / build


built = set()  # (preset, target) of this proof: a program may lie there from before


def build_targets(preset, *targets):
    """As app/setup.sh does it. Its time is a step's, and its failure ends the proof."""
    built.update((preset, target) for target in targets)
    command(["bash", "-euo", "pipefail", "-c", 'source "$1/app/setup.sh"; build "${@:2}"', "build", ROOT, preset, *targets, "-DLOCKLAB_TESTS=ON"],
            check=f"build {preset}", quiet=False, stop=True)


def programs(build):
    return [program for program in PROGRAMS if (folder(build) / program).exists()]


@functools.cache
def tests_of(build, program):
    """The names of all its tests."""
    listed = subprocess.run([folder(build) / program, "--gtest_list_tests"], text=True, capture_output=True, check=True).stdout
    names, suite = [], ""
    for line in listed.splitlines():
        if line.startswith("  "):
            names.append(suite + line.split("#")[0].strip())
        elif line.split("#")[0].rstrip().endswith("."):
            suite = line.split("#")[0].strip()
    return names


def run_all(build, *, program=None, leave_out=None, env=None):
    """Every suite of the build, or of one program, side by side. The outcome counts tests, and not processes."""
    suites = folder(build) / "suites"
    results = suites / "results"
    shutil.rmtree(results, ignore_errors=True)
    results.mkdir(parents=True)
    junit = results / "ctest.xml"
    arguments = ["ctest", "--test-dir", suites, "--parallel", PARALLEL, "--no-tests=error", "--output-on-failure", "--output-junit", junit]
    if program:
        arguments += ["-L", f"^{program}$"]
    if leave_out:
        arguments += ["-E", leave_out]
    ran = command(arguments, check="ctest", env={**ENVIRONMENT[build], **(env or {})}, quiet=False)
    outcome = outcome_of(build, None, results, env)
    # A process that ended before it could write what it had found.
    for case in ElementTree.parse(junit).iter("testcase"):
        written = results / (case.get("name").replace("/", "_") + ".xml")
        if case.get("status") == "fail" and not written.exists():
            outcome.failures.append(line_of_suites(build, case.get("name"), env))  # its process ended early, or took too long
        elif case.get("status") == "run" and not written.exists():
            outcome.passed += 1  # not one of GoogleTest's
    if ran.failures and not outcome.failures:
        outcome.failures.append("ctest")
    return outcome


def run_chosen(build, program, names, *, repeat=1, env=None, timeout=None, results=None):
    """Some tests of one program, in one process."""
    results = results or folder(build) / "chosen"
    shutil.rmtree(results, ignore_errors=True)
    results.mkdir(parents=True)
    arguments = [folder(build) / program, "--gtest_brief=1", f"--gtest_repeat={repeat}", f"--gtest_filter={':'.join(names)}",
                 f"--gtest_output=xml:{results}/{program}.xml"]
    ran = command(arguments, check=f"{program} {names[0]}{' ...' if len(names) > 1 else ''}",
                  env={**ENVIRONMENT[build], **(env or {})}, cwd=folder(build) / "tests", timeout=timeout)
    outcome = outcome_of(build, program, results, env)
    if ran.failures and not outcome.failures:  # it ended before it could write what it had found
        outcome.failures.append(repeat_line(build, program, ":".join(names), env=env))
    return outcome


def run_matching(build, program, pattern):
    """The tests of a program whose names match, a process for each suite, side by side."""
    by_suite = {}
    for test in tests_of(build, program):
        if re.match(pattern, test):
            by_suite.setdefault(suite_of(test), []).append(test)
    outcome = Outcome()
    with concurrent.futures.ThreadPoolExecutor(PARALLEL) as side_by_side:
        for found in side_by_side.map(lambda numbered: run_chosen(build, program, numbered[1], results=folder(build) / "chosen" / str(numbered[0])),
                                      enumerate(by_suite.values())):
            outcome.add(found)
    return outcome


def outcome_of(build, program, results, env=None):
    """Of the files that the programs have written there, each named after its program or by ctest."""
    outcome = Outcome()
    for file in sorted(results.glob("*.xml")):
        if file.name == "ctest.xml":
            continue
        for case in ElementTree.parse(file).iter("testcase"):
            wrong = [failure.get("message", "") for failure in case.iter("failure")]
            if wrong:
                name = f"{case.get('classname')}.{case.get('name')}"
                outcome.failures.append(repeat_line(build, program or program_of(build, name), name, "\n".join(wrong), env))
            elif case.get("status") == "run":
                outcome.passed += 1
    return outcome


def seconds_of_tests(build):
    """How long each test took in the last run of all."""
    return {f"{case.get('classname')}.{case.get('name')}": float(case.get("time", 0))
            for file in (folder(build) / "suites" / "results").glob("*.xml") if file.name != "ctest.xml"
            for case in ElementTree.parse(file).iter("testcase")}


def repeat_line(build, program, test, message="", env=None):
    """A failure as tests/seeds/ has it: date, commit, test, and the command that repeats it, with the seed that its message tells, or else
    what its cases were drawn from."""
    seed = re.search(r"LOCKLAB_SEED=\d+", message)
    drawn = [f"{name}={value}" for name, value in (env or {}).items() if name.startswith("LOCKLAB_")]
    commit = (changed.git("rev-parse", "--short", "HEAD") or ["-"])[0]
    run = " ".join([*([seed[0]] if seed else drawn), f"build/{build}/{program} --gtest_filter='{test}'"])
    return "\t".join([datetime.date.today().isoformat(), commit, test, run])


def line_of_suites(build, name, env):
    """Of a process that ctest names after its suites, with a plus between."""
    tests = [f"{suite}.*" for suite in name.split("+")]
    program = next((program for program in programs(build) if any(test.startswith(tests[0][:-1]) for test in tests_of(build, program))), "sim_tests")
    return repeat_line(build, program, ":".join(tests), env=env)


def program_of(build, test):
    return next((program for program in programs(build) if test in tests_of(build, program)), "sim_tests")


def suite_of(test):
    return test.partition(".")[0]


def base_name(test):
    """Of TEST_P's Instance/Suite.Test/0: Suite.Test, as its source calls it."""
    suite, _, name = test.partition(".")
    return f"{suite.rpartition('/')[2]}.{name.split('/')[0]}"


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
