/// Binds a set of stubs to a task tree, and reports in the end what is wrong with it.
struct StubScope: Sendable {
    var inOrder = false
    /// Where a failure is reported that has no place of its own; nil for that of the test.
    var place: SourcePlace?

    func run<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: (StubSet, CaughtErrors) async throws -> Result
    ) async rethrows -> Result {
        let clock = VirtualClock()
        let stubs = StubSet(inOrder: inOrder, clock: clock)
        let caught = CaughtErrors { stubs.report(for: $0) }
        do {
            let result = try await withVirtualTime(answeredBy: stubs, clock, isolation: isolation) {
                try await body(stubs, caught)
            }
            stubs.verify(at: place, caught)
            return result
        } catch {
            stubs.verify(at: place, caught, isCutShort: true)
            throw error
        }
    }
}

/// Stubs the calls that are made in a task tree, and fails the test in the end for each that could not be answered. If all
/// were answered, fails it for each stub that was called less often than it is to be, unless `body` throws.
///
/// For tests of XCTest, and for a part of a test. Of Swift Testing's, the trait `.stubs` does the same for a whole test.
///
/// ```swift
/// func testShowsTheName() async throws {
///     try await withStubs { stubs in
///         stubs.on(.get("/users/ada"), .json(["name": "Ada"]))
///         let name = try await UserScreen().title(of: "ada")
///         XCTAssertEqual(name, "Ada")
///     }
/// }
/// ```
///
/// Every provider is stubbed but those that stub themselves. Time is virtual: delays, timeouts and back-off of whatever
/// was given no clock of its own take none.
///
/// - Parameters:
///   - inOrder: Whether the stubs are to be called in the order in which they are added.
///   - isolation: What `body` is isolated to.
///   - fileID: Where a failure is reported.
///   - filePath: Where a failure is reported.
///   - line: Where a failure is reported.
///   - column: Where a failure is reported.
///   - body: What is tested. Is given the stubs, to which it adds.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
@discardableResult
public func withStubs<Result>(
    inOrder: Bool = false,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: Int = #line,
    column: Int = #column,
    _ body: (StubSet) async throws -> Result
) async rethrows -> Result {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await StubScope(inOrder: inOrder, place: place).run(isolation: isolation) { stubs, _ in
        try await body(stubs)
    }
}
