#if canImport(Testing)
import Testing
#endif
#if canImport(XCTest)
import XCTest
#endif

/// Fails the test that runs, be it one of Swift Testing or of XCTest.
package func reportIssue(_ message: String, fileID: String, filePath: String, line: Int, column: Int) {
    #if canImport(Testing)
    if Test.current != nil {
        let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        Issue.record(Comment(rawValue: message), sourceLocation: place)
        return
    }
    #endif
    #if canImport(XCTest)
    XCTFail("\(filePath):\(line): \(message)")
    #endif
}
