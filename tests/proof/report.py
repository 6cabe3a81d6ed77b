"""What a proof prints: its steps with their seconds, its failures, and on the last line `N passed, N failed`."""

import contextlib
import os
import signal
import subprocess
import sys
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Stop(Exception):
    """A step failed after which no other makes sense: formatting, a build."""


@dataclass
class Outcome:
    """The result of one step. A failure is the line that repeats it."""
    passed: int = 0
    failures: list[str] = field(default_factory=list)

    def add(self, other):
        self.passed += other.passed
        self.failures += other.failures


@dataclass
class Step:
    name: str
    seconds: float = 0.0
    outcome: Outcome = field(default_factory=Outcome)
    note: str = ""  # what the step left out, and why


class Report:
    def __init__(self):
        self.steps: list[Step] = []
        self.started = time.monotonic()

    @contextlib.contextmanager
    def step(self, name):
        """Times the block. Its failures are kept, and the steps after it still run, unless it raises Stop. A fault of the proof itself is
        a failure of the step."""
        step = Step(name)
        self.steps.append(step)
        print(f"\n== {name}", flush=True)
        began = time.monotonic()
        try:
            yield step
        except Stop as stop:
            step.outcome.failures.append(str(stop))
            raise
        except Exception as fault:  # pylint: disable=broad-except
            traceback.print_exc()
            step.outcome.failures.append(f"{type(fault).__name__}: {fault}")
        finally:
            step.seconds = time.monotonic() - began
            failed = len(step.outcome.failures)
            print(f"== {name}: {step.seconds:.0f} s, {step.outcome.passed} passed, {failed} failed"
                  + (f"; {step.note}" if step.note else ""), flush=True)

    def add(self, name, seconds, outcome, note):
        """A step that was timed elsewhere."""
        self.steps.append(Step(name, seconds, outcome, note))

    @property
    def failures(self):
        return [(step.name, line) for step in self.steps for line in step.outcome.failures]

    def finish(self):
        """Prints everything once more in short. Returns the exit status."""
        print("\n== steps")
        for step in self.steps:
            print(f"{step.seconds:6.0f} s  {step.name}" + (f" ({step.note})" if step.note else ""))
        print(f"{time.monotonic() - self.started:6.0f} s  in all")
        for name, line in self.failures:
            print(f"FAILED in {name}: {line}")
        passed = sum(step.outcome.passed for step in self.steps)
        print(f"{passed} passed, {len(self.failures)} failed", flush=True)
        return 1 if self.failures else 0


def end_group(process):
    """With what it has started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def command(arguments, *, check=None, env=None, cwd=ROOT, quiet=True, stop=False, timeout=None):
    """Runs a program. What it prints is shown only if it fails (or if not `quiet`). Returns an Outcome of one check, whose failure is
    `check`, by default the command itself. `stop`: a failure ends the proof."""
    arguments = [str(argument) for argument in arguments]
    name = check or " ".join(arguments)
    with subprocess.Popen(arguments, cwd=cwd, env={**os.environ, **(env or {})}, text=True, errors="replace", process_group=0,
                          stdout=subprocess.PIPE if quiet else None, stderr=subprocess.STDOUT if quiet else None,
                          stdin=subprocess.DEVNULL) as process:
        try:
            printed, status = process.communicate(timeout=timeout)[0] or "", process.returncode
        except subprocess.TimeoutExpired:
            end_group(process)
            printed, status = (process.communicate()[0] or "") + f"\nnot finished in {timeout} s", 124
        except BaseException:
            end_group(process)
            raise
    if status == 0:
        return Outcome(passed=1)
    if quiet:
        sys.stdout.write(printed[-20000:])
    if stop:
        raise Stop(name)
    return Outcome(failures=[name])
