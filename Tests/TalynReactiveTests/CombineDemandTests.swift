#if canImport(Combine) || OpenCombine && os(Linux)
#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif
import Foundation
import Talyn
import TalynCombine
import TestSupport
import Testing

/// What Combine asks of a publisher beyond what all flavours do: to give no more than is demanded.
struct CombineDemandTests {
    private let counter = CallCounter()
    private let subscriber = PatientSubscriber()

    private var publisher: AnyPublisher<ProgressResponse, TalynError> {
        Provider<Page>(callbackQueue: .global(), transport: ChunkTransport(count: 2), plugins: [counter])
            .requestWithProgressPublisher(Page())
    }

    @Test func noDemandMakesNoCall() {
        publisher.subscribe(subscriber)
        #expect(counter.sent.value == 0)
        #expect(subscriber.listener.values.isEmpty)
    }

    @Test func valuesWaitUntilTheyAreDemanded() async throws {
        publisher.subscribe(subscriber)
        for count in 1...3 {
            subscriber.demand(1)
            await subscriber.listener.values(atLeast: count)
            #expect(subscriber.listener.values.count == count)
        }
        try await subscriber.listener.ended()?.get()
        #expect(subscriber.listener.values.map(\.completed) == [false, false, true])
        #expect(counter.sent.value == 1)
    }

    @Test func demandedValueMayCancel() {
        let provider = Provider<Page>.stub(plugins: [counter])
        let listener = Listener<Response>()
        let subscription = provider.requestPublisher(Page()).prefix(1)
            .sink(
                receiveCompletion: { _ in listener.end(.success(())) },
                receiveValue: { listener.receive($0) }
            )
        #expect(listener.values.count == 1)
        #expect(listener.endCount == 1)
        subscription.cancel()
    }

    @Test func cancelledBeforeItsDemandItMakesNoCall() {
        publisher.subscribe(subscriber)
        subscriber.cancel()
        subscriber.demand(1)
        #expect(counter.sent.value == 0)
        #expect(subscriber.listener.endCount == 0)
    }
}

/// A subscriber that demands values when it is told to.
private final class PatientSubscriber: Subscriber, Sendable {
    typealias Input = ProgressResponse
    typealias Failure = TalynError

    /// Subscriptions are called from any thread, though they don't say so.
    private struct Kept: @unchecked Sendable {
        var subscription: (any Subscription)?
    }

    let listener = Listener<ProgressResponse>()
    private let kept = Watched(Kept())

    func receive(subscription: any Subscription) {
        kept.update { $0.subscription = subscription }
    }

    func receive(_ input: ProgressResponse) -> Subscribers.Demand {
        listener.receive(input)
        return .none
    }

    func receive(completion: Subscribers.Completion<TalynError>) {
        listener.end(.success(()))
    }

    func demand(_ count: Int) {
        kept.value.subscription?.request(.max(count))
    }

    func cancel() {
        kept.value.subscription?.cancel()
    }
}
#endif
