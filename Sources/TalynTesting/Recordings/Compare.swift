/// Fails the test if a response differs from a recorded one: in the status, the names of header fields, or the shape of
/// JSON.
///
/// - Parameters:
///   - live: The response of the server.
///   - recorded: The recorded response.
///   - options: The parts that aren't compared.
///   - fileID: The file of the call, for the test to fail there.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
/// - Returns: The differences.
@discardableResult
public func compare(
    live: Response,
    recorded: Response,
    options: DriftReport.Options = DriftReport.Options(),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: Int = #line,
    column: Int = #column
) -> DriftReport {
    let report = DriftReport(live: live, recorded: recorded, options: options)
    report.fail(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    return report
}

/// Fails the test if a new recording differs from an earlier one. Each entry is compared with the matching one.
///
/// - Parameters:
///   - live: The new recording.
///   - recorded: The earlier recording.
///   - redaction: The mask of requests, before they are compared.
///   - ignoresOrigin: Whether requests with different schemes, hosts or ports can match.
///   - options: The parts that aren't compared.
///   - fileID: The file of the call, for the test to fail there.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
/// - Returns: The differences.
@discardableResult
public func compare(
    live: Recording,
    recorded: Recording,
    redaction: Redaction = .default,
    ignoresOrigin: Bool = false,
    options: DriftReport.Options = DriftReport.Options(),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: Int = #line,
    column: Int = #column
) -> DriftReport {
    let report = DriftReport(
        live: live,
        recorded: recorded,
        redaction: redaction,
        ignoresOrigin: ignoresOrigin,
        options: options
    )
    report.fail(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    return report
}

extension DriftReport {
    fileprivate func fail(at place: CallSite?) {
        if !isEmpty { reportIssue("The server has drifted from the recording:\n\(self)", at: place) }
    }
}
