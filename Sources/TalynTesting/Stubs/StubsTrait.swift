public import Testing

/// The trait of a test with stubs; see `.stubs`.
public struct StubsTrait: TestTrait, SuiteTrait, TestScoping {
    let scope: StubScope
    let register: @Sendable (StubSet) throws -> Void

    /// True: each test of a suite has its own stubs.
    public var isRecursive: Bool { true }

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> StubsTrait? {
        testCase == nil ? nil : self
    }

    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        // The stubs of a suite are in effect already.
        if let stubs = StubSet.bound {
            if scope.inOrder { stubs.inOrder = true }
            try register(stubs)
            return try await function()
        }
        try await scope.run { stubs, caught in
            try register(stubs)
            do {
                try await caught.leavingOut(function)
            } catch  where caught.isReported(error) {
                // The end of the scope reports it.
            }
        }
    }
}

extension Trait where Self == StubsTrait {
    /// Stubs the calls of a test.
    ///
    /// At the end, the test fails for each call without an answer. If all calls had answers, it fails for each stub with fewer
    /// calls than expected.
    ///
    /// ```swift
    /// @Test(.stubs) func showsTheName() async throws {
    ///     StubSet.current.on(.get("/users/ada"), .json(["name": "Ada"]))
    ///     #expect(try await UserScreen().title(of: "ada") == "Ada")
    /// }
    /// ```
    ///
    /// All providers are stubbed, except those that were created with stubs or a recording. Each test, and each case of a test
    /// with arguments, has its own stubs, also in parallel. Time is virtual: delays, timeouts and back-off take no time, except
    /// for objects that were created with a clock.
    public static var stubs: Self { stubs() }

    /// Stubs the calls of a test; see `.stubs`.
    ///
    /// - Parameters:
    ///   - inOrder: Whether the stubs must be called in the order in which they are added.
    ///   - register: Adds stubs before each test. For stubs that only some tests of a suite call, use
    ///     ``StubSet/fallback(_:_:fileID:filePath:line:column:)``.
    public static func stubs(
        inOrder: Bool = false,
        _ register: @escaping @Sendable (StubSet) throws -> Void = { _ in }
    ) -> Self {
        StubsTrait(scope: StubScope(inOrder: inOrder), register: register)
    }
}
