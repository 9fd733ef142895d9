"""The compared clients, and how each becomes a program in a package of its own."""

import dataclasses
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import time

FOLDER = pathlib.Path(__file__).parent
REPOSITORY = FOLDER.parent.parent

# The public addresses of packages. The last two are dependencies of Moya's.
ADDRESSES = {
    "async-http-client": "https://github.com/swift-server/async-http-client.git",
    "swift-nio": "https://github.com/apple/swift-nio.git",
    "Alamofire": "https://github.com/Alamofire/Alamofire.git",
    "Get": "https://github.com/kean/Get.git",
    "Moya": "https://github.com/Moya/Moya.git",
    "ReactiveSwift": "https://github.com/ReactiveCocoa/ReactiveSwift.git",
    "RxSwift": "https://github.com/ReactiveX/RxSwift.git",
}

NOT_FETCHED = "could not be fetched"


@dataclasses.dataclass
class Client:
    """A row of the table: the file of its program, the packages with their versions, and the products that it imports.

    `built_after` names a client that builds most of the same code. The program continues that build, so its own isn't
    clean.
    """

    name: str
    source: str
    packages: dict
    products: list
    built_after: str = ""

    @property
    def folder(self):
        return folder_name(self.name)

    @property
    def build_folder(self):
        return folder_name(self.built_after or self.name) + ".build"

    @property
    def main_package(self):
        return next(iter(self.packages), None)


def folder_name(name):
    # SwiftPM identifies a package by its folder, so the name must differ from that of a dependency.
    return "program-" + re.sub(r"\W+", "-", name)


CLIENTS = [
    Client(
        "AsyncHTTPClient",
        "AsyncHTTPClient",
        {"async-http-client": 'from: "1.37.0"', "swift-nio": 'from: "2.101.0"'},
        [
            ("AsyncHTTPClient", "async-http-client"),
            ("NIOCore", "swift-nio"),
            ("NIOFoundationEssentialsCompat", "swift-nio"),
            ("NIOHTTP1", "swift-nio"),
        ],
    ),
    Client("URLSession", "URLSession", {}, []),
    Client("Alamofire", "Alamofire", {"Alamofire": 'from: "5.10.0"'}, [("Alamofire", "Alamofire")]),
    Client("Get", "Get", {"Get": 'from: "2.2.0"'}, [("Get", "Get")]),
    Client("Moya", "Moya", {"Moya": 'from: "15.0.0"'}, [("Moya", "Moya")]),
    Client("Talyn", "Talyn", {"talyn": None}, [("Talyn", "talyn")]),
    Client("Talyn's module Moya", "Moya", {"talyn": None}, [("Moya", "talyn")], built_after="Talyn"),
]


@dataclasses.dataclass
class Program:
    """The result of a build, as it is kept for later runs."""

    version: str = ""
    failure: str = ""
    executable: str = ""
    megabytes: float = 0
    library_megabytes: float = 0
    build_seconds: float = 0
    build_cpu_seconds: float = 0


def prepared(client, folder, mirrors):
    """The folder of the client's package: manifest, sources and mirrors. An earlier build is removed."""
    package = folder / client.folder
    shutil.rmtree(package, ignore_errors=True)
    if not client.built_after:
        shutil.rmtree(folder / client.build_folder, ignore_errors=True)
    sources = package / "Sources" / "comparison"
    sources.mkdir(parents=True)
    for file in [FOLDER / "Clients" / f"{client.source}.swift", *(FOLDER / "Work").iterdir()]:
        shutil.copy(file, sources)
    dependencies = [
        f'.package(url: "{ADDRESSES[name]}", {versions})'
        if versions
        else f'.package(name: "{name}", path: "{REPOSITORY}")'
        for name, versions in client.packages.items()
    ]
    products = [f'.product(name: "{name}", package: "{origin}")' for name, origin in client.products]
    (package / "Package.swift").write_text(
        f"""// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "comparison",
    platforms: [.macOS(.v14)],
    dependencies: [{", ".join(dependencies)}],
    targets: [.executableTarget(name: "comparison", dependencies: [{", ".join(products)}])]
)
"""
    )
    for name, place in mirrors.items():
        mirror = pathlib.Path(place).resolve().as_uri()
        swift(package, "package", "config", "set-mirror", "--original", ADDRESSES[name], "--mirror", mirror)
    return package


def swift(package, *arguments, timeout=None):
    """Runs a command of SwiftPM in a package. Returns the first error, or an empty text. The output goes to a file."""
    command = arguments[0]
    result = subprocess.run(
        ["swift", command, "--package-path", package, *arguments[1:]],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=timeout,
        env={**os.environ, "GIT_TERMINAL_PROMPT": "0"},
    )
    (package / f"{command}.log").write_text(result.stdout)
    if result.returncode == 0:
        return ""
    errors = [line for line in result.stdout.splitlines() if re.search(r"(^|: )error:", line)]
    return (errors or result.stdout.splitlines() or ["no output"])[0]


def built(client, folder, mirrors, jobs):
    """Builds the client's program from nothing."""
    package = prepared(client, folder, mirrors)
    scratch = folder / client.build_folder
    try:
        failure = swift(package, "package", "--scratch-path", scratch, "resolve", timeout=1800)
    except subprocess.TimeoutExpired:
        failure = "no answer within 30 minutes"
    if failure:
        return Program(failure=f"{NOT_FETCHED}: {shortened(failure, package, scratch)}")
    program = Program(version=resolved_version(client, package))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    build = ["--scratch-path", scratch, "-c", "release", "--product", "comparison", "--jobs", str(jobs)]
    failure = swift(package, "build", *build)
    seconds = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if failure:
        program.failure = f"does not build unpatched: {shortened(failure, package, scratch)}"
        return program
    executable = package / "comparison"
    subprocess.run(["strip", "-o", executable, scratch / "release" / "comparison"], check=True)
    program.executable = str(executable)
    program.megabytes = executable.stat().st_size / 1e6
    program.library_megabytes = library_bytes(executable) / 1e6
    if not client.built_after:
        program.build_seconds = seconds
        program.build_cpu_seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return program


def shortened(failure, package, scratch):
    """An error without the folders of this machine, so that the table is the same elsewhere."""
    text = failure.replace(f"{scratch}/checkouts/", "").replace(f"{package}/", "")
    return re.sub(r"\s+", " ", text.replace("|", "/")).strip(" :")[:220]


def resolved_version(client, package):
    """The version of the client's package."""
    if client.main_package is None:
        return "of Swift"
    if client.packages[client.main_package] is None:
        return "this repository"
    pins = json.loads((package / "Package.resolved").read_text())["pins"]
    pin = next(pin for pin in pins if pin["identity"] == client.main_package.lower())
    return pin["state"].get("version") or pin["state"]["revision"][:10]


def library_bytes(executable):
    """The size of the shared libraries of Swift and of curl that a program loads."""
    if not shutil.which("ldd"):
        return 0
    output = subprocess.run(["ldd", executable], stdout=subprocess.PIPE, text=True, check=True).stdout
    paths = re.findall(r"=> (/\S+)", output)
    return sum(os.path.getsize(path) for path in set(paths) if re.search(r"/swift/|Foundation|libcurl", path))


def programs(clients, folder, mirrors, jobs, reuse):
    """Builds the program of each client. Those that `reuse` names are taken from an earlier run, if it fetched them."""
    result = {}
    for client in clients:
        file = folder / f"{client.folder}.json"
        program = None
        if client.name in reuse and file.exists():
            program = Program(**json.loads(file.read_text()))
        if not program or program.failure.startswith(NOT_FETCHED):
            program = built(client, folder, mirrors, jobs)
            file.write_text(json.dumps(dataclasses.asdict(program), indent=2))
        print(f"{client.name}: {program.failure or 'built'}", flush=True)
        result[client.name] = program
    return result
