public import Testing

/// Forbids calls to servers from now on, in the whole process.
///
/// Each such call throws an error, and fails the running test. That includes the calls of detached tasks, which inherit no stubs.
/// Stubs, recordings that are replayed, and samples answer as before.
///
/// ```swift
/// final class ShopTests: XCTestCase {
///     override class func setUp() {
///         forbidLiveCalls()
///     }
/// }
/// ```
///
/// Tests of Swift Testing have the trait `.noLiveCalls`. To call a server in spite of it, use the trait `.liveCalls` or
/// ``withLiveCalls(isolation:_:)``.
public func forbidLiveCalls() {
    LiveCalls.forbid { error, place in
        reportIssue(error.description, at: place)
    }
}

/// Allows calls to servers in a part of a test, in spite of ``forbidLiveCalls()``.
///
/// - Parameters:
///   - isolation: The actor of `body`.
///   - body: The part of the test. Its child tasks may call servers, too. Detached tasks may not.
/// - Returns: The result of `body`.
/// - Throws: The error of `body`.
@discardableResult
public func withLiveCalls<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
) async rethrows -> Result {
    try await LiveCalls.$areAllowed.withValue(true, operation: { try await body() }, isolation: isolation)
}

/// The trait of a test that forbids or allows calls to servers; see `.noLiveCalls` and `.liveCalls`.
public struct LiveCallsTrait: TestTrait, SuiteTrait, TestScoping {
    let areAllowed: Bool

    public var isRecursive: Bool { true }

    public func prepare(for test: Test) async throws {
        if !areAllowed { forbidLiveCalls() }
    }

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> LiveCallsTrait? {
        testCase == nil || !areAllowed ? nil : self
    }

    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withLiveCalls { try await function() }
    }
}

extension Trait where Self == LiveCallsTrait {
    /// Forbids calls to servers, from the start of the test to the end of the process.
    ///
    /// ```swift
    /// @Suite(.stubs, .noLiveCalls) struct ShopTests {}
    /// ```
    ///
    /// Each such call throws an error and fails a test, also one of a detached task, which inherits no stubs, and one of another
    /// test without stubs.
    public static var noLiveCalls: Self { LiveCallsTrait(areAllowed: false) }

    /// Allows calls to servers in a test, in spite of `.noLiveCalls`.
    public static var liveCalls: Self { LiveCallsTrait(areAllowed: true) }
}
