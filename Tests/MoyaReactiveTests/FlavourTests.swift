#if canImport(Combine) || OpenCombine && os(Linux) || RxSwift || ReactiveSwift
import Foundation
import Moya
import TestSupport
import Testing

/// The behaviour that all flavours share.
struct FlavourTests {
    // MARK: Subscriptions

    @Test(arguments: Flavours.all)
    func eachSubscriptionMakesOneCall(_ flavour: any Flavour) async throws {
        let counter = CallCounter()
        let flow = flavour.request(Page(), .stub(plugins: [counter]))
        #expect(counter.sent.value == 0, "There is no subscriber yet.")
        for count in 1...3 {
            #expect(try await flow.outcome().map(\.statusCode) == [200])
            #expect(counter.sent.value == count)
        }
    }

    @Test(arguments: Flavours.all)
    func eachSubscriptionToProgressMakesOneCall(_ flavour: any Flavour) async throws {
        let counter = CallCounter()
        let flow = flavour.requestWithProgress(Page(), .stub(plugins: [counter]), on: nil)
        #expect(counter.sent.value == 0, "There is no subscriber yet.")
        for count in 1...3 {
            #expect(try await flow.outcome().map(\.completed) == [true])
            #expect(counter.sent.value == count)
        }
    }

    @Test(arguments: Flavours.all)
    func immediateStubHasAnsweredWhenTheSubscriptionReturns(_ flavour: any Flavour) {
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
        let provider = MoyaProvider(ChunkTransport(count: 3))
        let plain = Listener<Response>(onValue: note)
        let first = flavour.request(Page(), provider, on: queue).subscribe(plain)
        try await plain.ended()?.get()
        let reporting = Listener<Report>(onValue: note)
        let second = flavour.requestWithProgress(Page(), provider, on: queue).subscribe(reporting)
        try await reporting.ended()?.get()
        withExtendedLifetime((first, second)) {}
        // The response of the first call, three progress values and the response of the second one.
        #expect(onQueue.value == Array(repeating: true, count: 5))
    }

    @Test(arguments: Flavours.all)
    func callbackQueueOfTheProviderIsTheDefault(_ flavour: any Flavour) async throws {
        let queue = DispatchQueue(label: "callbacks")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let onQueue = Watched<[Bool]>([])
        let listener = Listener<Report>(
            onValue: { onQueue.update { $0.append(DispatchQueue.getSpecific(key: key) == true) } }
        )
        let provider = MoyaProvider(ChunkTransport(count: 1), callbackQueue: queue)
        let subscription = flavour.requestWithProgress(Page(), provider, on: nil).subscribe(listener)
        try await listener.ended()?.get()
        withExtendedLifetime(subscription) {}
        #expect(onQueue.value == [true, true])
    }

    // MARK: Cancellation

    @Test(arguments: Flavours.all)
    func endingTheSubscriptionCancelsTheCall(_ flavour: any Flavour) async {
        let counter = CallCounter()
        let transport = GatedTransport()
        let queue = DispatchQueue(label: "callbacks")
        let provider = MoyaProvider(transport, callbackQueue: queue, plugins: [counter])
        let listener = Listener<Response>()
        let cancel = flavour.request(Page(), provider).subscribe(listener)
        await transport.arrived(atLeast: 1)
        cancel()
        await counter.failed.wait { $0 == 1 }
        // The completion follows the plugins on the queue.
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
        #expect(listener.values.isEmpty)
        #expect(listener.endCount == 0)
    }

    @Test(arguments: Flavours.all)
    func endingOneSubscriptionLeavesOthersAlone(_ flavour: any Flavour) async throws {
        let counter = CallCounter()
        let transport = GatedTransport()
        let provider = MoyaProvider(transport, callbackQueue: .callbacks, plugins: [counter])
        let flow = flavour.request(Page(), provider)
        let listeners = [Listener<Response>(), Listener<Response>()]
        let subscriptions = listeners.map { flow.subscribe($0) }
        await transport.arrived(atLeast: 2)
        subscriptions[0]()
        await counter.failed.wait { $0 == 1 }
        transport.open()
        try await listeners[1].ended()?.get()
        #expect(listeners.map(\.values.count) == [0, 1])
        #expect(counter.failed.value == 1)
    }

    @Test(arguments: Flavours.all)
    func callThatHasEndedIsNotCancelled(_ flavour: any Flavour) {
        let provider = ManualProvider()
        let listener = Listener<Response>()
        let cancel = flavour.request(Page(), provider).subscribe(listener)
        provider.complete(.success(Response(statusCode: 200, data: Data())))
        cancel()
        #expect(listener.endCount == 1)
        #expect(provider.cancelled.value == 0)
    }

    @Test(arguments: Flavours.all)
    func cancelledSubscriberReceivesNothingMore(_ flavour: any Flavour) {
        let provider = ManualProvider()
        let listener = Listener<Report>()
        let cancel = flavour.requestWithProgress(Page(), provider, on: nil).subscribe(listener)
        provider.report(ProgressResponse())
        cancel()
        cancel()
        provider.report(ProgressResponse())
        provider.complete(.success(Response(statusCode: 200, data: Data())))
        #expect(provider.cancelled.value == 1)
        #expect(listener.values.map(\.completed) == [false])
        #expect(listener.endCount == 0)
    }

    // MARK: Lifetimes

    @Test(arguments: Flavours.all)
    func providerIsKeptUntilTheAnswerAndNoLonger(_ flavour: any Flavour) async throws {
        let transport = GatedTransport()
        let listener = Listener<Response>()
        let (subscription, isDead) = subscribed(transport) { flavour.request(Page(), $0).subscribe(listener) }
        await transport.arrived(atLeast: 1)
        #expect(!isDead.value)
        transport.open()
        try await listener.ended()?.get()
        #expect(listener.values.count == 1)
        await isDead.wait { $0 }
        withExtendedLifetime(subscription) {}
    }

    @Test(arguments: Flavours.all)
    func providerIsReleasedAfterCancellation(_ flavour: any Flavour) async {
        let transport = GatedTransport()
        let listener = Listener<Report>()
        let (subscription, isDead) = subscribed(transport) {
            flavour.requestWithProgress(Page(), $0, on: nil).subscribe(listener)
        }
        await transport.arrived(atLeast: 1)
        #expect(!isDead.value)
        subscription()
        await isDead.wait { $0 }
        withExtendedLifetime(subscription) {}
    }

    /// Subscribes to a call of a provider that nothing else holds.
    private func subscribed(
        _ transport: GatedTransport,
        _ subscribe: (MortalProvider) -> () -> Void
    ) -> (() -> Void, isDead: Watched<Bool>) {
        let provider = MortalProvider(transport, callbackQueue: .callbacks)
        return (subscribe(provider), provider.isDead)
    }

    // MARK: Progress

    @Test(arguments: Flavours.all, [nil, DispatchQueue.global()])
    func progressComesInOrderAndThenTheResponse(_ flavour: any Flavour, queue: DispatchQueue?) async throws {
        let provider = MoyaProvider(ChunkTransport(count: 200))
        let reports = try await flavour.requestWithProgress(Page(), provider, on: queue).outcome()
        let counts = reports.dropLast().map(\.count)
        let expected: [Int64?] = (1...200).map { $0 }
        #expect(counts == expected)
        #expect(reports.dropLast().allSatisfy { !$0.completed })
        #expect(reports.last?.completed == true)
        #expect(reports.last?.response?.data.count == 200)
        #expect(reports.last?.fraction == 1)
        #expect(reports.last?.count == 200)
    }

    @Test(arguments: Flavours.all)
    func concurrentQueueOfTheProviderKeepsTheOrder(_ flavour: any Flavour) async throws {
        let provider = MoyaProvider(ChunkTransport(count: 200), callbackQueue: .global())
        let fractions = try await flavour.filterProgress(Page(), provider).outcome()
        #expect(fractions.count == 200)
        #expect(fractions == fractions.sorted())
    }

    @Test(arguments: Flavours.all)
    func failureFollowsTheProgressBeforeIt(_ flavour: any Flavour) async {
        let provider = MoyaProvider(.failing(after: 2))
        let listener = Listener<Report>()
        let subscription = flavour.requestWithProgress(Page(), provider, on: .callbacks).subscribe(listener)
        let end = await listener.ended()
        withExtendedLifetime(subscription) {}
        #expect(throws: MoyaError.self) { try end?.get() }
        // As in Moya, a failure tells the progress once more.
        #expect(listener.values.map(\.completed) == [false, false, false])
        #expect(listener.endCount == 1)
    }

    @Test(arguments: Flavours.all)
    func progressWithoutAnObjectKeepsTheLastOne(_ flavour: any Flavour) {
        let provider = ManualProvider()
        let listener = Listener<Report>()
        let subscription = flavour.requestWithProgress(Page(), provider, on: nil).subscribe(listener)
        let progress = Progress.discreteProgress(totalUnitCount: 4)
        progress.completedUnitCount = 3
        provider.report(ProgressResponse(progress: progress))
        provider.report(ProgressResponse())
        provider.report(ProgressResponse(response: Response(statusCode: 200, data: Data())))
        provider.complete(.success(Response(statusCode: 200, data: Data())))
        withExtendedLifetime(subscription) {}
        #expect(listener.values.map(\.count) == [3, 3, 3])
        #expect(listener.values.map(\.fraction) == [0.75, 0.75, 1])
        #expect(listener.endCount == 1)
    }

    @Test(arguments: Flavours.all)
    func progressFiltersDivideTheStream(_ flavour: any Flavour) async throws {
        let provider = MoyaProvider(ChunkTransport(count: 4))
        #expect(try await flavour.filterProgress(Page(), provider).outcome() == [0.25, 0.5, 0.75, 1])
        #expect(try await flavour.filterCompleted(Page(), provider).outcome().map(\.data) == [Data("xxxx".utf8)])
    }

    // MARK: Plugins

    @Test(arguments: Flavours.all)
    func responseOfAProgressStreamIsTheOneThatPluginsMade(_ flavour: any Flavour) async throws {
        let plugin = ResultPlugin(result: .success(Response(statusCode: 299, data: Data())))
        let provider = MoyaProvider(ChunkTransport(count: 1), plugins: [plugin])
        #expect(try await flavour.filterCompleted(Page(), provider).outcome().map(\.statusCode) == [299])
    }

    @Test(arguments: Flavours.all)
    func callThatAPluginFailsHasNoResponse(_ flavour: any Flavour) async {
        let plugin = ResultPlugin(result: .failure(.requestMapping("")))
        let provider = MoyaProvider(ChunkTransport(count: 1), callbackQueue: .callbacks, plugins: [plugin])
        let listener = Listener<Report>()
        let subscription = flavour.requestWithProgress(Page(), provider, on: nil).subscribe(listener)
        let end = await listener.ended()
        withExtendedLifetime(subscription) {}
        let error = #expect(throws: MoyaError.self) { try end?.get() }
        #expect(error?.caseName == "requestMapping")
        #expect(listener.values.map(\.completed) == [false])
    }

    // MARK: Operators

    @Test(arguments: Flavours.all, OperatorCase.all)
    func operatorGivesTheResultOfTheResponse(_ flavour: any Flavour, _ operation: OperatorCase) async {
        let result: String
        do {
            result = try await flavour.applying(operation.operation, to: operation.page, .stub()).outcome()
                .joined(separator: ", ")
        } catch let error as MoyaError {
            result = error.caseName
        } catch {
            result = "\(type(of: error))"
        }
        #expect(result == operation.result)
    }

    @Test(arguments: Flavours.all)
    func failedCallIsNotMapped(_ flavour: any Flavour) async {
        let provider = MoyaProvider(.failing(after: 0))
        let error = await #expect(throws: MoyaError.self) {
            try await flavour.applying(.string(keyPath: nil), to: Page(), provider).outcome()
        }
        #expect(error?.caseName == "underlying")
    }

    @Test(arguments: Flavours.all)
    func failedValidationKeepsTheResponse(_ flavour: any Flavour) async {
        var page = Page(500, "down")
        page.isValidated = true
        let error = await #expect(throws: MoyaError.self) {
            try await flavour.applying(.string(keyPath: nil), to: page, .stub()).outcome()
        }
        #expect(error?.caseName == "underlying")
        #expect(error?.response?.data == Data("down".utf8))
    }
}

extension DispatchQueue {
    /// A queue other than the main one, for streams that end later than their subscription begins.
    fileprivate static var callbacks: DispatchQueue { DispatchQueue(label: "callbacks") }
}
#endif
