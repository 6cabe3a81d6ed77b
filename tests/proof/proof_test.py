"""What landing and night are made of, on small inputs. A unit of work here takes the time that a fake clock says."""

import unittest
from unittest import mock

import changed
import mutants
import night
import report
import seeds


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


class Choice(unittest.TestCase):
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

    def test_what_is_no_command_of_a_test_is_refused(self):
        for wrong in ("", "a\tb", "2026-11-28\tabc\tA.B\trm -rf build", "2026-11-28\tabc\tA.B\tbuild/asan/sim_tests; true"):
            with self.assertRaises(ValueError):
                seeds.parse(wrong)

    def test_a_time_has_a_unit(self):
        self.assertEqual([night.seconds_of(text) for text in ("3h", "45m", "90s")], [10800, 2700, 90])
        with self.assertRaises(Exception):
            night.seconds_of("45")


if __name__ == "__main__":
    unittest.main()
