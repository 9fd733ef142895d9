#if canImport(Combine) || OpenCombine && os(Linux)
#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif
import CombineMoya
import Foundation
import Moya
import TestSupport
import Testing

/// A publisher of Combine gives no more values than its subscriber demands.
struct CombineDemandTests {
    private let counter = CallCounter()
    private let subscriber = PatientSubscriber()

    private var publisher: AnyPublisher<ProgressResponse, MoyaError> {
        MoyaProvider(ChunkTransport(count: 2), callbackQueue: .global(), plugins: [counter])
            .requestWithProgressPublisher(Page())
    }

    @Test func noDemandMakesNoCall() {
        // A stub is sent as soon as it is called.
        let stub = MoyaProvider<Page>.stub(plugins: [counter])
        stub.requestWithProgressPublisher(Page()).subscribe(subscriber)
        #expect(counter.sent.value == 0)
        #expect(subscriber.listener.values.isEmpty)
        subscriber.demand(1)
        #expect(counter.sent.value == 1)
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

    @Test func demandThatAValueReturnsCounts() async throws {
        let subscriber = PatientSubscriber(next: .max(1))
        publisher.subscribe(subscriber)
        subscriber.demand(1)
        try await subscriber.listener.ended()?.get()
        #expect(subscriber.listener.values.map(\.completed) == [false, false, true])
    }

    @Test func errorWaitsForTheValuesBeforeIt() async throws {
        MoyaProvider(.failing(after: 1), callbackQueue: .global(), plugins: [counter])
            .requestWithProgressPublisher(Page())
            .subscribe(subscriber)
        // As in Moya, a failure tells the progress once more.
        subscriber.demand(2)
        let end = await subscriber.listener.ended()
        #expect(throws: MoyaError.self) { try end?.get() }
        #expect(subscriber.listener.values.map(\.completed) == [false, false])
    }

    @Test func demandedValueMayCancel() {
        let provider = MoyaProvider<Page>.stub(plugins: [counter])
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

    @Test func publishersOfImmediateStubsCanFollowEachOther() {
        let provider = MoyaProvider<Page>.stub(plugins: [counter])
        func page() -> AnyPublisher<Response, MoyaError> { provider.requestPublisher(Page()) }
        let joined = page().append(page()).flatMap(maxPublishers: .max(1)) { _ in page() }.retry(1)
        let listener = Listener<Response>()
        let subscription = joined.sink(
            receiveCompletion: { _ in listener.end(.success(())) },
            receiveValue: { listener.receive($0) }
        )
        #expect(listener.values.count == 2)
        #expect(listener.endCount == 1)
        #expect(counter.sent.value == 4)
        subscription.cancel()
    }

    @Test func cancelledBeforeItsDemandItMakesNoCall() {
        MoyaProvider<Page>.stub(plugins: [counter]).requestWithProgressPublisher(Page()).subscribe(subscriber)
        subscriber.cancel()
        subscriber.demand(1)
        #expect(counter.sent.value == 0)
        #expect(subscriber.listener.endCount == 0)
    }
}

/// A subscriber that demands values when the test does.
private final class PatientSubscriber: Subscriber, Sendable {
    typealias Input = ProgressResponse
    typealias Failure = MoyaError

    /// Subscriptions may be called on any thread, but aren't marked as sendable.
    private struct Kept: @unchecked Sendable {
        var subscription: (any Subscription)?
    }

    let listener = Listener<Report>()
    private let kept = Watched(Kept())
    private let next: Subscribers.Demand

    /// - Parameter next: The demand after each value.
    init(next: Subscribers.Demand = .none) {
        self.next = next
    }

    func receive(subscription: any Subscription) {
        kept.update { $0.subscription = subscription }
    }

    func receive(_ input: ProgressResponse) -> Subscribers.Demand {
        listener.receive(Report(input))
        return next
    }

    func receive(completion: Subscribers.Completion<MoyaError>) {
        switch completion {
        case .finished: listener.end(.success(()))
        case .failure(let error): listener.end(.failure(error))
        }
    }

    func demand(_ count: Int) {
        kept.value.subscription?.request(.max(count))
    }

    func cancel() {
        kept.value.subscription?.cancel()
    }
}
#endif
