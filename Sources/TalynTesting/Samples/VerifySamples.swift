/// Fails the test for each target whose sample a call wouldn't accept: its validation refuses status 200, or the sample doesn't
/// decode.
///
/// ```swift
/// @Test func samplesAreTrue() async {
///     await verifySamples(of: [GitHub.user("ada"), .user("grace")], as: Account.self)
/// }
/// ```
///
/// - Parameters:
///   - targets: The targets. `CaseIterable` gives a list of all cases.
///   - type: The type of the results.
///   - fileID: The file of the call, for the test to fail there.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
/// - Returns: The targets that failed.
@discardableResult
public func verifySamples<Target: TargetType, Value: Decodable & Sendable>(
    of targets: [Target],
    as type: Value.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: Int = #line,
    column: Int = #column
) async -> [Target] {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return await verify(targets, at: place) { provider, target throws(TalynError) in
        _ = try await provider.request(target, as: type)
    }
}

/// Fails the test for each target whose sample doesn't give its result: its validation refuses status 200, or the sample doesn't
/// decode.
///
/// ```swift
/// @Test func samplesAreTrue() async {
///     await verifySamples(of: [Profile(name: "ada")])
/// }
/// ```
///
/// - Parameters:
///   - targets: The targets. `CaseIterable` gives a list of all cases.
///   - fileID: The file of the call, for the test to fail there.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
/// - Returns: The targets that failed.
@discardableResult
public func verifySamples<Target: DecodableTargetType>(
    of targets: [Target],
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: Int = #line,
    column: Int = #column
) async -> [Target] {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return await verify(targets, at: place) { provider, target throws(TalynError) in
        let _: Target.ResultType = try await provider.request(target)
    }
}

private func verify<Target: TargetType>(
    _ targets: [Target],
    at place: CallSite?,
    _ call: (Provider<Target>, Target) async throws(TalynError) -> Void
) async -> [Target] {
    let provider = Provider<Target>(transport: SampleTransport())
    var failed: [Target] = []
    for target in targets {
        do throws(TalynError) {
            try await call(provider, target)
        } catch {
            failed.append(target)
            reportIssue("The sample of \(target.targetName) is invalid: \(error)", at: place)
        }
    }
    return failed
}
