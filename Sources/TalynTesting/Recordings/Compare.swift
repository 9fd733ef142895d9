/// Fails the test if what a server says now differs from what was recorded: the status, which header fields there are, and
/// the shape of JSON.
///
/// - Parameters:
///   - live: What the server says now.
///   - recorded: What was recorded.
///   - options: What doesn't count.
///   - fileID: Where the problem is reported.
///   - filePath: Where the problem is reported.
///   - line: Where the problem is reported.
///   - column: Where the problem is reported.
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
    report.fail(at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
    return report
}

/// Fails the test if a recording of now differs from one of before: each request is compared with the one that answers the
/// same.
///
/// - Parameters:
///   - live: What was recorded now.
///   - recorded: What was recorded before.
///   - redaction: What is masked in requests before they are compared.
///   - ignoresOrigin: Whether a request is compared with one to another scheme, host or port.
///   - options: What doesn't count.
///   - fileID: Where the problem is reported.
///   - filePath: Where the problem is reported.
///   - line: Where the problem is reported.
///   - column: Where the problem is reported.
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
    report.fail(at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
    return report
}

extension DriftReport {
    fileprivate func fail(at place: SourcePlace) {
        if !isEmpty { reportIssue("What was recorded has drifted:\n\(self)", at: place) }
    }
}
