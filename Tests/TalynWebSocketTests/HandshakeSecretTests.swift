import Foundation
import TalynObservability
import TalynPlugins
import TalynStubs
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynWebSocket

#if Logging
import Logging
#endif

#if Tracing
import InMemoryTracing
import Tracing
#endif

/// A token in the query of a handshake, which logs and errors must not show.
struct HandshakeSecretTests {
    private static let secret = "s3cr3tMark3r"

    private let stubs = StubSet()
    private let room = ChatRoom(
        baseURL: URL(string: "wss://chat.example.com")!,
        query: ["access_token": secret, "page": 1]
    )

    /// The server refuses the first handshake, and the second connection is lost.
    private func answer() {
        let handshake = RequestMatcher.webSocket("/rooms/7") && .query("access_token", Self.secret)
        stubs.on(handshake, .status(403), .conversation { $0.drop() })
    }

    private func expectSafe(_ texts: [String], _ place: String) {
        #expect(!texts.isEmpty)
        for text in texts { #expect(!text.contains(Self.secret), "\(place): \(text)") }
    }

    @Test func errorsDoNotShowIt() async throws {
        answer()
        await withVirtualTime {
            let provider = Provider<ChatRoom>(transport: stubs)
            let refused = await #expect(throws: TalynError.self) { try await provider.connect(room) }
            #expect(refused?.statusCode == 403)
            let lost = await #expect(throws: TalynError.self) {
                for try await _ in try await provider.connect(room) {}
            }
            #expect(lost?.isConnectionFailure == true)
            for case let error? in [refused, lost] {
                var dumped = ""
                dump(error, to: &dumped)
                expectSafe(["\(error)", String(reflecting: error), error.localizedDescription, dumped], "error")
            }
        }
        #expect(stubs.failures.isEmpty, "\(stubs.failures)")
    }

    @Test(arguments: [NetworkLoggerPlugin.Level.requests, .headerFields, .bodies]) func networkLoggerDoesNotShowIt(
        _ level: NetworkLoggerPlugin.Level
    ) async throws {
        answer()
        let lines = Watched<[String]>([])
        let plugin = NetworkLoggerPlugin(level, asCURL: level == .bodies) { _, entries in
            lines.update { $0 += entries }
        }
        await talk(plugin)
        expectSafe(lines.value, "NetworkLoggerPlugin")
        #expect(lines.value.contains { $0.contains("/rooms/") })
    }

    #if Logging
    @Test func loggerDoesNotShowIt() async throws {
        struct Handler: LogHandler {
            let lines: Watched<[String]>
            var metadata: Logger.Metadata = [:]
            var metadataProvider: Logger.MetadataProvider?
            var logLevel = Logger.Level.trace

            subscript(metadataKey key: String) -> Logger.Metadata.Value? {
                get { metadata[key] }
                set { metadata[key] = newValue }
            }

            func log(event: LogEvent) { lines.update { $0.append("\(event.message) \(event.metadata ?? [:])") } }
        }
        answer()
        let lines = Watched<[String]>([])
        await talk(LoggingPlugin(logger: Logger(label: "test") { _ in Handler(lines: lines) }))
        expectSafe(lines.value, "LoggingPlugin")
        #expect(lines.value.count == 2)
        #expect(lines.value.contains { $0.contains("call failed") && $0.contains("403") })
    }
    #endif

    #if Tracing
    @Test func spansDoNotShowIt() async throws {
        answer()
        let tracer = InMemoryTracer()
        await talk(TracingPlugin(tracer: tracer))
        let spans = tracer.finishedSpans
        #expect(spans.count == 2)
        let texts = spans.map { "\($0.operationName) \($0.attributes) \($0.events) \($0.errors)" }
        expectSafe(texts, "TracingPlugin")
        #expect(texts.allSatisfy { $0.contains("https://chat.example.com/rooms/") })
    }
    #endif

    /// Opens both connections, with a plugin.
    private func talk(_ plugin: any Plugin) async {
        await withVirtualTime {
            let provider = Provider<ChatRoom>(transport: stubs, plugins: [plugin])
            await #expect(throws: TalynError.self) { try await provider.connect(room) }
            await #expect(throws: TalynError.self) { for try await _ in try await provider.connect(room) {} }
        }
    }
}
