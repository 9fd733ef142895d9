import Testing

#if canImport(XCTest)
import XCTest
#endif

/// Fails the running test of Swift Testing or XCTest.
///
/// - Parameters:
///   - message: The message.
///   - place: The place of the failure; nil for the declaration of a test of Swift Testing.
///   - recorded: The place at which the test recorded the failure itself. It replaces `place`.
func reportIssue(_ message: String, at place: CallSite?, or recorded: SourceLocation? = nil) {
    if let test = Test.current {
        let location = recorded ?? place.map { SourceLocation($0) } ?? test.sourceLocation
        Issue.record(Comment(rawValue: message), sourceLocation: location)
        return
    }
    // On a queue or in a detached task the running test isn't known. Report to both frameworks: the other one ignores it.
    guard let place = place ?? CallSite(fileID: #fileID, filePath: #filePath, line: #line) else { return }
    Issue.record(Comment(rawValue: message), sourceLocation: SourceLocation(place))
    #if canImport(XCTest)
    XCTFail(message, file: place.filePath ?? place.fileID, line: UInt(place.line))
    #endif
}

extension SourceLocation {
    init(_ place: CallSite) {
        self.init(
            fileID: String(describing: place.fileID),
            filePath: String(describing: place.filePath ?? place.fileID),
            line: place.line,
            column: place.column
        )
    }
}
