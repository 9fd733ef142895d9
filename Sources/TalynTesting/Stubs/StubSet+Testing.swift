extension StubSet {
    /// The set that the trait `.stubs` or `withStubs` bound to the running test.
    ///
    /// Without one, the test fails, and the set is a new one.
    public static var current: StubSet {
        if let bound { return bound }
        let problem = "No stubs are bound to the test. Give it the trait .stubs, or use withStubs."
        reportIssue(problem, at: nil)
        return StubSet()
    }

    /// The set that is bound to the test, if there is one.
    @TaskLocal static var bound: StubSet?

    /// Fails the test for each call without an answer. If all calls had answers, fails it for each stub with fewer calls than
    /// expected.
    ///
    /// The trait `.stubs`, `withStubs` and `makeStubs` call it at the end. For a set that you create, call it yourself.
    public func verify(
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: Int = #line,
        column: Int = #column
    ) {
        verify(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// - Parameters:
    ///   - place: The place of failures without a place; nil for the declaration of the test.
    ///   - caught: The errors of the test.
    ///   - isCutShort: Whether an error ended the test.
    func verify(at place: CallSite?, _ caught: CaughtErrors? = nil, isCutShort: Bool = false) {
        end(isCutShort: isCutShort) { failure in
            let text = failure.description
            let recorded = failure.place == nil ? caught?.location(of: text) : nil
            reportIssue(text, at: failure.place ?? place, or: recorded)
        }
    }

    /// The text of an error that fails the test at the end; nil for an error that isn't a failure of this set.
    func report(for error: any Error) -> String? {
        guard let text = error.unwrapped(as: StubFailure.self)?.description else { return nil }
        return failures.contains { $0.description == text } ? text : nil
    }
}
