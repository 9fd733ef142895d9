extension StubSet {
    /// The stubs that the trait `.stubs` or `withStubs` has bound to the test that runs.
    ///
    /// Where nothing has, the test fails, and the stubs are ones that nobody calls.
    public static var current: StubSet {
        if let bound { return bound }
        let problem = "No stubs are bound to the test. Give it the trait .stubs, or put what it does into withStubs."
        reportIssue(problem, at: nil)
        return StubSet()
    }

    /// Those that are bound, if any are.
    static var bound: StubSet? { CallScope.current?.transport as? StubSet }

    /// Fails the test for each call that could not be answered, where it is written. If all calls were answered, fails it for
    /// each stub that was called less often than it is to be.
    ///
    /// The trait `.stubs` and `withStubs` do it in the end. A set that is handed to a provider needs to be told.
    public func verify(
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: Int = #line,
        column: Int = #column
    ) {
        verify(at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// - Parameters:
    ///   - place: Where a failure is reported that has no place of its own; nil for that of the test.
    ///   - caught: The errors that the test has met.
    ///   - isCutShort: Whether an error has ended the test.
    func verify(at place: SourcePlace?, _ caught: CaughtErrors? = nil, isCutShort: Bool = false) {
        end(isCutShort: isCutShort) { failure in
            let text = failure.description
            let recorded = failure.place == nil ? caught?.location(of: text) : nil
            reportIssue(text, at: failure.place ?? place, or: recorded)
        }
    }

    /// The text with which the test is failed for an error in the end; nil for an error that is none of this set's.
    func report(for error: any Error) -> String? {
        guard let text = error.unwrapped(as: StubFailure.self)?.description else { return nil }
        return failures.contains { $0.description == text } ? text : nil
    }
}
