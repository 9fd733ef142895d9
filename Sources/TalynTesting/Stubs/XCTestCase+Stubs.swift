#if canImport(XCTest)
public import XCTest

extension XCTestCase {
    /// Creates stubs for a provider of a test. They are verified when the test ends.
    ///
    /// An asynchronous test can use `withStubs`, which stubs all providers.
    ///
    /// ```swift
    /// let stubs = makeStubs()
    /// stubs.on(.get("/zen"), .text("Keep it simple."))
    /// let github = Provider<GitHub>(transport: stubs)
    /// ```
    ///
    /// - Parameters:
    ///   - inOrder: Whether the stubs must be called in the order in which they are added.
    ///   - fileID: The file of the call, for the test to fail there.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    /// - Returns: The set.
    public func makeStubs(
        inOrder: Bool = false,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: Int = #line,
        column: Int = #column
    ) -> StubSet {
        let stubs = StubSet(inOrder: inOrder)
        let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        addTeardownBlock { stubs.verify(at: place) }
        return stubs
    }
}
#endif
