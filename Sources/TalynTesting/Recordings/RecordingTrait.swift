#if canImport(Testing)
public import Foundation
public import Testing

/// Gives a test a recording: see `.recording`.
public struct RecordingTrait: TestTrait, SuiteTrait, TestScoping {
    let name: String?
    private let directory: URL?
    let scope: RecordedScope
    /// The name of the suite whose tests have it, each with a file of its own; nil if it is that of a test.
    private let suite = Locked<[String]?>(nil)

    init(name: String?, in directory: URL?, scope: RecordedScope) {
        self.name = name
        self.directory = directory
        self.scope = scope
    }

    public var isRecursive: Bool { true }

    /// All cases of a test share its recording.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> RecordingTrait? {
        if test.isSuite {
            let components = test.id.nameComponents
            // Suites within the suite have it, too.
            suite.withLock { if components.count < $0?.count ?? .max { $0 = components } }
        }
        return test.isSuite || testCase != nil ? nil : self
    }

    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await scope.with(file: file(for: test)).runTest(function)
    }

    private func file(for test: Test) -> URL {
        // Of a function, without its parameters.
        let components = test.id.nameComponents.map { String($0.prefix { $0 != "(" }) }
        let own = components.joined(separator: ".")
        let name =
            if let name {
                ([name] + components.dropFirst(suite.withLock { $0?.count } ?? components.count)).joined(separator: ".")
            } else {
                own
            }
        return RecordedScope.file(named: name, in: directory, beside: scope.place.filePath)
    }
}

extension Trait where Self == RecordingTrait {
    /// Gives a test a recording, which answers its calls: those of all providers that were not given a transport that stands
    /// in for one.
    ///
    /// ```swift
    /// @Test(.recording("zen")) func zenIsShort() async throws {
    ///     let zen = try await Provider<GitHub>().request(.zen).mapString()
    ///     #expect(zen.count < 100)
    /// }
    /// ```
    ///
    /// The recording is in the directory `Recordings` beside the source. A suite that has it gives each of its tests a file of
    /// its own. The test fails with entries that it doesn't use, and with calls that no entry answers. The environment variable
    /// `TALYN_RECORDING` takes the place of the mode: `replay`, `missing`, `rerecord` or `check`.
    ///
    /// - Parameters:
    ///   - name: The name of the file without its ending; by default that of the suite and the test.
    ///   - mode: What is done with the recording.
    ///   - live: What speaks to servers if the mode needs any; by default the transport that providers share.
    ///   - redaction: What is masked in the recording.
    ///   - repeatsLast: Whether the last of several entries that are alike goes on answering.
    ///   - ignoresOrigin: Whether an entry answers requests to any scheme, host and port: for a server on a random port,
    ///     or for several environments of one server.
    ///   - directory: Where the file is, by default in the directory `Recordings` beside the source.
    ///   - drift: What doesn't count when the recording is checked.
    ///   - fileID: Where problems are reported.
    ///   - filePath: Where problems are reported.
    ///   - line: Where problems are reported.
    ///   - column: Where problems are reported.
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
            in: directory,
            scope: RecordedScope(
                file: RecordedScope.file(named: name ?? "", in: directory, beside: filePath),
                mode: mode,
                live: live,
                redaction: redaction,
                repeatsLast: repeatsLast,
                ignoresOrigin: ignoresOrigin,
                drift: drift,
                place: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
            )
        )
    }
}
#endif
