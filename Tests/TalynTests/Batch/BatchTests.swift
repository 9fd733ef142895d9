import Foundation
import Testing

@testable import Talyn

struct BatchTests {
    private struct Find: DecodableTargetType {
        typealias ResultType = User
        let name: String

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: RequestPath { "/users/\(name)" }
        var sampleData: Data { Data(#"{"name":"\#(name)"}"#.utf8) }
    }

    private struct Processed: CallObserver {
        let recorder: Recorder<String>

        func didEnd(_ result: Result<Response, TalynError>, context: CallContext) {
            recorder.record(result.text)
        }
    }

    private let transport = HeldTransport()

    private var provider: Provider<Zen> { Provider(transport: transport) }

    // MARK: Order and limit

    @Test func resultsComeInTheOrderOfTheTargets() async throws {
        async let users = provider.batch((0..<8).users, limit: 8).values(as: User.self)
        await transport.sent(atLeast: 8)
        for (count, number) in (0..<8).reversed().enumerated() {
            transport.release(number)
            await transport.ended(atLeast: count + 1)
        }
        #expect(try await users.map(\.name) == (0..<8).map { "\($0)" })
    }

    @Test(arguments: [(Int.min, 1), (0, 1), (1, 1), (3, 3), (20, 20), (Int.max, 20)])
    func neverMoreThanTheLimitIsUnderWay(limit: Int, most: Int) async throws {
        async let responses = provider.batch((0..<20).users, limit: limit).responses()
        await transport.sent(atLeast: most)
        transport.open()
        #expect(try await responses.count == 20)
        #expect(transport.most == most)
        #expect(Set(transport.sent).count == 20)
    }

    @Test func placeOfACallThatEndsIsTakenByTheNext() async throws {
        async let responses = provider.batch((0..<6).users, limit: 2).responses()
        await transport.sent(atLeast: 2)
        transport.release(1)
        await transport.sent(atLeast: 3)
        transport.release(2)
        await transport.sent(atLeast: 4)
        #expect(Set(transport.sent) == ["0", "1", "2", "3"])
        transport.open()
        #expect(try await responses.count == 6)
    }

    @Test func emptyBatchGivesNothing() async throws {
        let batch = provider.batch([])
        #expect(try await batch.responses().isEmpty)
        #expect(try await batch.values(as: User.self).isEmpty)
        #expect(await batch.results().isEmpty)
        for await _ in batch { Issue.record("There is nothing to call.") }
    }

    @Test func thousandsOfStubsAreCalled() async throws {
        let provider = Provider<Zen>(transport: SampleTransport())
        let batch = provider.batch((0..<10_000).users, limit: 16)
        #expect(try await batch.values(as: User.self).map(\.name) == (0..<10_000).map { "\($0)" })
        var isSeen = [Bool](repeating: false, count: 10_000)
        for await item in batch {
            #expect(!isSeen[item.index])
            isSeen[item.index] = try item.result.get().map(User.self).name == "\(item.index)"
        }
        #expect(!isSeen.contains(false))
    }

    // MARK: Failures

    @Test func firstFailureCancelsTheRest() async throws {
        let transport = HeldTransport { name in
            if name == "1" { throw TransportError(.connectionLost) }
            return name
        }
        let recorder = Recorder<String>()
        let provider = Provider<Zen>(transport: transport, plugins: [Processed(recorder: recorder)])
        let task = Task {
            await Result { () async throws(TalynError) in
                try await provider.batch((0..<10).users, limit: 3).responses()
            }
        }
        await transport.sent(atLeast: 3)
        transport.release(1)
        guard case .failure(let error) = await task.value else { throw CancellationError() }
        #expect(error.transportError?.kind == .connectionLost)
        #expect(transport.sent.count == 3)
        #expect(transport.underWay == 0, "their tasks have ended")
        #expect(transport.cancelled == ["0", "2"])
        #expect(recorder.events.sorted() == ["cancelled", "cancelled", "failed"])
    }

    @Test func valueThatCannotBeDecodedIsAFailure() async throws {
        let transport = HeldTransport { $0 == "0" ? "no JSON" : #"{"name":"\#($0)"}"# }
        let provider = Provider<Zen>(transport: transport)
        async let users = provider.batch((0..<10).users, limit: 2).values(as: User.self)
        await transport.sent(atLeast: 2)
        transport.release(0)
        do {
            _ = try await users
            Issue.record("It gives values.")
        } catch {
            #expect((error as? TalynError)?.reason == .decoding)
        }
        #expect(transport.cancelled == ["1"])
        #expect(transport.sent.count == 2)
    }

    @Test func resultsTellHowEachCallEnded() async throws {
        let transport = HeldTransport { name in
            if name == "1" { throw TransportError(.connectionLost) }
            return name
        }
        transport.open()
        let results = await Provider<Zen>(transport: transport).batch((0..<6).users, limit: 2).results()
        #expect(results.map(\.text) == ["200", "failed", "200", "200", "200", "200"])
        #expect(results.compactMap { try? $0.get().mapString() } == ["0", "2", "3", "4", "5"])
    }

    // MARK: Cancellation

    @Test func cancellationEndsTheRunningCallsAndStartsNoMore() async {
        let batch = provider.batch((0..<10).users, limit: 3)
        let results = Task { await batch.results() }
        await transport.sent(atLeast: 3)
        results.cancel()
        #expect(await results.value.map(\.text) == Array(repeating: "cancelled", count: 10))
        #expect(transport.sent.count == 3)
        #expect(transport.underWay == 0)

        let responses = Task {
            await Result { () async throws(TalynError) in try await batch.responses() }
        }
        await transport.sent(atLeast: 6)
        responses.cancel()
        guard case .failure(let error) = await responses.value else {
            Issue.record("It gives responses.")
            return
        }
        #expect(error.isCancelled)
        #expect(transport.sent.count == 6)
    }

    @Test func cancelledTaskStartsNothing() async {
        let batch = provider.batch((0..<10).users)
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            #expect(await batch.results().map(\.text) == Array(repeating: "cancelled", count: 10))
            await #expect(throws: TalynError.self) { try await batch.responses() }
            for await _ in batch { Issue.record("It goes on.") }
        }.value
        #expect(transport.sent.isEmpty)
    }

    // MARK: Several types

    @Test func optionsAreThoseOfEachCall() async {
        transport.open()
        let options = RequestOptions { $0.maximumResponseSize = 2 }
        let results = await provider.batch((0..<3).users, options: options).results()
        #expect(results.map(\.text) == ["failed", "failed", "failed"])
    }

    @Test func targetsThatKnowTheirResultGiveIt() async throws {
        let provider = Provider<Find>(transport: SampleTransport())
        let users = try await provider.batch(["ada", "grace"].map(Find.init)).values()
        #expect(users == [User(name: "ada"), User(name: "grace")])
    }

    @Test func multiProviderMakesBatchesOfEachType() async throws {
        let provider = MultiProvider(transport: SampleTransport())
        #expect(try await provider.provider(for: Find.self).batch([Find(name: "ada")]).values() == [User(name: "ada")])
        for await item in provider.provider(for: Zen.self).batch([.user("ada")]) {
            #expect(try item.result.get().map(User.self) == User(name: "ada"))
        }
    }
}
