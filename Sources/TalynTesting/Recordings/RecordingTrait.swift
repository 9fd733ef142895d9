import _TalynSupport

#if canImport(Testing)
public import Foundation
public import Testing

/// The trait of a test with a recording; see `.recording`.
public struct RecordingTrait: TestTrait, SuiteTrait, TestScoping {
    let name: String?
    let scope: RecordedScope
    /// The name of the suite with the trait, whose tests have a file each; nil for the trait of a test.
    private let suite = Locked<[String]?>(nil)

    init(name: String?, scope: RecordedScope) {
        self.name = name
        self.scope = scope
    }

    public var isRecursive: Bool { true }

    /// All cases of a test share its recording.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> RecordingTrait? {
        if test.isSuite {
            let components = test.id.nameComponents
            // Suites inside the suite inherit it.
            suite.withLock { if components.count < $0?.count ?? .max { $0 = components } }
        }
        return test.isSuite || testCase != nil ? nil : self
    }

    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await scope.named(fileName(for: test)).runTest(function)
    }

    private func fileName(for test: Test) -> String {
        // The names without the parameters of functions.
        let components = test.id.nameComponents.map { String($0.prefix { $0 != "(" }) }
        guard let name else { return components.joined(separator: ".") }
        return ([name] + components.dropFirst(suite.withLock { $0?.count } ?? components.count)).joined(separator: ".")
    }
}

extension Trait where Self == RecordingTrait {
    /// Answers the calls of a test with a recording. Providers that were created with stubs or a recording keep these.
    ///
    /// ```swift
    /// @Test(.recording("zen")) func zenIsShort() async throws {
    ///     let zen = try await Provider<GitHub>().request(.zen, as: String.self)
    ///     #expect(zen.count < 100)
    /// }
    /// ```
    ///
    /// The recording is in the directory `Recordings` beside the source. On a suite, the trait gives each test its own file.
    /// The test fails if it leaves entries unused, or if no entry answers a call. The environment variable `TALYN_RECORDING`
    /// overrides the mode: `replay`, `missing`, `rerecord` or `check`.
    ///
    /// - Parameters:
    ///   - name: The name of the file without its extension. By default the names of the suite and the test.
    ///   - mode: The use of the recording.
    ///   - live: The transport for calls to servers. By default the shared transport of providers.
    ///   - redaction: The mask of secrets in the recording.
    ///   - repeatsLast: Whether the last of several equal entries answers all further calls.
    ///   - ignoresOrigin: Whether an entry answers requests to any scheme, host and port: for a server on a random port,
    ///     or for several environments of one server.
    ///   - directory: The directory of the file. By default `Recordings` beside the source.
    ///   - drift: The parts that a check doesn't compare.
    ///   - fileID: The file of the call, for the test to fail there.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    public static func recording(
        _ name: String? = nil,
        mode: RecordingMode = .replay,
        live: (any Transport)? = nil,
        redaction: Redaction = .default,
        repeatsLast: Bool = false,
        ignoresOrigin: Bool = false,
        directory: URL? = nil,
        drift: DriftReport.Options = DriftReport.Options(),
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: Int = #line,
        column: Int = #column
    ) -> RecordingTrait {
        RecordingTrait(
            name: name,
            scope: RecordedScope(
                file: RecordedScope.file(named: name ?? "", in: directory, beside: filePath),
                mode: mode,
                live: live,
                redaction: redaction,
                repeatsLast: repeatsLast,
                ignoresOrigin: ignoresOrigin,
                drift: drift,
                place: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
            )
        )
    }
}
#endif
