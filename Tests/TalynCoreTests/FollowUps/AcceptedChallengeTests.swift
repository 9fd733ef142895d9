import Foundation
import HTTPTypes
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore

/// Providers that share what they know of a server.
struct AcceptedChallengeTests {
    private struct User: RequestAdapter {
        func adapt(_ request: inout OutgoingRequest, context: CallContext) {
            request.credential = PasswordCredential(user: "ada", password: "secret")
        }
    }

    private static let basic = "Basic YWRhOnNlY3JldA=="

    /// A body that can be sent once has no second exchange.
    @Test func providerWithOtherOptionsKnowsTheChallengesOfTheFirst() async throws {
        let fields = Recorder<String?>()
        let transport = ClosureTransport { request in
            let field = request.headerFields[.authorization]
            fields.record(field)
            return TransportResponse(
                statusCode: field == nil ? 401 : 200,
                headerFields: [.wwwAuthenticate: "Basic realm=x"],
                body: HTTPBody(Data())
            )
        }
        let url = try #require(URL(string: "https://a.example/"))
        let provider = Provider<Probe>(transport: transport, plugins: [User()])
        _ = try await provider.request(Probe(url))
        let added = provider.adding(requestOptions: RequestOptions { $0.maximumResponseSize = 1_000 })
        let upload = HTTPBody(isReplayable: false) { { nil } }
        let response = try await added.request(Probe(url, "", .put, body: .stream(upload)))
        #expect(response.statusCode == 200)
        #expect(fields.events == [nil, Self.basic, Self.basic])
    }

    #if canImport(CryptoKit) || Crypto
    /// A server whose nonces count once. It tells the next one with each response (RFC 7616, section 3.5).
    @Test func nonceForTheNextRequestIsUsed() async throws {
        let numbers = Locked((nonce: 1, exchanges: 0))
        let transport = ClosureTransport { request in
            numbers.withLock { numbers in
                numbers.exchanges += 1
                let answer = request.headerFields[.authorization].flatMap { Challenge.challenges(in: $0).first }
                guard let answer, answer.parameters["nonce"] == "n\(numbers.nonce)",
                    answer.parameters["nc"] == "00000001"
                else {
                    let challenge = #"Digest realm="r", nonce="n\#(numbers.nonce)", qop="auth", stale=true"#
                    return TransportResponse(
                        statusCode: 401,
                        headerFields: [.wwwAuthenticate: challenge],
                        body: HTTPBody(Data())
                    )
                }
                numbers.nonce += 1
                return TransportResponse(
                    statusCode: 200,
                    headerFields: [.authenticationInfo: #"qop=auth, nextnonce="n\#(numbers.nonce)""#],
                    body: HTTPBody(Data())
                )
            }
        }
        let url = try #require(URL(string: "https://a.example/"))
        let provider = Provider<Probe>(transport: transport, plugins: [User()])
        for exchanges in [2, 3, 4] {
            let body = RequestBody.stream(HTTPBody(isReplayable: exchanges == 2) { { nil } })
            #expect(try await provider.request(Probe(url, "", .put, body: body)).statusCode == 200)
            #expect(numbers.withLock { $0.exchanges } == exchanges)
        }
    }
    #endif

    // MARK: Connections

    private final class Observer: ConnectionObserver {
        func connection(
            _ connection: ObservedConnection,
            changedFrom old: ConnectionState?,
            to new: ConnectionState,
            after age: Duration
        ) {}
    }

    private struct Watch: ConnectionObserving {
        let observer = Observer()
        var connectionObserver: any ConnectionObserver { observer }
    }

    private struct Passing: ExchangeInterceptor {
        func intercept(_ request: OutgoingRequest, next: @escaping NextExchange) async throws -> TransportResponse {
            try await next(request)
        }
    }

    private struct Reporting: ConnectionReporting {
        let observers = Recorder<ObjectIdentifier>()

        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }

        func report(to observer: any ConnectionObserver) {
            observers.record(ObjectIdentifier(observer))
        }
    }

    @Test func connectionsAreReportedToAddedPluginsAndNotForEachCall() async throws {
        let transport = Reporting()
        let (first, second) = (Watch(), Watch())
        let url = try #require(URL(string: "https://a.example/"))
        let provider = Provider<Probe>(transport: transport, plugins: [first]).adding(plugins: [second])
        let reported = [first, first, second].map { ObjectIdentifier($0.observer) }
        #expect(transport.observers.events == reported)
        var setup = CallSetup()
        setup.plugins = [Passing()]
        _ = try await provider.request(Probe(url), setup: setup)
        #expect(transport.observers.events == reported)
    }
}
