public import Foundation

/// Runs a part of a test with a recording, which answers its calls: those of all providers that were not given a transport
/// that stands in for one.
///
/// ```swift
/// func testZen() async throws {
///     try await withRecording("zen") {
///         let zen = try await Provider<GitHub>().request(.zen).mapString()
///         XCTAssertLessThan(zen.count, 100)
///     }
/// }
/// ```
///
/// It is for XCTest, and does the same in a test of Swift Testing, which has a trait for whole tests, too. The test fails with
/// entries that it doesn't use, and with calls that no entry answers. The environment variable `TALYN_RECORDING` takes
/// the place of the mode.
///
/// - Parameters:
///   - name: The name of the file without its ending.
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
///   - body: The part of the test.
/// - Throws: ``RecordingError`` if the recording can't be read or written, and what `body` throws.
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
        place: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    )
    // It is run once, and waited for; what it is isolated to, it stays isolated to.
    nonisolated(unsafe) let body = body
    try await scope.run { try await body() }
}
