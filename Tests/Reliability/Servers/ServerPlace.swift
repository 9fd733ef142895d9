#if Tools && os(Linux)
import Foundation
import TestSupport

/// The folder, the port and the settings of a server.
struct ServerPlace: Sendable {
    let folder: URL
    let port: Int
    let wire: Wire
    let settings: Scenario.Settings
    /// The port of an upstream that ends its responses in the middle.
    let cuttingPort: Int
    /// A port without a server.
    let closedPort: Int
    let tools: ServerTools

    var isSecure: Bool { wire == .http2 }
    var address: String { "127.0.0.1:\(port)" }

    /// A line of a configuration for one kind of settings; by default an empty one.
    func line(_ settings: Scenario.Settings, _ text: String) -> String { settings == self.settings ? text : "" }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// Writes the certificate, and the files of the server.
    func write(_ files: [String: String]) throws {
        let identity = TLSIdentity.localhost
        var files = files
        files["cert.pem"] = identity.certificate + "\n"
        files["key.pem"] = identity.privateKey + "\n"
        files["both.pem"] = identity.certificate + "\n" + identity.privateKey + "\n"
        files["authority.pem"] = TLSIdentity.authority + "\n"
        for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
    }
}

/// The places of programs and scripts.
struct ServerTools: Sendable {
    /// The folder with the executables of Python's packages.
    var python: String
    /// The folder with the applications in Python and JavaScript.
    var programs: String

    /// The first executable file of some paths.
    static func first(of paths: [String]) -> String? {
        paths.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
#endif
