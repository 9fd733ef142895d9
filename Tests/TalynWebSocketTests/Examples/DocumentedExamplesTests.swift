import Foundation
import TestSupport
import Testing

struct DocumentedExamplesTests {
    private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Each page, and each source whose comments hold examples.
    @Test(arguments: [
        "TalynWebSocket/TalynWebSocket.docc/TalynWebSocket.md", "TalynWebSocket/WebSocketCodec.swift",
        "TalynWebSocket/WebSocketConnection.swift", "TalynWebSocket/WebSocketSession.swift",
        "TalynWebSocket/WebSocketTargetType.swift", "TalynStubs/WebSocket/StubConversation.swift",
        "TalynStubs/WebSocket/StubSet+WebSocket.swift",
    ])
    func exampleIsCompiled(name: String) throws {
        let examples = try DocumentedExamples(compiledIn: [Self.here.appendingPathComponent("WebSocketExamples.swift")])
        let file = Self.root.appendingPathComponent("Sources/\(name)")
        let result = file.pathExtension == "md" ? try examples.check(page: file) : try examples.check(commentsOf: file)
        #expect(result.missing == [])
        #expect(result.count > 0)
    }
}
