#if canImport(XCTest)
public import XCTest

extension XCTestCase {
    /// Stubs for the providers of a test, checked when it ends: for each call that could not be answered the test fails, and
    /// for each stub that was called less often than it is to be.
    ///
    /// For tests with completion handlers. An asynchronous one has `withStubs`, which needs no provider.
    ///
    /// ```swift
    /// let stubs = makeStubs()
    /// stubs.on(.get("/zen"), .text("Keep it simple."))
    /// let github = Provider<GitHub>(transport: stubs)
    /// ```
    ///
    /// - Parameter inOrder: Whether the stubs are to be called in the order in which they are added.
    public func makeStubs(
        inOrder: Bool = false,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: Int = #line,
        column: Int = #column
    ) -> StubSet {
        let stubs = StubSet(inOrder: inOrder)
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        addTeardownBlock { stubs.verify(at: place) }
        return stubs
    }
}
#endif
