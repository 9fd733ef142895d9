#if Tools && AsyncHTTPClient && os(Linux)
import ArgumentParser
import Foundation
import Talyn
import TalynRecordings
import TalynStubServer
import TalynStubs
import TestSupport
import Testing

@testable import TalynCLI

/// `talyn socket`, `talyn record` and `talyn serve` with conversations.
@Suite(.sockets) struct SocketExecutableTests {
    /// Runs `talyn` with an input.
    private func talyn(_ arguments: String..., input: String) async throws -> ChildProcess.Outcome {
        let script = #"printf '%s' "$0" | exec "$@""#
        return try await ChildProcess.run(
            URL(fileURLWithPath: "/bin/sh"),
            ["-c", script, input, Executable.url.path] + arguments
        )
    }

    /// A server that repeats a number of messages, and closes.
    private func stubs(_ count: Int, _ code: WebSocketCloseCode = .normalClosure) -> StubSet {
        let stubs = StubSet()
        stubs.on(.webSocket("/rooms/7")) { conversation in
            for _ in 0..<count {
                guard let message = try await conversation.receive() else { return }
                conversation.send(message)
            }
            conversation.send(.data(Data([1, 2])))
            conversation.close(code, reason: "bye")
        }
        return stubs
    }

    private func address(_ url: URL) -> String { "ws://127.0.0.1:\(url.port ?? 0)/rooms/7" }

    @Test func linesAreSentAndMessagesShown() async throws {
        try await withDirectory { directory in
            let file = directory.appendingPathComponent("a.har")
            let secret = #"{"token":"a-secret-token"}"#
            try await StubServer.withServer(serving: stubs(2)) { url in
                let arguments = ["--record", file.path]
                let outcome = try await talyn(
                    "socket",
                    address(url),
                    arguments[0],
                    arguments[1],
                    input: "one\n\(secret)\n"
                )
                #expect(outcome.isSuccess, "\(outcome.errorText)")
                #expect(outcome.text == "one\n\(secret)\nbinary AQI=\n")
                let again = try await talyn("socket", address(url), arguments[0], arguments[1], input: "")
                #expect(again.status == 1 && again.errorText.contains("--force"))
            }
            let conversation = try #require(try Recording(contentsOf: file).entries.first?.conversation)
            #expect(conversation.messages.count == 5)
            #expect(conversation.end == WebSocketClose(.normalClosure, reason: "bye"))
            #expect(!String(decoding: try Data(contentsOf: file), as: UTF8.self).contains("a-secret-token"))
            #expect(try await Executable.run("har", "check", file.path).isSuccess)
        }
    }

    @Test func abnormalCloseAndRefusalAreFailures() async throws {
        try await StubServer.withServer(serving: stubs(0, .internalError)) { url in
            let closed = try await talyn("socket", address(url), input: "")
            #expect(closed.status == 1 && closed.errorText.contains("1011"), "\(closed.errorText)")
            let missing = try await talyn("socket", address(url) + "/none", input: "")
            #expect(missing.status == 1 && missing.errorText.contains("501"), "\(missing.errorText)")
            for path in ["", "/none"] {
                let secret = try await talyn("socket", address(url) + "\(path)?access_token=s3cr3tMark3r", input: "")
                #expect(secret.status == 1 && !secret.errorText.contains("s3cr3tMark3r"), "\(secret.errorText)")
            }
        }
    }

    @Test func commandClosesAfterTheWaitAndAtAnInterrupt() async throws {
        let stubs = StubSet()
        let closes = Watched(0)
        stubs.on(.webSocket("/rooms/7")) { conversation in
            conversation.send("ready")
            while try await conversation.receive() != nil {}
            closes.update { $0 += 1 }
        }
        try await StubServer.withServer(serving: stubs) { url in
            let waited = try await talyn("socket", address(url), "--wait", "0", input: "one\n")
            #expect(waited.isSuccess, "\(waited.errorText)")
            try await ChildProcess.withProcess(Executable.url, ["socket", address(url)]) { process in
                _ = await process.line(containing: "ready")
                process.send(SIGINT)
                let outcome = await process.end()
                #expect(outcome.isSuccess, "\(outcome.errorText)")
            }
            await closes.wait { $0 == 2 }
        }
    }

    @Test func proxyRecordsAndTheRecordingIsServed() async throws {
        try await withDirectory { directory in
            let file = directory.appendingPathComponent("a.har")
            try await StubServer.withServer(serving: stubs(2)) { upstream in
                let server = "http://127.0.0.1:\(upstream.port ?? 0)"
                try await Executable.withServer("record", "--upstream", server, "--out", file.path) { proxy, url in
                    let outcome = try await talyn("socket", address(url), input: "one\ntwo\n")
                    #expect(outcome.isSuccess && outcome.text == "one\ntwo\nbinary AQI=\n", "\(outcome.errorText)")
                    proxy.send(SIGINT)
                    #expect(await proxy.end().text.contains("1 entries in"))
                }
            }
            try await Executable.withServer("serve", file.path) { _, url in
                let outcome = try await talyn("socket", address(url), input: "one\ntwo\n")
                #expect(outcome.isSuccess && outcome.text == "one\ntwo\nbinary AQI=\n", "\(outcome.errorText)")
                let other = try await talyn("socket", address(url), input: "one\nother\n")
                #expect(other.status == 1 && other.errorText.contains("1008"), "\(other.errorText)")
            }
        }
    }

    @Test(arguments: ["ws://a.example/x", "WSS://a.example/x", "https://a.example/x"])
    func addressesOfWebSocketsCountAsHTTP(address: String) throws {
        let command = try SocketCommand.parse([address])
        #expect(try command.httpURL.scheme?.lowercased().hasPrefix("http") == true)
    }

    @Test(arguments: [["ftp://a.example"], ["ws://"], ["ws://a.example", "--wait", "-1"]])
    func invalidArgumentsAreRefused(arguments: [String]) {
        #expect(throws: (any Error).self) { try SocketCommand.parse(arguments) }
    }
}
#endif
