#if Tools && os(Linux)
import Foundation
import HTTPTypes

#if canImport(Musl)
import Musl
#else
import Glibc
#endif

/// How a server is configured, started, reloaded and stopped.
struct ServerDefinition: Sendable {
    /// The way in which a server loads its configuration again.
    enum Reload: Sendable {
        case signal(Int32)
        /// A command of the server's own program.
        case command(@Sendable (ServerPlace) -> [String])
    }

    /// A scenario that a server has no setting for, or that it can't play.
    struct Gap: Sendable {
        let scenario: Scenario
        /// Nil for both.
        var wire: Wire?
        let reason: String
    }

    let name: String
    /// The path of the program; nil if it isn't installed.
    let program: @Sendable (ServerTools) -> String?
    /// The command that prints the version, after the path of the program; nil for our own server.
    var version: (@Sendable (String, ServerTools) -> [String])? = { program, _ in [program, "--version"] }
    /// The command that installs it.
    let installation: String
    var wires = Wire.allCases
    /// The files of its configuration by their names.
    var files: @Sendable (ServerPlace) -> [String: String] = { _ in [:] }
    let arguments: @Sendable (ServerPlace) -> [String]
    var environment: @Sendable (ServerPlace) -> [String: String] = { _ in [:] }
    /// The file with the numbers of the requests. The standard output is in `output`.
    var log = "access.log"
    var reload: Reload?
    /// The signal that ends it in order.
    var stop = SIGTERM
    var gaps: [Gap] = []
    /// The scenarios in which it ends connections of HTTP/2 without telling which requests it has processed.
    var silentEnds: Set<Scenario> = []

    /// The reason why a scenario isn't played; nil if it is.
    func gap(_ scenario: Scenario, _ wire: Wire) -> String? {
        if scenario == .reload, reload == nil { return "It has no reload." }
        return gaps.first { $0.scenario == scenario && ($0.wire ?? wire) == wire }?.reason
    }

    /// Whether a lost call is a fault of the client.
    func isFault(losing method: HTTPRequest.Method, in scenario: Scenario, over wire: Wire) -> Bool {
        if method == .post, wire == .http2, silentEnds.contains(scenario) { return false }
        return scenario.isFault(losing: method, over: wire)
    }

    /// All servers.
    static let all: [ServerDefinition] = [
        nginx, apache, haproxy, caddy, hypercorn, uvicorn, gunicorn, node, stubServer,
    ]
}
#endif
