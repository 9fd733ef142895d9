import Foundation

/// Sample responses that live outside the targets, such as in a test bundle.
///
/// A ``Provider`` whose calls are stubbed asks them before it takes a target's ``TargetType/sampleData``:
///
/// ```swift
/// var samples = SampleResponses()
/// samples.register(.networkResponse(200, Data("Keep it simple.".utf8)), for: Season.summer)
/// samples.register(for: GitHub.self) { target in
///     switch target {
///     case .user: try .resource("user.json", in: bundle)
///     default: nil
///     }
/// }
/// let provider = MultiProvider(stubClosure: MultiProvider.immediatelyStub, samples: samples)
/// ```
///
/// A value, so tests that run at the same time don't meet in it. What was registered last is asked first.
public struct SampleResponses: Sendable {
    private var answers: [@Sendable (any TargetType) throws -> EndpointSampleResponse?] = []

    /// Creates samples that know no target.
    public init() {}

    /// Registers what a stub of one target answers.
    public mutating func register<Target: TargetType & Equatable>(_ sample: EndpointSampleResponse, for target: Target)
    {
        answers.append { $0 as? Target == target ? sample : nil }
    }

    /// Registers what stubs of a type of targets answer.
    ///
    /// - Parameters:
    ///   - type: The type of the targets themselves, not that of a ``MultiTarget`` around them.
    ///   - sample: Gives the answer each time one is due; nil leaves the target to what was registered before, and at
    ///     last to the endpoint. What it throws becomes an ``EndpointSampleResponse/networkError(_:)``.
    public mutating func register<Target: TargetType>(
        for type: Target.Type,
        sample: @escaping @Sendable (Target) throws -> EndpointSampleResponse?
    ) {
        answers.append { target in try (target as? Target).flatMap(sample) }
    }

    /// The endpoint, answering with the samples for its target, or else with its own.
    func apply(to endpoint: Endpoint, of target: any TargetType) -> Endpoint {
        if answers.isEmpty { return endpoint }
        return endpoint.replacing { [self] in
            do {
                return try sample(for: target) ?? endpoint.sampleResponseClosure()
            } catch {
                return .networkError(error as NSError)
            }
        }
    }

    private func sample(for target: any TargetType) throws -> EndpointSampleResponse? {
        for answer in answers.reversed() {
            if let sample = try answer(target) { return sample }
        }
        return nil
    }
}
