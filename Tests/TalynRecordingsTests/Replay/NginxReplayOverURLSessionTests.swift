#if os(macOS) || os(Linux)
import Foundation
import TalynCore
import TalynRecordings
import TalynURLSession
import TestSupport
import Testing

/// What an independent server says is recorded, written, read and replayed, and is the same to the last byte.
@Suite(.sockets, .enabled(if: Nginx.isInstalled, "\(Nginx.absence)"))
struct NginxReplayOverURLSessionTests {
    struct Get: TargetType {
        let url: URL
        let path: RequestPath
        var method = HTTPRequest.Method.get
        var headerFields = HTTPFields()

        var baseURL: URL { url }
        var validation: StatusValidation { .any }
        var requestOptions: RequestOptions { .patient }
    }

    private static func calls(at url: URL) -> [Get] {
        [
            Get(url: url, path: "/text.txt"), Get(url: url, path: "/image.png"), Get(url: url, path: "/missing"),
            Get(url: url, path: "/image.png", method: .head),
            Get(url: url, path: "/image.png", headerFields: [.range: "bytes=10-19"]),
            Get(url: url, path: "/image.png", headerFields: [.range: "bytes=999999-"]),
            Get(url: url, path: "/old"), Get(url: url, path: "/empty"), Get(url: url, path: "/text.txt", method: .put),
        ]
    }

    /// Status, header fields, URL and bytes of each response.
    private static func answers(over transport: any Transport, at url: URL) async throws -> [String] {
        let provider = MultiProvider(transport: transport)
        var answers: [String] = []
        for call in calls(at: url) {
            let response = try await provider.request(call)
            let fields = response.headerFields.map { "\($0.name): \($0.value)" }
            let bytes = response.data.base64EncodedString()
            answers.append("\(response.statusCode) \(response.url?.path ?? "") \(fields) \(bytes)")
        }
        return answers
    }

    @Test func recordingOfNginxReplaysExactly() async throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("nginx-replay-\(UUID())")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        try Data("Zwölf Boxkämpfer\n".utf8).write(to: root.appendingPathComponent("text.txt"))
        try Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31) }).write(
            to: root.appendingPathComponent("image.png")
        )
        // The directory of a temporary file may be for its owner only, and nginx somebody else.
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: root.path)
        let directives = """
            absolute_redirect off; location = /old { return 301 /text.txt; } location = /empty { return 204; }
            """
        try await Nginx.withServer(serving: root, directives: directives) { nginx in
            try await CuttingProxy.withProxy(to: nginx.socketPath, cuts: []) { proxy in
                let recorder = RecordingTransport(wrapping: URLSessionTransport.shared)
                let live = try await Self.answers(over: recorder, at: proxy.baseURL)
                #expect(live.map { $0.prefix(3) } == ["200", "200", "404", "200", "206", "416", "200", "204", "405"])
                let recording = try Recording(recorder.recording.data)
                let replay = ReplayTransport(recording)
                #expect(try await Self.answers(over: replay, at: proxy.baseURL) == live)
                #expect(replay.unused.isEmpty)
            }
        }
    }
}
#endif
