import _TalynSupport

/// Binds a set of stubs to a task tree, and reports its failures at the end.
struct StubScope: Sendable {
    var inOrder = false
    /// The place of failures without a place; nil for the declaration of the test.
    var place: CallSite?

    func run<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: (StubSet, CaughtErrors) async throws -> Result
    ) async rethrows -> Result {
        try await withVirtualTime(isolation: isolation) {
            // The clock of the scope, also for a call of a detached task.
            let stubs = StubSet(inOrder: inOrder, clock: TimeSource(ContinuousClock()).clock)
            let caught = CaughtErrors { stubs.report(for: $0) }
            do {
                let result = try await withSubstitute(stubs, isolation: isolation) {
                    try await StubSet.$bound.withValue(stubs) { try await body(stubs, caught) }
                }
                stubs.verify(at: place, caught)
                return result
            } catch {
                stubs.verify(at: place, caught, isCutShort: true)
                throw error
            }
        }
    }
}

/// Stubs the calls of a part of a test.
///
/// At the end, the test fails for each call without an answer. If all calls had answers and `body` didn't throw, it fails for each
/// stub with fewer calls than expected.
///
/// For tests of XCTest, and for parts of a test of Swift Testing, which has the trait `.stubs` for whole tests.
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
/// All providers are stubbed, except those that were created with stubs or a recording. Time is virtual: delays, timeouts and
/// back-off take no time, except for objects that were created with a clock.
///
/// - Parameters:
///   - inOrder: Whether the stubs must be called in the order in which they are added.
///   - isolation: The actor of `body`.
///   - fileID: The file of the call, for the test to fail there.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
///   - body: The part of the test. It adds stubs to the set.
/// - Returns: The result of `body`.
/// - Throws: The error of `body`.
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
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await StubScope(inOrder: inOrder, place: place).run(isolation: isolation) { stubs, _ in
        try await body(stubs)
    }
}
