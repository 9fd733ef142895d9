#if Logging
import Foundation
import InMemoryLogging
import Logging
import Talyn
import TalynObservability
import Testing

struct LoggingPluginTests {
    private let handler = InMemoryLogHandler()

    private func logger(_ level: Logger.Level = .trace) -> Logger {
        var logger = Logger(label: "test") { _ in handler }
        logger.logLevel = level
        return logger
    }

    @Test func successIsOneLineAtDebug() async throws {
        let provider = Provider<Users>(transport: Origin(200), plugins: [LoggingPlugin(logger: logger())])
        _ = try await provider.request(.user("ada"))
        let entry = try #require(handler.entries.first)
        #expect(handler.entries.count == 1)
        #expect(entry.level == .debug)
        #expect(entry.metadata["url.template"] == "/users/{name}")
        #expect(entry.metadata["http.response.status_code"] == "200")
        #expect(entry.metadata["attempts"] == "1")
        #expect(entry.metadata["target"] == "Users.user")
    }

    @Test func failureIsOneLineAtInfo() async throws {
        let provider = Provider<Users>(
            transport: Origin(503),
            plugins: [LoggingPlugin(logger: logger(.info)), immediateRetry]
        )
        await #expect(throws: TalynError.self) { try await provider.request(.user("ada")) }
        let entry = try #require(handler.entries.first)
        #expect(handler.entries.count == 1)
        #expect(entry.level == .info)
        #expect(entry.metadata["error.type"] == "503")
    }

    @Test func successIsSilentAboveDebug() async throws {
        let provider = Provider<Users>(transport: Origin(200), plugins: [LoggingPlugin(logger: logger(.info))])
        _ = try await provider.request(.user("ada"))
        #expect(handler.entries.isEmpty)
    }

    @Test func loggerOfTheTaskIsUsed() async throws {
        let provider = Provider<Users>(transport: Origin(200), plugins: [LoggingPlugin()])
        try await withLogger(logger()) { _ in
            _ = try await provider.request(.user("ada"))
        }
        #expect(handler.entries.count == 1)
    }

    @Test func networkLoggerWritesToALogger() async throws {
        let plugin = NetworkLoggerPlugin(.requests, to: logger())
        _ = try await Provider<Users>(transport: Origin(200), plugins: [plugin]).request(.user("ada"))
        #expect(handler.entries.contains { "\($0.message)".contains("https://api.example.com/users/ada") })
    }

    @Test(arguments: [200, 503]) func secretsStayOutOfLogs(statusCode: Int) async throws {
        let provider = Provider<Users>(
            transport: Origin(statusCode),
            plugins: [LoggingPlugin(logger: logger()), NetworkLoggerPlugin(.bodies, to: logger())]
        )
        _ = try? await provider.request(.secret)
        #expect(handler.entries.count > 1)
        #expect(!"\(handler.entries)".contains("planted-secret"))
    }
}
#endif
