#if canImport(Combine) || OpenCombine && os(Linux) || RxSwift || ReactiveSwift
import Foundation
import Talyn
import TestSupport
import Testing

/// What every flavour of reactive programming has to do alike.
struct FlavourTests {
    // MARK: Subscriptions

    @Test(arguments: Flavours.all)
    func eachSubscriptionMakesOneCall(_ flavour: any Flavour) async throws {
        let counter = CallCounter()
        let flow = flavour.request(Page(), .stub(plugins: [counter]))
        #expect(counter.sent.value == 0, "Nobody has subscribed yet.")
        for count in 1...3 {
            #expect(try await flow.outcome().map(\.statusCode) == [200])
            #expect(counter.sent.value == count)
        }
    }

    @Test(arguments: Flavours.all)
    func eachSubscriptionToProgressMakesOneCall(_ flavour: any Flavour) async throws {
        let counter = CallCounter()
        let flow = flavour.requestWithProgress(Page(), .stub(plugins: [counter]), on: nil)
        #expect(counter.sent.value == 0, "Nobody has subscribed yet.")
        for count in 1...3 {
            #expect(try await flow.outcome().map(\.completed) == [true])
            #expect(counter.sent.value == count)
        }
    }

    @Test(arguments: Flavours.all)
    func immediateStubHasAnsweredWhenSubscribed(_ flavour: any Flavour) {
        let listener = Listener<Response>()
        let cancel = flavour.request(Page(), .stub()).subscribe(listener)
        #expect(listener.values.map(\.statusCode) == [200])
        #expect(listener.endCount == 1)
        cancel()
        #expect(listener.endCount == 1)
    }

    @Test(arguments: Flavours.all)
    func subscriberIsCalledOnTheQueue(_ flavour: any Flavour) async throws {
        let queue = DispatchQueue(label: "callbacks")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let onQueue = Watched<[Bool]>([])
        let note: @Sendable () -> Void = {
            onQueue.update { $0.append(DispatchQueue.getSpecific(key: key) == true) }
        }
        let clock = ManualClock()
        let provider = Provider<Page>(transport: ChunkTransport(count: 3, clock: clock), clock: clock)
        let plain = Listener<Response>(onValue: note)
        let first = flavour.request(Page(), provider, on: queue).subscribe(plain)
        _ = await plain.ended()
        let reporting = Listener<ProgressResponse>(onValue: note)
        let second = flavour.requestWithProgress(Page(), provider, on: queue).subscribe(reporting)
        _ = await reporting.ended()
        withExtendedLifetime((first, second)) {}
        // The response; of the progress at least the first report and the end.
        #expect(onQueue.value.count >= 3)
        #expect(onQueue.value.allSatisfy { $0 })
    }

    // MARK: Cancellation

    @Test(arguments: Flavours.all)
    func endingTheSubscriptionCancelsTheCall(_ flavour: any Flavour) async {
        let clock = ManualClock()
        let counter = CallCounter()
        let flow = flavour.request(Page(), .stub(Provider.delayedStub(1), plugins: [counter], clock: clock), on: .queue)
        let listener = Listener<Response>()
        let cancel = flow.subscribe(listener)
        await clock.sleepers(atLeast: 1)
        cancel()
        await counter.cancelled.wait { $0 == 1 }
        #expect(listener.values.isEmpty)
        #expect(listener.endCount == 0)
    }

    @Test(arguments: Flavours.all)
    func endingOneSubscriptionLeavesOthersAlone(_ flavour: any Flavour) async throws {
        let clock = ManualClock()
        let counter = CallCounter()
        let flow = flavour.request(Page(), .stub(Provider.delayedStub(1), plugins: [counter], clock: clock), on: .queue)
        let listeners = [Listener<Response>(), Listener<Response>()]
        let subscriptions = listeners.map { flow.subscribe($0) }
        await clock.sleepers(atLeast: 2)
        subscriptions[0]()
        await counter.cancelled.wait { $0 == 1 }
        clock.advance(by: .seconds(1))
        try await listeners[1].ended()?.get()
        #expect(listeners.map(\.values.count) == [0, 1])
        #expect(counter.cancelled.value == 1)
    }

    // MARK: Lifetimes

    @Test(arguments: Flavours.all)
    func providerIsKeptUntilTheAnswerAndNoLonger(_ flavour: any Flavour) async throws {
        let clock = ManualClock()
        let isDead = Watched(false)
        let listener = Listener<Response>()
        let subscription = flavour.request(Page(), MortalProvider(clock: clock, isDead: isDead)).subscribe(listener)
        await clock.sleepers(atLeast: 1)
        #expect(!isDead.value)
        clock.advance(by: .seconds(1))
        try await listener.ended()?.get()
        #expect(listener.values.count == 1)
        await isDead.wait { $0 }
        withExtendedLifetime(subscription) {}
    }

    @Test(arguments: Flavours.all)
    func providerIsLetGoAfterCancellation(_ flavour: any Flavour) async {
        let clock = ManualClock()
        let isDead = Watched(false)
        let subscription = flavour.requestWithProgress(Page(), MortalProvider(clock: clock, isDead: isDead), on: nil)
            .subscribe(Listener())
        await clock.sleepers(atLeast: 1)
        #expect(!isDead.value)
        subscription()
        await isDead.wait { $0 }
        withExtendedLifetime(subscription) {}
    }

    // MARK: Progress

    @Test(arguments: Flavours.all, [nil, DispatchQueue.global()])
    func progressComesInOrderAndThenTheResponse(_ flavour: any Flavour, queue: DispatchQueue?) async throws {
        let clock = ManualClock()
        let provider = Provider<Page>(transport: ChunkTransport(count: 200, clock: clock), clock: clock)
        let reports = try await flavour.requestWithProgress(Page(), provider, on: queue).outcome()
        #expect(reports.dropLast().map { $0.progressObject?.completedUnitCount } == (1...200).map { Int64($0) })
        #expect(reports.map(\.completed) == Array(repeating: false, count: 200) + [true])
        #expect(reports.last?.response?.data.count == 200)
        #expect(reports.last?.progress == 1)
        #expect(reports.last?.progressObject?.completedUnitCount == 200)
    }

    @Test(arguments: Flavours.all)
    func providersOwnConcurrentQueueKeepsTheOrderToo(_ flavour: any Flavour) async throws {
        let clock = ManualClock()
        let transport = ChunkTransport(count: 200, clock: clock)
        let provider = Provider<Page>(callbackQueue: .global(), transport: transport, clock: clock)
        let fractions = try await flavour.filterProgress(Page(), provider).outcome()
        #expect(fractions.count == 200)
        #expect(fractions == fractions.sorted())
    }

    @Test(arguments: Flavours.all)
    func failureFollowsTheProgressBeforeIt(_ flavour: any Flavour) async {
        let failing = ChunkTransport(count: 2, failure: TransportError(.connectionLost))
        let listener = Listener<ProgressResponse>()
        let flow = flavour.requestWithProgress(Page(), Provider<Page>(transport: failing), on: .queue)
        let subscription = flow.subscribe(listener)
        let end = await listener.ended()
        withExtendedLifetime(subscription) {}
        #expect(throws: TalynError.self) { try end?.get() }
        #expect(listener.values.map(\.completed) == [false, false])
        #expect(listener.endCount == 1)
    }

    @Test(arguments: Flavours.all)
    func progressFiltersTakeTheStreamApart(_ flavour: any Flavour) async throws {
        let clock = ManualClock()
        let provider = Provider<Page>(transport: ChunkTransport(count: 4, clock: clock), clock: clock)
        #expect(try await flavour.filterProgress(Page(), provider).outcome() == [0.25, 0.5, 0.75, 1])
        #expect(try await flavour.filterCompleted(Page(), provider).outcome().map(\.data) == [Data("xxxx".utf8)])
    }

    // MARK: Operators

    @Test(arguments: Flavours.all, OperatorCase.all)
    func operatorGivesWhatTheResponseGives(_ flavour: any Flavour, _ operation: OperatorCase) async {
        let result: String
        do {
            result = try await flavour.applying(operation.operation, to: operation.page, .stub()).outcome()
                .joined(separator: ", ")
        } catch let error as TalynError {
            result = error.caseName
        } catch {
            result = "\(type(of: error))"
        }
        #expect(result == operation.result)
    }

    @Test(arguments: Flavours.all)
    func failedCallIsNotMapped(_ flavour: any Flavour) async {
        let provider = Provider<Page>(transport: ChunkTransport(count: 0, failure: TransportError(.timedOut)))
        let error = await #expect(throws: TalynError.self) {
            try await flavour.applying(.string(keyPath: nil), to: Page(), provider).outcome()
        }
        #expect(error?.isTimedOut == true)
    }
}

extension DispatchQueue {
    /// A queue other than the main one, for streams that end later than their subscription begins.
    fileprivate static var queue: DispatchQueue { DispatchQueue(label: "callbacks") }
}
#endif
