"""Runs the programs in turn, a process for each figure."""

import contextlib
import dataclasses
import resource
import subprocess

from nginx import LARGE

# The seconds after which a process without a result is ended.
LIMIT = 120


@dataclasses.dataclass
class Work:
    """A part of the comparison: the measurement of the programs with its count, and the server."""

    name: str
    measurement: str
    count: int
    seconds: float
    server: str
    reloads: bool = False


def works(seconds, waiting, server, silent):
    return [
        Work("GET, one at a time", "get", 1, seconds, server.url),
        Work("GET, 64 in flight", "get-many", 64, seconds, server.url),
        Work("POST of JSON, 64 in flight", "post-many", 64, seconds, server.url),
        Work("100 MB down", "download", LARGE, seconds, server.url),
        Work("100 MB up", "upload", LARGE, seconds, server.url),
        Work("GET from a server that reloads", "get-many", 64, seconds, server.url, reloads=True),
        Work("waiting calls", "wait", waiting, 0, silent.url),
    ]


class Results:
    """The samples of all rounds, by client and work."""

    def __init__(self):
        self.samples = {}
        self.remarks = {}

    def add(self, client, work, sample):
        if sample.get("calls"):
            self.samples.setdefault((client, work.name), []).append(sample)
        if sample["failure"]:
            self.remarks.setdefault((client, work.name), []).append(sample)

    def figure(self, client, work, figure, average):
        """The average of a figure that `figure` takes from a sample; None without samples."""
        values = [figure(sample) for sample in self.samples.get((client, work), [])]
        return average(values) if values else None


def run(programs, server, rounds, all_works):
    """All works of all programs, as many times as there are rounds."""
    # A client may open a connection for each waiting call. macOS refuses its own hard limit.
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with contextlib.suppress(ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    results = Results()
    for number in range(rounds):
        for work in all_works:
            for client, program in programs.items():
                if program.executable:
                    results.add(client, work, sample(program, server, work))
        print(f"round {number + 1} of {rounds}", flush=True)
    return results


def sample(program, server, work):
    """The figures of one process."""
    before = server.connections()
    command = [program.executable, work.measurement, work.server, str(work.seconds), str(work.count)]
    try:
        with server.reloading() if work.reloads else contextlib.nullcontext([]) as reloads:
            result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return {"failure": f"no result within {LIMIT} s"}
    fields = dict(line.split("=", 1) for line in result.stdout.splitlines() if "=" in line)
    if result.returncode != 0 or "calls" not in fields:
        output = (result.stderr.strip() or result.stdout.strip() or "no output").splitlines()[-1]
        return {"failure": f"exit status {result.returncode}: {output}"}
    figures = {name: float(fields[name]) for name in ["calls", "failures", "seconds", "cpu", "grown", "peak"]}
    connections = server.connections() - before - 1
    return {**figures, "failure": fields["failure"], "connections": connections, "reloads": len(reloads)}
