import TestSupport

@testable import TalynCore

/// Makes calls with the plugin, for the suites of its tests.
protocol RetryTests {}

extension RetryTests {
    func provider(
        _ answers: InTurn<Sample>,
        _ plugins: any Plugin...,
        clock: any Clock<Duration> = ContinuousClock()
    ) -> Provider<Zen> {
        Provider(answering: { answers.next() }, plugins: plugins, clock: clock)
    }

    func result(
        of target: Zen,
        by provider: Provider<Zen>,
        _ configure: (inout RequestOptions) -> Void = { _ in }
    ) async -> Result<Response, TalynError> {
        await Result { () async throws(TalynError) in try await provider.request(target, options: .init(configure)) }
    }
}
