import TalynCore
import TalynStreams
import Testing

@testable import TalynStubs

/// How calls fail, and what of them is told.
struct FaultFailureTests {
    // MARK: Failures before the head

    @Test(arguments: [
        (Fault.Failure.connectionRefused, TransportError.Kind.cannotConnect, 0),
        (.tlsFailure, .secureConnectionFailed, 0),
        (.redirectLoop, .tooManyRedirects, 0),
        (.timeout, .timedOut, 0),
        (.malformed, .invalidResponse, 1),
        (.connectionReset(), .connectionLost, 1),
        (.connectionReset(afterBytes: -5), .connectionLost, 1),
    ])
    func failureBeforeTheHeadHasNoResponse(failure: Fault.Failure, kind: TransportError.Kind, seen: Int) async {
        let network = FaultyNetwork(FaultScript(.failing(failure), .latency(.seconds(2))))
        let error = await network.failure()
        #expect(error?.transportError?.kind == kind)
        #expect(error?.transportError?.origin?.description == "https://api.example.com:8443")
        #expect(error?.transportError?.underlyingError as? Fault.Failure == failure)
        #expect(error?.response == nil)
        #expect(error?.isTimedOut == (kind == .timedOut))
        #expect(error?.isConnectionFailure == [.cannotConnect, .connectionLost].contains(kind))
        #expect(error?.isTLSFailure == (kind == .secureConnectionFailed))
        #expect(error?.isCancelled == false)
        #expect(network.server.count == seen)
        #expect(network.now == (failure == .timeout ? .seconds(60) : .seconds(2)))
        let attempt = error?.metrics?.attempts.first
        #expect(attempt?.statusCode == nil)
        #expect(attempt?.failure != nil)
    }

    @Test func timeoutIsThatOfTheRequest() async {
        let network = FaultyNetwork(FaultScript(.failing(.timeout)))
        let error = await network.failure { $0.idleTimeout = .milliseconds(1500) }
        #expect(error?.isTimedOut == true)
        #expect(network.now == .milliseconds(1500))
    }

    @Test func timeoutOfTheAttemptComesFirst() async {
        let network = FaultyNetwork(FaultScript(.failing(.timeout)))
        let error = await network.failure { $0.timeout = .seconds(5) }
        #expect(error?.transportError?.kind == .timedOut)
        #expect(error?.transportError?.underlyingError == nil)
        #expect(network.now == .seconds(5))
    }

    @Test func deadlineOfTheCallComesFirst() async {
        let network = FaultyNetwork(FaultScript(.failing(.timeout)))
        let error = await network.failure { $0.deadline = .seconds(7) }
        #expect(error?.transportError?.kind == .deadlineExceeded)
        #expect(error?.metrics?.duration == .seconds(7))
        #expect(network.now == .seconds(7))
    }

    @Test func withoutATimeoutNothingHangs() async {
        let network = FaultyNetwork(FaultScript(.failing(.timeout)))
        let error = await network.failure { $0.idleTimeout = .zero }
        #expect(error?.isTimedOut == true)
    }

    // MARK: Failures in the body

    @Test(arguments: [Fault.Failure.connectionReset(afterBytes: 3), .truncated(afterBytes: 3)])
    func connectionEndsWithinTheBody(failure: Fault.Failure) async {
        let network = FaultyNetwork(FaultScript(.failing(failure), .latency(.seconds(1))))
        let error = await network.failure()
        #expect(error?.isConnectionFailure == true)
        #expect(error?.transportError?.kind == .connectionLost)
        #expect(error?.transportError?.underlyingError as? Fault.Failure == failure)
        #expect(error?.metrics?.attempts.first?.receivedBytes == 3)
        #expect(network.now == .seconds(1))
        let (texts, streamed) = await network.chunks()
        #expect(texts == ["012"])
        #expect(streamed?.transportError?.kind == .connectionLost)
    }

    @Test func truncatedBeforeTheFirstByteHasAHead() async throws {
        let network = FaultyNetwork(FaultScript(.failing(.truncated(afterBytes: 0))))
        let opened = try await network.provider.stream(.text).open()
        #expect(opened.response.statusCode == 200)
        let error = await #expect(throws: TalynError.self) {
            for try await _ in opened.body { Issue.record("a chunk") }
        }
        #expect(error?.transportError?.kind == .connectionLost)
    }

    @Test(arguments: [0, 4])
    func halfOpenConnectionIsSilentUntilTheTimeout(count: Int) async {
        let network = FaultyNetwork(FaultScript(.failing(.halfOpen(afterBytes: count)), .chunks(of: 2)))
        let (texts, error) = await network.chunks()
        #expect(texts.joined() == "0123456789".prefix(count))
        #expect(error?.isTimedOut == true)
        #expect(network.now == .seconds(60))
        #expect(await network.failure { $0.timeout = .seconds(5) }?.isTimedOut == true)
        #expect(network.now == .seconds(65))
    }

    @Test(arguments: [
        Fault.Failure.connectionReset(afterBytes: 10), .truncated(afterBytes: 10), .halfOpen(afterBytes: 10),
        .truncated(afterBytes: .max),
    ])
    func bodyThatIsNoLongerThanThatArrivesWhole(failure: Fault.Failure) async throws {
        let network = FaultyNetwork(FaultScript(.failing(failure)))
        #expect(try await network.request(.text).decode(String.self) == "0123456789")
        #expect(network.now == .zero)
    }

    @Test func failureInTheBodyComesInChunksAtTheThroughput() async {
        let script = FaultScript(
            .chunks(of: 4),
            .throughput(bytesPerSecond: 2),
            .failing(.connectionReset(afterBytes: 6))
        )
        let network = FaultyNetwork(script)
        let (texts, error) = await network.chunks()
        #expect(texts == ["0123", "45"])
        #expect(error?.isConnectionFailure == true)
        #expect(network.now == .seconds(3))
    }
}
