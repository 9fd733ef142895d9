import Testing

#if canImport(XCTest)
import XCTest
#endif

/// Fails the running test, be it one of Swift Testing or of XCTest.
///
/// - Parameter place: Where; nil for the place of a test of Swift Testing itself.
package func reportIssue(_ message: String, at place: SourcePlace?) {
    reportIssue(message, at: place, or: nil)
}

/// Fails the running test.
///
/// - Parameters:
///   - place: Where; nil for the place of a test of Swift Testing itself.
///   - recorded: Where the test recorded the problem itself, which takes the place of `place`.
func reportIssue(_ message: String, at place: SourcePlace?, or recorded: SourceLocation?) {
    if let test = Test.current {
        let location = recorded ?? place.map { SourceLocation($0) } ?? test.sourceLocation
        Issue.record(Comment(rawValue: message), sourceLocation: location)
        return
    }
    // On a queue or in a detached task nobody knows which test runs, nor of what kind it is. The kind that it isn't of doesn't
    // listen.
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
