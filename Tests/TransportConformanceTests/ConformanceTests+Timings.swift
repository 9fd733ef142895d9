#if AsyncHTTPClient && os(Linux)
import Foundation
import NIOCore
import TestSupport
import Testing
import _TalynSupport

@testable import TalynAsyncHTTPClient
@testable import TalynCore

extension ConformanceTests {
    /// How long the phases of an exchange take. URLSession can't tell in time.
    @Suite(.serialized) struct Timings {
        private let transport = TransportUnderTest.asyncHTTPClient

        @Test(arguments: [nil, Data("some".utf8), Data(count: 1_000_000)])
        func phasesAreMeasured(body: Data?) async throws {
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                let start = ContinuousClock.now
                let response = try await transport.call(Probe(server.baseURL, "/", .put, body: body))
                let metrics = try #require(response.metrics?.attempts.first?.transport)
                let phases = try [metrics.connecting, metrics.sending, metrics.waiting].map { try #require($0) }
                #expect(phases[0] > .zero)
                #expect(phases[1] >= .zero)
                #expect(phases[2] > .zero)
                #expect(phases.reduce(.zero, +) <= .now - start)
                #expect(metrics.nameLookup == nil)
                #expect(metrics.securing == nil)
            }
        }

        @Test func metricsTellTheConnection() async throws {
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                let first = try await transport.call(Probe(server.baseURL, "/", .get))
                let second = try await transport.call(Probe(server.baseURL, "/", .get))
                let metrics = try [first, second].map { try #require($0.metrics?.attempts.first?.transport) }
                #expect(metrics.map(\.networkProtocolName) == ["http/1.1", "http/1.1"])
                #expect(metrics.map(\.isReusedConnection) == [false, true])
                #expect(metrics.map(\.remoteAddress) == ["127.0.0.1", "127.0.0.1"])
                #expect(metrics.map(\.remotePort) == [server.port, server.port])
                #expect(metrics[0].localPort != nil && metrics[0].localPort == metrics[1].localPort)
                #expect("\(try #require(second.metrics))".contains("http/1.1, reused connection"))
            }
        }

        @Test func observersHearOfConnections() async throws {
            final class Observer: ConnectionObserver {
                let states: Watched<[ConnectionState]>
                let connections = Locked<Set<ObservedConnection>>([])

                var destination: ObjectIdentifier { ObjectIdentifier(states) }

                init(_ states: Watched<[ConnectionState]> = Watched([])) {
                    self.states = states
                }

                func connection(
                    _ connection: ObservedConnection,
                    changedFrom old: ConnectionState?,
                    to state: ConnectionState,
                    after age: Duration
                ) {
                    #expect(old == states.value.last)
                    connections.withLock { _ = $0.insert(connection) }
                    states.update { $0.append(state) }
                }
            }
            struct Watch: ConnectionObserving {
                let connectionObserver: any ConnectionObserver
            }
            let observer = Observer()
            // Observers of the same destination hear of a change once.
            let other = Observer(observer.states)
            let plugins = [observer, observer, other].map { Watch(connectionObserver: $0) }
            let provider = Provider<Probe>(transport: AsyncHTTPClientTransport(), plugins: plugins)
            try await FaultServer.withServer(script: { request in
                request.target == "/last" ? [.answer(), .close] : [.answer()]
            }) { server in
                _ = try await provider.request(Probe(server.baseURL, "/"))
                #expect(observer.states.value == [.active, .idle])
                _ = try await provider.request(Probe(server.baseURL, "/last"))
                await observer.states.wait { $0.last == .closed }
                #expect(observer.states.value.dropLast() == [.active, .idle, .active, .idle])
                let connections = observer.connections.withLock { $0 }
                #expect(connections.map(\.address) == ["127.0.0.1"])
                #expect(connections.map(\.port) == [server.port])
            }
        }

        @Test func responseBeforeTheEndOfTheRequestWasNotWaitedFor() async throws {
            try await FaultServer.withServer(readsBody: false, script: { _ in [.answer()] }) { server in
                var request = OutgoingRequest(url: server.baseURL)
                request.method = .put
                let (never, continuation) = AsyncStream.makeStream(of: Never.self)
                let body = HTTPBody(length: 2, isReplayable: false) {
                    var chunk: Data? = Data("a".utf8)
                    return {
                        if let first = chunk.take() { return first }
                        for await _ in never {}
                        throw CancellationError()
                    }
                }
                let metrics = try await transport.head(of: request.with(body: body)).metrics
                #expect(metrics?.waiting == .zero)
                #expect(metrics?.sending ?? .zero > .zero)
                continuation.finish()
            }
        }

        @Test func phasesFollowOneAnother() {
            func deadline(_ milliseconds: UInt64) -> NIODeadline { .uptimeNanoseconds(milliseconds * 1_000_000) }
            let connection = ConnectionLabel("http/1.1", local: nil, remote: nil)
            func metrics(requestSent: NIODeadline) -> TransportMetrics {
                let head = ExchangeLink.Head(
                    headerFields: [:],
                    headSent: deadline(6),
                    requestSent: requestSent,
                    received: deadline(12),
                    isReusing: false,
                    isHTTP10: false,
                    connection: connection
                )
                return TransportMetrics(head, start: deadline(5))
            }
            let whole = metrics(requestSent: deadline(8))
            #expect(whole.connecting == .milliseconds(1))
            #expect(whole.sending == .milliseconds(2))
            #expect(whole.waiting == .milliseconds(4))
            let early = metrics(requestSent: deadline(12))
            #expect(early.connecting == .milliseconds(1))
            #expect(early.sending == .milliseconds(6))
            #expect(early.waiting == .zero)
        }
    }
}
#endif
