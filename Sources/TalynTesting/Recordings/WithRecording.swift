public import Foundation

/// Answers the calls of a part of a test with a recording. Providers that were created with stubs or a recording keep these.
///
/// ```swift
/// func testZen() async throws {
///     try await withRecording("zen") {
///         let zen = try await Provider<GitHub>().request(.zen, as: String.self)
///         XCTAssertLessThan(zen.count, 100)
///     }
/// }
/// ```
///
/// For tests of XCTest, and for parts of a test of Swift Testing, which has the trait `.recording` for whole tests. The test fails
/// if it leaves entries unused, or if no entry answers a call. The environment variable `TALYN_RECORDING` overrides the mode.
///
/// - Parameters:
///   - name: The name of the file without its extension.
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
///   - function: The function of the test, for the command that the failure shows under XCTest.
///   - body: The part of the test.
/// - Throws: ``RecordingError`` if the recording can't be read or written, or the error of `body`.
public func withRecording(
    _ name: String,
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
    column: Int = #column,
    function: StaticString = #function,
    _ body: @escaping () async throws -> Void
) async throws {
    let scope = RecordedScope(
        file: RecordedScope.file(named: name, in: directory, beside: filePath),
        mode: mode,
        live: live,
        redaction: redaction,
        repeatsLast: repeatsLast,
        ignoresOrigin: ignoresOrigin,
        drift: drift,
        place: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
        function: function
    )
    // The body runs once, and the function waits for it. It stays on its actor.
    nonisolated(unsafe) let body = body
    try await scope.run { try await body() }
}
