public import Testing

/// Stubs the calls that a test makes; see `.stubs`.
public struct StubsTrait: TestTrait, SuiteTrait, TestScoping {
    let scope: StubScope
    let register: @Sendable (StubSet) throws -> Void

    /// Each test of a suite has stubs of its own.
    public var isRecursive: Bool { true }

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> StubsTrait? {
        testCase == nil ? nil : self
    }

    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        // The stubs of a suite go on in its tests.
        if let stubs = StubSet.bound {
            if scope.inOrder { stubs.becomeOrdered() }
            try register(stubs)
            return try await function()
        }
        try await scope.run { stubs, caught in
            try register(stubs)
            do {
                try await caught.leavingOut(function)
            } catch  where caught.isReported(error) {
                // The end of the scope fails the test.
            }
        }
    }
}

extension Trait where Self == StubsTrait {
    /// Stubs the calls that a test makes, and fails it in the end for each that could not be answered. If all were answered,
    /// fails it for each stub that was called less often than it is to be.
    ///
    /// ```swift
    /// @Test(.stubs) func showsTheName() async throws {
    ///     StubSet.current.on(.get("/users/ada"), .json(["name": "Ada"]))
    ///     #expect(try await UserScreen().title(of: "ada") == "Ada")
    /// }
    /// ```
    ///
    /// Every provider is stubbed but those that stub themselves: what a test calls needs no way to be given another one. Each
    /// test, and each case of a test with arguments, has stubs of its own, whatever runs beside it. Time is virtual:
    /// delays, timeouts and back-off of whatever was given no clock of its own take none.
    public static var stubs: Self { stubs() }

    /// Stubs the calls that a test makes; see `.stubs`.
    ///
    /// - Parameters:
    ///   - inOrder: Whether the stubs are to be called in the order in which they are added.
    ///   - register: Adds stubs, before each test. Those that a suite's tests need only now and then are best added by
    ///     ``StubSet/fallback(_:_:fileID:filePath:line:column:)``.
    public static func stubs(
        inOrder: Bool = false,
        _ register: @escaping @Sendable (StubSet) throws -> Void = { _ in }
    ) -> Self {
        StubsTrait(scope: StubScope(inOrder: inOrder), register: register)
    }
}
