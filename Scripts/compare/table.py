"""The results as Markdown."""

import collections
import os
import platform
import re
import statistics
import subprocess
import typing

import nginx


def per_second(sample):
    return sample["calls"] / sample["seconds"]


def cpu_microseconds(sample):
    return sample["cpu"] / sample["calls"] * 1e6


def peak(sample):
    return sample["peak"] / 1e6


def megabytes_per_second(sample):
    return per_second(sample) * 100


def cpu_milliseconds(sample):
    return cpu_microseconds(sample) / 1000


def lost(sample):
    return sample["failures"] / max(1, sample["reloads"])


class Column(typing.NamedTuple):
    """A column of a table: the work, and the figure that it takes from each sample."""

    title: str
    work: str
    figure: typing.Callable
    style: str = "{:,.0f}"
    average: typing.Callable = statistics.median


CALLS = [
    Column("GET, one at a time: calls/s", "GET, one at a time", per_second),
    Column("CPU µs", "GET, one at a time", cpu_microseconds),
    Column("GET, 64 in flight: calls/s", "GET, 64 in flight", per_second),
    Column("CPU µs", "GET, 64 in flight", cpu_microseconds),
    Column("MB", "GET, 64 in flight", peak),
    Column("connections", "GET, 64 in flight", lambda sample: sample["connections"]),
    Column("POST of JSON, 64 in flight: calls/s", "POST of JSON, 64 in flight", per_second),
    Column("CPU µs", "POST of JSON, 64 in flight", cpu_microseconds),
    Column("failed calls a reload", "GET from a server that reloads", lost, "{:.1f}", statistics.fmean),
]

BODIES = [
    Column("100 MB down: MB/s", "100 MB down", megabytes_per_second),
    Column("CPU ms", "100 MB down", cpu_milliseconds),
    Column("MB", "100 MB down", peak),
    Column("100 MB up: MB/s", "100 MB up", megabytes_per_second),
    Column("CPU ms", "100 MB up", cpu_milliseconds),
    Column("MB", "100 MB up", peak),
    Column("a waiting call: KB", "waiting calls", lambda sample: sample["grown"] / 1000 / sample["calls"], "{:.1f}"),
]


def text(programs, results, options):
    """All tables, with the machine and the remarks."""
    paragraphs = [
        f"{machine()} Each figure is the median of {options.rounds} processes, which run in turn beside nginx. "
        f"Each process takes {options.seconds:g} s. {options.waiting:,} calls wait.",
        *[table(programs, results, columns) for columns in [CALLS, BODIES] if results.samples],
        builds(programs, options.jobs),
        *remarks(results, options.rounds),
    ]
    return "\n\n".join(paragraphs) + "\n"


def table(programs, results, columns):
    lines = [["client"] + [column.title for column in columns]]
    for client, program in programs.items():
        if program.executable:
            values = [results.figure(client, column.work, column.figure, column.average) for column in columns]
            cells = ["–" if value is None else column.style.format(value) for column, value in zip(columns, values)]
            lines.append([client] + cells)
    return markdown(lines)


def builds(programs, jobs):
    """The programs, and the reasons of those that are missing."""
    build = f"clean build, {jobs} jobs: s"
    lines = [["client", "version", "stripped, MB", "with shared libraries, MB", build, "CPU s"]]
    for client, program in programs.items():
        if program.failure:
            lines.append([client, program.version, program.failure, "", "", ""])
        else:
            sizes = [f"{program.megabytes:.1f}", f"{program.megabytes + program.library_megabytes:.0f}"]
            times = [f"{time:.0f}" if time else "–" for time in [program.build_seconds, program.build_cpu_seconds]]
            lines.append([client, program.version] + sizes + times)
    return markdown(lines)


def remarks(results, rounds):
    """A list of the failures, without ports, so that equal ones are one."""
    lines = []
    for (client, work), samples in results.remarks.items():
        failures = collections.Counter(re.sub(r"(127\.0\.0\.1):\d+", r"\1", sample["failure"]) for sample in samples)
        calls = sum(int(sample.get("failures", 0)) for sample in samples)
        loss = f"failed calls: {calls:,}" if calls else "no result"
        failure = failures.most_common(1)[0][0]
        lines.append(f"- {client}, {work}: {loss}, in {len(samples)} of {rounds} processes. {failure}")
    return ["\n".join(lines)] if lines else []


def markdown(lines):
    alignments = ["---"] + ["---:"] * (len(lines[0]) - 1)
    return "\n".join("| " + " | ".join(line) + " |" for line in [lines[0], alignments, *lines[1:]])


def machine():
    """The processor, the system and the version of Swift."""
    swift = re.search(r"Swift version (\S+)", output("swift", "--version"))
    swift = swift[1] if swift else "unknown"
    return f"{os.cpu_count()} cores of {processor()}, {system()}, Swift {swift}, nginx {nginx.version()}."


def processor():
    try:
        with open("/proc/cpuinfo") as file:
            return re.search(r"model name\s*: (.*)", file.read())[1].strip()
    except (OSError, TypeError):
        return output("sysctl", "-n", "machdep.cpu.brand_string") or platform.machine()


def system():
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        return f"{platform.system()} {platform.release()}"


def output(*command):
    """The output of a command in one line; an empty text if it fails."""
    try:
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return " ".join(result.stdout.split()) if result.returncode == 0 else ""
    except OSError:
        return ""
