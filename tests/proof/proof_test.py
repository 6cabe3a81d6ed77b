"""What landing and night are made of, on small inputs. A unit of work here takes the time that a fake clock says."""

import argparse
import contextlib
import datetime
import io
import json
import os
import pathlib
import tempfile
import unittest
from unittest import mock

import changed
import mutants
import night
import report
import seeds
import suites


@contextlib.contextmanager
def files(**texts):
    """tests/seeds/found and tests/night.json with other texts."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as patches:
        for name, constant in (("seeds", "FILE"), ("night", "NIGHT")):
            file = pathlib.Path(folder) / name
            if name in texts:
                file.write_text(texts[name])
            patches.enter_context(mock.patch.object(seeds, constant, file))
        yield


class Division(unittest.TestCase):
    def night_of(self, seconds, *units):
        """Steps of equal weight, each with the seconds of its units; how many units each has done."""
        now = [0.0]

        def run(takes):
            now[0] += takes
            return report.Outcome(passed=1)
        table = [night.NightStep(str(number), 1, lambda of=of: [night.Unit("u", lambda takes=takes: run(takes)) for takes in of])
                 for number, of in enumerate(units)]
        with mock.patch("time.monotonic", lambda: now[0]), mock.patch("builtins.print"):
            night.divide(table, seconds)
        return [step.done for step in table], now[0]

    def test_without_a_time_everything_runs_once(self):
        self.assertEqual(self.night_of(None, [9] * 3, [1], [5] * 7), ([3, 1, 7], 63))

    def test_each_step_runs_at_least_once_however_short_the_night(self):
        self.assertEqual(self.night_of(1, [100], [100, 100], [100])[0], [1, 1, 1])

    def test_what_a_step_does_not_need_is_the_others(self):
        done, _ = self.night_of(90, [1], [10] * 20, [10] * 20)
        self.assertEqual(done[0], 1)
        self.assertGreaterEqual(sum(done[1:]), 8)

    def test_a_night_overruns_by_less_than_a_unit_of_each_step(self):
        for seconds in (7, 30, 61, 200):
            self.assertLess(self.night_of(seconds, [3] * 50, [7] * 50, [11] * 50)[1], seconds + 3 + 7 + 11)

    def test_the_next_night_goes_on_where_this_one_stopped(self):
        ran = []
        step = night.NightStep("s", 1, lambda: [night.Unit(name, lambda name=name: ran.append(name) or report.Outcome()) for name in "abc"], first=2)
        with mock.patch("builtins.print"):
            night.divide([step], None)
        self.assertEqual(ran, ["c", "a", "b"])


    def test_what_has_failed_runs_first_until_it_passes(self):
        ran, red = [], {"b"}

        def unit(name):
            return night.Unit(name, lambda: ran.append(name) or (report.Outcome(failures=[f"tests/tidy {name}"]) if name in red else report.Outcome(1)))
        for expected_red, expected in ((["b"], ["b", "a"]), (["b"], ["b", "b"]), ([], ["b", "c"])):
            step = night.NightStep("s", 1, lambda: [unit(name) for name in "abc"], first=len(ran) // 2, red=["b", "gone"])
            ran_before = len(ran)
            if not expected_red:
                red.clear()
            with mock.patch("builtins.print"):
                night.go_on(step, 0)
            self.assertEqual((step.red, ran[ran_before:]), (expected_red, expected))

    def test_a_failed_check_of_many_files_names_those_that_fail(self):
        def check(arguments):
            files = [str(one) for one in arguments[1:]]
            return report.Outcome(failures=["x " + " ".join(files)]) if {"c", "e"} & set(files) else report.Outcome(1)
        with mock.patch.object(night, "command", check):
            self.assertEqual(night.by_file("tests/tidy", list("abcdefg")).failures, ["x c", "x e"])

    def test_a_canary_that_ends_early_is_not_seen(self):
        for written, seen in (("<failure message='as it should'/>", night.CANARY_SEEN), (None, "ended early")):
            with tempfile.TemporaryDirectory() as folder, mock.patch.object(suites, "folder", lambda build, folder=folder: pathlib.Path(folder)), \
                    mock.patch.object(suites, "run_chosen", lambda *arguments: report.Outcome(failures=["it"])):
                if written:
                    (pathlib.Path(folder) / "chosen").mkdir()
                    (pathlib.Path(folder) / "chosen" / "canary_tests.xml").write_text(written)
                self.assertEqual(night.canary(), seen)


class Choice(unittest.TestCase):
    def test_a_test_that_draws_is_found_itself_or_by_its_helper(self):
        text = ("int helper(int a) {\n  return random_cases(a);\n}\n\nvoid other() {\n  f();\n}\n\nTEST(A, Draws) {\n  for (x : random_cases(3)) f();\n}\n"
                "TEST_P(A, ByAHelper) {\n  helper(2);\n}\nTEST(A, DoesNot) {\n  other();\n}\n")
        self.assertEqual(changed.tests_that_call(text, ("random_cases",)), ["A.Draws", "A.ByAHelper"])

    def test_a_changed_helper_changes_all_tests_of_its_file_and_an_include_none(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "tests" / "a_test.cpp"
            file.parent.mkdir()
            file.write_text('#include "x.h"\n// why\nint helper();\nTEST(A, One) {\n}\nTEST(A, Two) {\n}\n')
            for lines, names in (({1}, []), ({2}, []), ({3}, ["A.One", "A.Two"]), ({5}, ["A.One"]), (None, ["A.One", "A.Two"])):
                with mock.patch.object(changed, "ROOT", pathlib.Path(folder)), mock.patch.object(changed, "files", lambda since: ["tests/a_test.cpp"]), \
                        mock.patch.object(changed, "changed_lines", lambda since, file, lines=lines: lines):
                    self.assertEqual(changed.tests("some commit"), names)

    def test_eight_commits_in_a_row_of_seeds_run_every_mutant(self):
        every = [name for seed in range(100, 108) for name in mutants.chosen(seed, [])]
        self.assertCountEqual(every, mutants.files())

    def test_mutants_of_a_changed_file_run_always(self):
        name, file = next(iter(mutants.files().items()))
        for seed in range(8):
            self.assertIn(name, mutants.chosen(seed, [file]))

    def test_what_changed_comes_before_what_includes_it(self):
        reached = changed.with_includers(["sim/trace/trace.h"])
        self.assertEqual(reached[0], "sim/trace/trace.h")
        self.assertIn("sim/trace/trace.cpp", reached)
        self.assertEqual(len(reached), len(set(reached)))


class Lines(unittest.TestCase):
    def test_a_seed_is_read_as_it_is_written(self):
        line = "2026-11-28\tabc\tA/B.C/1\tLOCKLAB_SEED=7 build/asan/sim_tests --gtest_filter='A/B.C/1'"
        self.assertEqual(seeds.parse(line).line(), line)

    def test_a_check_that_is_no_test_is_a_seed_too(self):
        for check in (["tests/matrix"], ["tests/tidy", "app/main.cpp", "app/cli/run.cpp"], ["tests/bench/peers/locks/run", 1, 2],
                      ["build/release/locklab", "bench", "gui", "--large"], ["ctest", "--preset", "release", "-R", r"^Library\."],
                      ["build/release/locklab", "bench", "sim", "--simgrid-peer", "build/release/simgrid_ping_pong"]):
            failed = " ".join([str(report.ROOT / check[0]) if "/" in check[0] else check[0], *map(str, check[1:])])
            self.assertEqual(seeds.parse(seeds.line_of("a check", failed)).command, " ".join(map(str, check)))

    def test_what_is_no_command_of_a_test_is_refused(self):
        for wrong in ("", "a\tb", "2026-11-28\tabc\tA.B\trm -rf build", "2026-11-28\tabc\tA.B\ttests/matrix; true", "2026-11-28\tabc\tA.B\tbuild/asan/sim_tests; true"):
            with self.assertRaises(ValueError):
                seeds.parse(wrong)

    def test_a_time_has_a_unit_and_is_not_nothing(self):
        self.assertEqual([night.seconds_of(text) for text in ("3h", "45m", "90s")], [10800, 2700, 90])
        for wrong in ("45", "0h", "-1m", ""):
            with self.assertRaises(argparse.ArgumentTypeError):
                night.seconds_of(wrong)

    def test_a_wrong_line_is_named_by_file_and_number(self):
        for wrong in ("x", "yesterday\tabc\tA.B\tbuild/asan/sim_tests --gtest_filter='A.B'"):
            with files(seeds="# ours\n" + wrong), self.assertRaisesRegex(report.Stop, ":2: "):
                seeds.known()

    def test_a_report_that_is_none_is_said(self):
        for wrong in ("{", "[]", "{}", '{"date": "2026-11-28", "green": true, "steps": {"a": {"failed": ["no tabs"]}}}'):
            with files(night=wrong), self.assertRaisesRegex(report.Stop, "is no report of a night"):
                seeds.last()

    def test_a_failure_that_tells_no_seed_is_repeated_with_what_its_cases_were_drawn_from(self):
        drawn = {"LOCKLAB_FIRST_SEED": "7", "ASAN_OPTIONS": "a=1"}
        self.assertIn("\tLOCKLAB_FIRST_SEED=7 build/", suites.repeat_line("release", "sim_tests", "A.B", "", drawn))
        self.assertIn("\tLOCKLAB_SEED=3 build/", suites.repeat_line("release", "sim_tests", "A.B", "of LOCKLAB_SEED=3", drawn))
        seeds.parse(suites.repeat_line("release", "sim_tests", "A.B", "", drawn))

    def test_the_last_night_is_as_old_as_its_oldest_step_and_another_seed_is_another_failure(self):
        line = "2026-11-28\tabc\tA.B\tLOCKLAB_SEED=%d build/release/sim_tests --gtest_filter='A.B'"
        record = {"date": datetime.date.today().isoformat(), "green": False, "steps": {
            "fuzz": {"date": "2026-01-01", "commit": "0123456789", "failed": []}, "random": {"failed": [line % 7]}}}
        for known, failures in ((7, 0), (8, 1)):
            outcome = report.Outcome()
            with files(seeds=line % known, night=json.dumps(record)), contextlib.redirect_stdout(io.StringIO()):
                said = seeds.last_night(outcome)
            self.assertRegex(said, r"^its oldest step \d+ days ago at 01234567, red$")
            self.assertEqual(len(outcome.failures), failures)

    def test_no_seed_runs_in_a_program_that_lies_there_from_before(self):
        seed = seeds.parse("2026-11-28\tabc\tA.B\tbuild/release/sim_tests --gtest_filter='A.B'")
        ran = []
        with mock.patch.object(suites, "tests_of", lambda build, program: ["A.B"]), mock.patch.object(
                suites, "run_chosen", lambda build, program, names, **more: ran.append(build) or report.Outcome(passed=1)):
            for built in ([], ["asan"], ["release", "asan"]):
                with mock.patch.object(suites, "built", {(build, "sim_tests") for build in built}):
                    outcome, elsewhere = seeds.replay(seed, 9)
                self.assertEqual((len(outcome.failures), elsewhere), {0: (1, None), 1: (0, "asan"), 2: (0, None)}[len(built)])
        self.assertEqual(ran, ["asan", "release"])

    def test_a_fault_of_the_proof_is_a_failure_of_its_step(self):
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            made = report.Report()
            with made.step("first"):
                raise OSError("no room")
            with self.assertRaises(report.Stop), made.step("second"):
                raise report.Stop("build")
            self.assertEqual(made.failures, [("first", "OSError: no room"), ("second", "build")])
            self.assertEqual(made.finish(), 1)


class Records(unittest.TestCase):
    """What tests/night.json says after a night, and after one of a single step."""

    def ran(self, before, failures=(), whole=True, bird=night.CANARY_SEEN, done=1):
        names = [step.name for step in night.steps()] if before is None else ["matrix"]
        chosen = [night.NightStep(name, 1, list, done=done, listed=[None] * 2,
                                  outcome=report.Outcome(1, list(failures) if name == "matrix" else [])) for name in names]
        with mock.patch.object(seeds, "last", lambda: before):
            return night.as_json(chosen, bird, "", 9, whole)

    def test_a_night_is_green_if_every_step_ran_and_nothing_failed(self):
        self.assertTrue(self.ran(None)["green"])
        self.assertFalse(self.ran(None, failures=["x"])["green"])
        self.assertFalse(self.ran(None, whole=False)["green"])
        self.assertFalse(self.ran(None, bird="passed")["green"])
        self.assertFalse(self.ran(None, done=0)["green"])
        self.assertFalse(self.ran({"steps": {}})["green"])

    def test_a_night_of_one_step_leaves_the_others_as_they_were(self):
        before = self.ran(None)
        before["steps"]["fuzz"]["failed"] = ["x"]
        self.assertFalse(self.ran(before)["green"])
        before["steps"]["fuzz"]["failed"] = []
        self.assertTrue(self.ran(before)["green"])


class WithoutGit(unittest.TestCase):
    def test_the_same_sources_are_found_and_all_of_them_count_as_changed(self):
        with_git = changed.sources()
        without_base = {name: value for name, value in os.environ.items() if name != "LOCKLAB_BASE"}
        with mock.patch.object(changed, "git", lambda *arguments: None), mock.patch.dict("os.environ", without_base, clear=True):
            if with_git:
                self.assertCountEqual(changed.sources(), with_git)
            self.assertEqual(changed.base().commit, None)
            self.assertCountEqual(changed.files(None), changed.sources())
            self.assertEqual(changed.seed(), 1)


if __name__ == "__main__":
    unittest.main()
