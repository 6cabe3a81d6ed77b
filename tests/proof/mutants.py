"""The tests of locks with one defect each: which of them a landing runs."""

import re

import suites
from report import ROOT

TABLES = ROOT / "tests" / "sim" / "explore" / "mutants"
PARTS = 8


def files():
    """The name of each mutant, with the file that has its defect."""
    found = {}
    for table in sorted(TABLES.glob("*.cmake")):
        if table.name != "mutate.cmake":
            for name, settings in re.findall(r"^mutant\((\w+)(.*?)\n?(?=^mutant|\Z)", table.read_text(), re.M | re.S):
                found[name] = re.search(r"\bFILE\s+(\S+)", settings)[1]
    return found


def chosen(seed, changed_files):
    """Those of one eighth, and those whose file has changed."""
    return [name for number, (name, file) in enumerate(files().items())
            if number % PARTS == seed % PARTS or file in changed_files]


def run_eighth(outcome, build, seed, changed_files):
    names = chosen(seed, changed_files)
    for program in ("sim_tests", "app_tests"):
        tests = [test for test in suites.tests_of(build, program) if re.search("AMutant|StressMutants", test) and test.split("/")[-1] in names]
        if tests:
            outcome.add(suites.run_chosen(build, program, tests))
    return f"{len(names)} of {len(files())}"
