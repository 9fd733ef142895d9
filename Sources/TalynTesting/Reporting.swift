import Testing

#if canImport(XCTest)
import XCTest
#endif

/// Fails the running test of Swift Testing or XCTest.
///
/// - Parameters:
///   - message: The message.
///   - place: The place of the failure; nil for the declaration of a test of Swift Testing.
func reportIssue(_ message: String, at place: SourcePlace?) {
    reportIssue(message, at: place, or: nil)
}

/// Fails the running test.
///
/// - Parameters:
///   - message: The message.
///   - place: The place of the failure; nil for the declaration of a test of Swift Testing.
///   - recorded: The place at which the test recorded the failure itself. It replaces `place`.
func reportIssue(_ message: String, at place: SourcePlace?, or recorded: SourceLocation?) {
    if let test = Test.current {
        let location = recorded ?? place.map { SourceLocation($0) } ?? test.sourceLocation
        Issue.record(Comment(rawValue: message), sourceLocation: location)
        return
    }
    // On a queue or in a detached task the running test isn't known. Report to both frameworks: the other one ignores it.
    let place = place ?? SourcePlace()
    Issue.record(Comment(rawValue: message), sourceLocation: SourceLocation(place))
    #if canImport(XCTest)
    XCTFail(message, file: place.filePath, line: UInt(max(place.line, 0)))
    #endif
}

extension SourceLocation {
    package init(_ place: SourcePlace) {
        self.init(
            fileID: String(describing: place.fileID),
            filePath: String(describing: place.filePath),
            line: max(place.line, 1),
            column: max(place.column, 1)
        )
    }
}
