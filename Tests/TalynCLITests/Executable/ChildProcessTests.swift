#if Tools && (os(macOS) || os(Linux))
import Foundation
import TestSupport
import Testing

struct ChildProcessTests {
    private static let shell = URL(fileURLWithPath: "/bin/sh")

    @Test func endIsSeenWhileProgramsRunThatStartedAtTheSameTime() async throws {
        for _ in 0..<10 {
            try await withThrowingTaskGroup { group in
                let remaining = Watched(20)
                group.addTask {
                    try await ChildProcess.withProcess(Self.shell, ["-c", "exec sleep 10000"]) { _ in
                        await remaining.wait { $0 == 0 }
                    }
                }
                for status: Int32 in 0..<20 {
                    group.addTask {
                        let outcome = try await ChildProcess.run(Self.shell, ["-c", "echo a; exit \(status)"])
                        #expect(outcome.status == status)
                        #expect(outcome.text == "a\n")
                        remaining.update { $0 -= 1 }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func programThatIsMissingThrows() async {
        await #expect(throws: (any Error).self) {
            try await ChildProcess.run(URL(fileURLWithPath: "/nonexistent/program"), [])
        }
    }

    @Test func signalEndsTheProgram() async throws {
        let outcome = try await ChildProcess.withProcess(Self.shell, ["-c", "exec sleep 10000"]) { process in
            process.send(SIGTERM)
            return await process.end()
        }
        #expect(outcome.status == SIGTERM)
        #expect(outcome.isSignalled)
    }
}
#endif
