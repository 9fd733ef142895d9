import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynPlugins

/// What becomes of the files of downloads that are made again.
struct RetryDownloadTests {
    private let answers = InTurn<Sample>([
        .networkResponse(503, Data("busy".utf8)), .networkResponse(200, Data("whole".utf8)),
    ])

    private func provider(_ plugin: RetryPlugin) -> Provider<Zen> {
        Provider(answering: { [answers] in answers.next() }, plugins: [plugin])
    }

    @Test func responseThatIsGivenUpLeavesNoFile() async throws {
        let directory = try TemporaryDirectory()
        let provider = provider(.jumping { $0.shouldRetry = { _, _ in true } })
        let response = try await provider.request(.zen, to: receiver(directory))
        #expect(response.statusCode == 200)
        #expect(try response.contents() == Data("whole".utf8))
        #expect(try directory.names == ["a"])
        #expect(answers.count == 2)
    }

    private func receiver(_ directory: TemporaryDirectory) -> FileBodyReceiver {
        FileBodyReceiver(directory.url.appendingPathComponent("a"))
    }

    @Test func callThatIsCancelledWhileItWaitsLeavesNoFile() async throws {
        let directory = try TemporaryDirectory()
        let clock = ManualClock()
        let provider = provider(.jumping(on: clock))
        let receiver = receiver(directory)
        let call = Task { try await provider.request(.zen, to: receiver) }
        await clock.sleepers(atLeast: 1)
        #expect(try directory.names == ["a"])
        call.cancel()
        let error = await #expect(throws: TalynError.self) { try await call.value }
        #expect(error?.isCancelled == true)
        #expect(try directory.names == [])
    }
}
