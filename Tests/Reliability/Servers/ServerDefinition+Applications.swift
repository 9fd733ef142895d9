#if Tools && os(Linux)
import Foundation

#if canImport(Musl)
import Musl
#else
import Glibc
#endif

extension ServerDefinition {
    static let hypercorn = ServerDefinition(
        name: "hypercorn",
        program: { ServerTools.first(of: [$0.python + "/hypercorn"]) },
        version: pythonVersion("hypercorn"),
        installation: "pip install hypercorn",
        files: { place in
            let tls = """
                certfile = "\(place.path("cert.pem"))"
                keyfile = "\(place.path("key.pem"))"
                """
            return [
                "hypercorn.toml": """
                bind = ["\(place.address)"]
                graceful_timeout = 1
                loglevel = "CRITICAL"
                \(place.line(.fewRequests, "keep_alive_max_requests = 50"))
                \(place.line(.shortIdle, "keep_alive_timeout = 1"))
                \(place.isSecure ? tls : "")
                """
            ]
        },
        arguments: { ["-c", $0.path("hypercorn.toml"), "asgi:app"] },
        environment: pythonEnvironment,
        gaps: [
            Gap(scenario: .cut, wire: .http2, reason: "It leaves the stream open."),
            Gap(scenario: .upload, wire: .http2, reason: "Later uploads can hang, with curl too."),
        ],
        silentEnds: [.fewRequests]
    )

    static let uvicorn = ServerDefinition(
        name: "uvicorn",
        program: { ServerTools.first(of: [$0.python + "/uvicorn"]) },
        version: pythonVersion("uvicorn"),
        installation: "pip install uvicorn",
        wires: [.http1],
        arguments: { place in
            let idle = place.settings == .shortIdle ? ["--timeout-keep-alive", "1"] : []
            let isReloading = place.settings == .standard ? ["--workers", "2"] : []
            return [
                "--host", "127.0.0.1", "--port", "\(place.port)", "--log-level", "critical", "--no-access-log",
                "--timeout-graceful-shutdown", "1", "asgi:app",
            ] + idle + isReloading
        },
        environment: pythonEnvironment,
        reload: .signal(SIGHUP),
        gaps: [Gap(scenario: .fewRequests, reason: "It has no such setting.")]
    )

    static let gunicorn = ServerDefinition(
        name: "gunicorn",
        program: { ServerTools.first(of: [$0.python + "/gunicorn"]) },
        version: pythonVersion("gunicorn"),
        installation: "pip install gunicorn h2",
        arguments: { place in
            var arguments = [
                "--bind", place.address, "--worker-class", "gthread", "--threads", "8", "--workers", "2",
                "--graceful-timeout", "1", "--log-level", "critical", "--no-control-socket",
            ]
            if place.settings == .fewRequests { arguments += ["--max-requests", "50"] }
            if place.settings == .shortIdle { arguments += ["--keep-alive", "1"] }
            if place.isSecure {
                arguments += ["--certfile", place.path("cert.pem"), "--keyfile", place.path("key.pem")]
                arguments += ["--http-protocols", "h2,h1"]
            }
            return arguments + ["wsgi:app"]
        },
        environment: pythonEnvironment,
        reload: .signal(SIGHUP),
        silentEnds: [.fewRequests, .reload]
    )

    private static let pythonEnvironment: @Sendable (ServerPlace) -> [String: String] = { place in
        ["SERVERS_LOG": place.path("access.log"), "PYTHONPATH": place.tools.programs, "PYTHONDONTWRITEBYTECODE": "1"]
    }

    private static func pythonVersion(_ package: String) -> @Sendable (String, ServerTools) -> [String] {
        { _, tools in
            [tools.python + "/python", "-c", "import importlib.metadata as m; print(m.version('\(package)'))"]
        }
    }

    static let node = ServerDefinition(
        name: "Node.js",
        program: { _ in
            let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            return ServerTools.first(of: folders.map { "\($0)/node" })
        },
        installation: "apt-get install nodejs",
        arguments: { place in
            var options = ["\"port\": \(place.port)", "\"log\": \"\(place.path("access.log"))\""]
            if place.settings == .fewRequests { options.append("\"maximumRequests\": 50") }
            if place.settings == .shortIdle { options.append("\"idle\": 1000") }
            if place.isSecure {
                options += ["\"certificate\": \"\(place.path("cert.pem"))\"", "\"key\": \"\(place.path("key.pem"))\""]
            }
            return [place.tools.programs + "/server.js", "{\(options.joined(separator: ", "))}"]
        }
    )

    static let stubServer = ServerDefinition(
        name: "StubServer",
        program: { _ in CommandLine.arguments[0] },
        version: nil,
        installation: "swift build --traits Tools",
        wires: [.http1],
        arguments: { ["servers-stub", "--port", "\($0.port)", "--log", $0.path("access.log")] },
        gaps: [
            Gap(scenario: .fewRequests, reason: "It has no such setting."),
            Gap(scenario: .shortIdle, reason: "It has no such setting."),
        ]
    )
}
#endif
