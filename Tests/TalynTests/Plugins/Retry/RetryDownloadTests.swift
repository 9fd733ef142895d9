import Foundation
import Testing

@testable import Talyn

/// What becomes of the files of downloads that are made again.
struct RetryDownloadTests {
    private struct Download: TargetType {
        let file: URL
        var baseURL: URL { URL(string: "https://example.com/file")! }
        var path: String { "" }
        var task: HTTPTask { .downloadDestination { [file] _, _ in (file, []) } }
    }

    private let answers = InTurn<EndpointSampleResponse>([
        .networkResponse(503, Data("busy".utf8)), .networkResponse(200, Data("whole".utf8)),
    ])

    private func provider(_ plugin: RetryPlugin) -> Provider<Download> {
        Provider(answering: { [answers] in answers.next() }, plugins: [plugin])
    }

    @Test func responseThatIsGivenUpLeavesNoFile() async throws {
        let directory = try TemporaryDirectory()
        let provider = provider(.jumping { $0.shouldRetry = { _, _ in true } })
        let response = try await provider.request(Download(file: directory.url.appendingPathComponent("a")))
        #expect(response.statusCode == 200)
        #expect(response.data == Data("whole".utf8))
        #expect(try directory.names == ["a"])
        #expect(answers.count == 2)
    }

    @Test(arguments: CallStyle.allCases)
    func callThatIsCancelledWhileItWaitsLeavesNoFile(style: CallStyle) async throws {
        let directory = try TemporaryDirectory()
        let clock = ManualClock()
        let provider = provider(.jumping(on: clock))
        let call = StartedCall(style, Download(file: directory.url.appendingPathComponent("a")), provider)
        await clock.sleepers(atLeast: 1)
        #expect(try directory.names == ["a"])
        try await call.cancelAndExpectCompletion()
        #expect(try directory.names == [])
    }
}
