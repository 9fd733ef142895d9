#if Tools && os(Linux)
import ArgumentParser
import Foundation
import TalynAuth
import TalynCore
import TalynStubServer
import TestSupport
import _TalynSupport

/// Lets several processes renew the tokens of one file at the same time, again and again.
@available(Hummingbird, *)
struct TokensCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tokens",
        abstract: "Lets processes that share a file of tokens renew them at the same time.",
        discussion: """
            The server replaces refresh tokens, and ends the sign-in if an old one comes again. Each race must make one token request, \
            and each process must get its token. With --kills, a process of each race is killed at some time. If that happens between \
            the answer of the server and the file, the tokens are lost, whoever the client is. Such a race is counted, and the next \
            one begins with a new sign-in.
            """
    )

    @Option(help: "The number of races.")
    var races = 200

    @Option(help: "The number of processes of a race.")
    var processes = 4

    @Flag(help: "Kill a process of each race.")
    var kills = false

    @Option(help: "The seed of the times of the kills.")
    var seed: UInt64 = 1

    private struct Report {
        var requests = 0
        var excused = 0
        var wrong: [String] = []
    }

    func run() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tokens-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = TokenServer()
        let report = try await StubServer.withServer(serving: server) { url in
            try await race(server, url, folder.appendingPathComponent("tokens.json"))
        }
        print(
            "\(races) races of \(processes) processes\(kills ? " with kills" : ""): \(report.requests) token requests,",
            "\(report.excused) tokens killed on their way to the file, \(report.wrong.count) wrong"
        )
        for text in report.wrong { print("  WRONG \(text)") }
        if !report.wrong.isEmpty { throw ExitCode.failure }
    }

    private func race(_ server: TokenServer, _ url: URL, _ file: URL) async throws -> Report {
        var report = Report()
        var random = SeededGenerator(seed: seed)
        var now = 1_800_000_000.0
        var isSignedIn = false
        for number in 1...max(races, 1) {
            if !isSignedIn {
                let session = TokensWorker.session(url, file, at: Date(timeIntervalSince1970: now))
                try await session.signIn(refreshToken: server.makeRefreshToken())
                isSignedIn = true
            }
            now += 3_600
            server.state.withLock { $0.requests = [] }
            let killed = kills ? Int.random(in: 0..<processes, using: &random) : nil
            let delay = Duration.milliseconds(Int.random(in: 0..<40, using: &random))
            let lines = try await outcomes(url, file, now, killed) {
                // Most of the work is between the arrival of the token request and the file.
                while server.state.withLock({ $0.requests.isEmpty }) { try await Task.sleep(for: .milliseconds(1)) }
                try await Task.sleep(for: delay)
            }
            let (requests, reused) = server.state.withLock { ($0.requests, $0.reused) }
            report.requests += requests.count
            let others = lines.enumerated().filter { $0.offset != killed }.map(\.element)
            let isExcused = killed != nil && !reused.isEmpty
            if isExcused {
                // The killed process had the answer, and the file didn't.
                report.excused += 1
                server.state.withLock { $0.reused = [] }
                isSignedIn = false
                continue
            }
            if Set(others).count != 1 || others.first?.hasPrefix("token ") != true {
                report.wrong.append("race \(number): \(lines)")
            }
            if requests.count > (killed == nil ? 1 : 2) || requests.isEmpty {
                report.wrong.append("race \(number): \(requests.count) token requests")
            }
            if !reused.isEmpty { report.wrong.append("race \(number): \(reused) came again") }
        }
        return report
    }

    /// What each process prints.
    ///
    /// - Parameters:
    ///   - killed: The process to kill; nil for none.
    ///   - moment: Waits for the time of the kill.
    private func outcomes(
        _ url: URL,
        _ file: URL,
        _ now: Double,
        _ killed: Int?,
        moment: @escaping @Sendable () async throws -> Void
    ) async throws -> [String] {
        try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for number in 0..<processes {
                group.addTask {
                    let program = URL(fileURLWithPath: CommandLine.arguments[0])
                    let arguments = ["tokens-worker", url.absoluteString, file.path, "\(now)"]
                    return try await ChildProcess.withProcess(program, arguments) { process in
                        if number == killed {
                            try await moment()
                            process.send(SIGKILL)
                        }
                        let outcome = await process.end()
                        return (number, outcome.text.trimmingCharacters(in: .whitespacesAndNewlines))
                    }
                }
            }
            var lines = Array(repeating: "", count: processes)
            for try await (number, line) in group { lines[number] = line }
            return lines
        }
    }
}
#endif
