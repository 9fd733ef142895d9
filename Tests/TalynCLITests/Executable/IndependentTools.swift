#if Tools && (os(macOS) || os(Linux))
import Foundation
import TestSupport
import Testing

/// The Python that `TALYN_PYTHON` names.
private enum Python {
    static let url = URL(fileURLWithPath: ProcessInfo.processInfo.environment["TALYN_PYTHON"] ?? "/usr/bin/python3")
}

/// httpbin itself, served by gunicorn.
enum IndependentHTTPBin {
    static let absence: Comment = "needs a Python with httpbin and gunicorn, named by TALYN_PYTHON"

    @Sendable static func isInstalled() async -> Bool {
        (try? await ChildProcess.run(Python.url, ["-c", "import gunicorn, httpbin"]))?.isSuccess == true
    }

    /// Runs a server on a free port for the duration of `body`.
    static func withServer<Result: Sendable>(_ body: (URL) async throws -> Result) async throws -> Result {
        let arguments = [
            "-m", "gunicorn", "--bind", "127.0.0.1:0", "--worker-class", "gthread", "--threads", "8", "httpbin:app",
        ]
        return try await ChildProcess.withProcess(Python.url, arguments) { process in
            guard let line = await process.line(containing: "Listening at: http://"),
                let address = line.split(separator: " ").first(where: { $0.hasPrefix("http://") }),
                let url = URL(string: String(address))
            else { throw ServerFailure(messages: process.current.errorText) }
            let result: Result
            do {
                result = try await body(url)
            } catch {
                await stop(process)
                throw error
            }
            await stop(process)
            return result
        }
    }

    /// Its workers end with it if it ends in order.
    private static func stop(_ process: ChildProcess) async {
        process.send(SIGTERM)
        await process.end()
    }
}

/// An HTTP client that many people use.
enum Curl {
    static let absence: Comment = "needs curl"

    private static let program = URL(fileURLWithPath: "/usr/bin/curl")

    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program.path) }

    /// Runs curl; it prints errors, but no progress.
    @discardableResult
    static func run(_ arguments: String...) async throws -> ChildProcess.Outcome {
        try await run(arguments)
    }

    /// Runs curl; it prints errors, but no progress.
    @discardableResult
    static func run(_ arguments: [String]) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(program, ["--silent", "--show-error", "--user-agent", "test"] + arguments)
    }
}

/// A published JSON schema of HAR 1.2.
enum ArchiveSchema {
    static let absence: Comment = "needs the HAR schema that Scripts/ci/prepare installs, and a Python with jsonschema"

    private static let directory = RepositoryFiles.url(
        ".build/ci/har-schema/usr/share/nodejs/har-schema/lib"
    )

    @Sendable static func isInstalled() async -> Bool {
        guard FileManager.default.fileExists(atPath: directory.path) else { return false }
        return (try? await ChildProcess.run(Python.url, ["-c", "import jsonschema"]))?.isSuccess == true
    }

    /// Expects a HAR file to follow the schema, if the schema is installed.
    static func expectValid(_ archive: URL) async throws {
        guard await isInstalled() else { return }
        let script = RepositoryFiles.url("Scripts/check-har").path
        let outcome = try await ChildProcess.run(Python.url, [script, directory.path, archive.path])
        #expect(outcome.isSuccess, "\(outcome.text)\(outcome.errorText)")
    }
}

/// Without it, a machine that lacks a server would skip tests that have to run.
@Test(.enabled(if: ProcessInfo.processInfo.environment["TALYN_REQUIRE_SERVERS"] == "1", "no servers are required"))
func requiredServersAreInstalled() async {
    #expect(Nginx.isInstalled, "\(Nginx.absence)")
    #expect(Curl.isInstalled, Curl.absence)
    #expect(await IndependentHTTPBin.isInstalled(), IndependentHTTPBin.absence)
    #expect(await ArchiveSchema.isInstalled(), ArchiveSchema.absence)
}
#endif
