/// Fails the test for each target whose sample isn't what a call of it would accept: where its status fails the target's
/// validation, or its body doesn't decode to the result.
///
/// ```swift
/// @Test func samplesAreTrue() async {
///     await verifySamples(of: [GitHub.user("ada"), .user("grace")], as: Account.self)
/// }
/// ```
///
/// - Parameters:
///   - targets: The targets. For a list of all cases there is `CaseIterable`.
///   - type: What their results are decoded to.
///   - endpointClosure: Resolves a target: the one of the app's provider, if that has one, since it may say what a
///     sample is.
///   - fileID: Where a failure is reported.
///   - filePath: Where a failure is reported.
///   - line: Where a failure is reported.
///   - column: Where a failure is reported.
/// - Returns: The targets that have failed.
@discardableResult
public func verifySamples<Target: TargetType, Value: Decodable & Sendable>(
    of targets: [Target],
    as type: Value.Type,
    endpointClosure: @escaping Provider<Target>.EndpointClosure = Provider.defaultEndpointMapping,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: Int = #line,
    column: Int = #column
) async -> [Target] {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return await verify(targets, endpointClosure, at: place) { provider, target throws(TalynError) in
        _ = try await provider.request(target, as: type)
    }
}

/// Fails the test for each target whose sample doesn't give its result: where its status fails the target's validation, or
/// its body doesn't decode.
///
/// ```swift
/// @Test func samplesAreTrue() async {
///     await verifySamples(of: [Profile(name: "ada")])
/// }
/// ```
///
/// - Parameters:
///   - targets: The targets. For a list of all cases there is `CaseIterable`.
///   - endpointClosure: Resolves a target: the one of the app's provider, if that has one, since it may say what a
///     sample is.
///   - fileID: Where a failure is reported.
///   - filePath: Where a failure is reported.
///   - line: Where a failure is reported.
///   - column: Where a failure is reported.
/// - Returns: The targets that have failed.
@discardableResult
public func verifySamples<Target: DecodableTargetType>(
    of targets: [Target],
    endpointClosure: @escaping Provider<Target>.EndpointClosure = Provider.defaultEndpointMapping,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: Int = #line,
    column: Int = #column
) async -> [Target] {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return await verify(targets, endpointClosure, at: place) { provider, target throws(TalynError) in
        let _: Target.ResultType = try await provider.request(target)
    }
}

private func verify<Target: TargetType>(
    _ targets: [Target],
    _ endpointClosure: @escaping Provider<Target>.EndpointClosure,
    at place: SourcePlace,
    _ call: (Provider<Target>, Target) async throws(TalynError) -> Void
) async -> [Target] {
    let provider = Provider<Target>(endpointClosure: endpointClosure, stubClosure: Provider.immediatelyStub)
    var failed: [Target] = []
    for target in targets {
        do throws(TalynError) {
            try await call(provider, target)
        } catch {
            failed.append(target)
            reportIssue("The sample of \(TargetLabel(target)) is none: \(error)", at: place)
        }
    }
    return failed
}
