#if Tools && (os(macOS) || os(Linux))
import Foundation
import TestSupport
import Testing

@testable import TalynCLI

@Suite(.sockets) struct DemoExecutableTests {
    @Test(.enabled(IndependentHTTPBin.absence, IndependentHTTPBin.isInstalled), arguments: TransportName.allCases)
    func independentServerGivesTheSameTable(_ transport: TransportName) async throws {
        try await IndependentHTTPBin.withServer { url in
            let address = "http://127.0.0.1:\(try #require(url.port))"
            let embedded = try await Executable.run("demo", "--transport", transport.rawValue)
            let independent = try await Executable.run(
                "demo",
                "--transport",
                transport.rawValue,
                "--base-url",
                address
            )
            #expect(embedded.isSuccess, "\(embedded.errorText)")
            #expect(independent.isSuccess, "\(independent.errorText)")
            #expect(embedded.text.contains("GET /stream/5"))
            #expect(withoutTimes(embedded.text) == withoutTimes(independent.text))
        }
    }

    /// The table has a column of times, the metrics of a call have times at the end of each line, and the answers of a cache
    /// have seconds.
    private func withoutTimes(_ text: String) -> [String] {
        text.split(separator: "\n").map { line in
            // A long time makes its column wider, also in the heading.
            let row = String(
                line.replacing(#/ +[0-9.]+ ms +/#, with: " ").replacing(#/ time +/#, with: " time ")
                    .replacing(#/ttl=-?[0-9]+/#, with: "ttl")
            )
            guard line.hasPrefix(" ") else { return row }
            return row.replacing(#/ [0-9.]+ ms \([^)]*\)/#, with: "").replacing(#/[0-9]+(\.[0-9]+)? m?s/#, with: "TIME")
                .replacing(#/(new|reused) connection/#, with: "CONNECTION")
                .replacing("waiting for the connection", with: "connecting")
        }
    }

    @Test(arguments: [
        (["--base-url", "http://127.0.0.1:1"], "Could not connect to http://127.0.0.1:1"),
        (["--base-url", "localhost:8080"], "isn't a base URL"), (["--transport", "telegraph"], "urlsession"),
    ])
    func failureIsTold(_ arguments: [String], _ message: String) async throws {
        let outcome = try await ChildProcess.run(Executable.url, ["demo"] + arguments)
        #expect(!outcome.isSuccess && !outcome.isSignalled)
        #expect(outcome.errorText.contains(message), "\(outcome.errorText)")
    }
}
#endif
