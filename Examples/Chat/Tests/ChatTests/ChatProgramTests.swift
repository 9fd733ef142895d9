#if Tools && (os(macOS) || os(Linux))
import Foundation
import Talyn
import TalynStubServer
import TestSupport
import Testing

@testable import Chat

/// The program, as a user at the terminal runs it.
@Suite(.sockets) struct ChatProgramTests {
    /// SwiftPM builds it beside the tests.
    private static let program: URL = {
        let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
        let tests = bundles.first ?? Bundle.main.executableURL ?? Bundle.main.bundleURL
        return tests.deletingLastPathComponent().appendingPathComponent("ChatMain")
    }()

    /// As a user at the terminal does.
    @available(Hummingbird, *)
    @Test func interruptEndsTheAnswerAndNotTheProgram() async throws {
        let stubs = StubSet()
        let silence = AsyncStream<Data>.makeStream()
        let event = #"data: {"choices":[{"index":0,"delta":{"content":"Hello\n"}}]}"# + "\n\n"
        silence.continuation.yield(Data(event.utf8))
        stubs.on(.post("/v1/chat/completions")) { _ in
            .response(
                statusCode: 200,
                headerFields: [.contentType: "text/event-stream"],
                body: HTTPBody(silence.stream)
            )
        }
        let directory = try TemporaryDirectory()
        let input = try directory.file("input", "Say hello\n")
        let outcome = try await StubServer.withServer(serving: stubs) { url in
            try await ChildProcess.withProcess(
                URL(fileURLWithPath: "/bin/sh"),
                ["-c", #"exec "$0" <"$1""#, Self.program.path, input.path],
                environment: [
                    "CHAT_KEY": "sk-secret", "CHAT_MODEL": "m-1", "CHAT_SERVICE": "completions",
                    "CHAT_URL": url.absoluteString,
                ]
            ) { process in
                #expect(await process.line(containing: "Hello") != nil)
                process.send(SIGINT)
                return await process.end()
            }
        }
        silence.continuation.finish()
        #expect(outcome.isSuccess, "\(outcome.errorText)")
        #expect(outcome.text.contains("[cancelled]"))
        #expect(!(outcome.text + outcome.errorText).contains("sk-secret"))
        #expect(stubs.requests(.any).count == 1)
    }

    @Test(arguments: [("a\u{1B}[2J\u{9B}31mb\r\u{7}", "a[2J31mb"), ("one\ntwo\tthree ü 👩‍👧", "one\ntwo\tthree ü 👩‍👧")])
    func textOfAServerControlsNoTerminal(text: String, shown: String) {
        #expect(text.inTerminal == shown)
    }

    @available(Hummingbird, *)
    @Test func programShowsNoTextThatControlsTheTerminal() async throws {
        let stubs = StubSet()
        let event =
            #"data: {"choices":[{"index":0,"delta":{"content":"\u001b]0;title\u0007Hello"},"finish_reason":"length"}]}"#
        let refusal = StubAnswer.json(text: #"{"error":{"message":"\u001b[2JRefused"}}"#, statusCode: 400)
        stubs.on(.post("/v1/chat/completions"), ChatTests.events(event + "\n\ndata: [DONE]\n\n"), refusal)
        let outcome = try await StubServer.withServer(serving: stubs) { url in
            try await run("Say hello\nAgain\n", url: url.absoluteString)
        }
        #expect(outcome.text.contains("]0;titleHello"))
        #expect(outcome.text.contains("the answer isn't whole: length"))
        #expect(outcome.text.contains("[[2JRefused]"))
        #expect(!outcome.text.contains("\u{1B}"))
    }

    @Test(arguments: ["", "http://[", "localhost:8080", "file:///tmp"])
    func textThatIsNoURLIsRefused(url: String) async throws {
        let outcome = try await run("", url: url)
        #expect(!outcome.isSuccess)
        #expect(outcome.text.contains("CHAT_URL"))
    }

    /// Runs the program to the end of its input.
    private func run(_ text: String, url: String) async throws -> ChildProcess.Outcome {
        let directory = try TemporaryDirectory()
        let input = try directory.file("input", text)
        return try await ChildProcess.withProcess(
            URL(fileURLWithPath: "/bin/sh"),
            ["-c", #"exec "$0" <"$1""#, Self.program.path, input.path],
            environment: [
                "CHAT_KEY": "sk-secret", "CHAT_MODEL": "m-1", "CHAT_SERVICE": "completions", "CHAT_URL": url,
            ]
        ) { await $0.end() }
    }
}
#endif
