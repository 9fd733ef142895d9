import Foundation
import TestSupport
import Testing

@testable import TalynCore

struct IdempotencyTests {
    private static let methods: [(HTTPRequest.Method, Bool)] = [
        (.get, true), (.head, true), (.options, true), (.trace, true), (.put, true), (.delete, true), (.post, false),
        (.patch, false), (.connect, false),
    ]

    @Test(arguments: methods)
    func methodTells(method: HTTPRequest.Method, isIdempotent: Bool) {
        #expect(Idempotency.byMethod.allowsRepeating(method) == isIdempotent)
    }

    @Test(arguments: methods)
    func othersDoNotAskTheMethod(method: HTTPRequest.Method, isIdempotent: Bool) {
        #expect(Idempotency.always.allowsRepeating(method))
        #expect(Idempotency.key.allowsRepeating(method))
        #expect(!Idempotency.never.allowsRepeating(method))
    }

    @Test func unknownMethodMayNotBeRepeated() throws {
        let method = try #require(HTTPRequest.Method(rawValue: "BREW"))
        #expect(!Idempotency.byMethod.allowsRepeating(method))
    }

    @Test(arguments: [nil, "byMethod", "never"])
    func keyOfTheTargetAloneAllowsRepeating(name: String?) throws {
        var options = RequestOptions()
        options.idempotency = name.map { $0 == "never" ? .never : .byMethod }
        let url = try #require(URL(string: "http://a.b"))
        let probe = Probe(url, "/", .post, headers: ["idempotency-key": "own"])
        #expect(try Endpoint(probe, options: options).isIdempotent == (name == nil))
        #expect(try !Endpoint(Probe(url, "/", .post), options: options).isIdempotent)
    }

    /// Sends each call twice.
    private struct Twice: CallInterceptor {
        func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
            _ = try await next(endpoint)
            return try await next(endpoint)
        }
    }

    private func keys(_ idempotency: Idempotency?, headers: [String: String]? = nil) async throws -> [String?] {
        let seen = Recorder<String?>()
        let provider = Provider<Probe>(
            transport: ClosureTransport { request in
                seen.record(request.headerFields["Idempotency-Key"])
                return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
            },
            plugins: [Twice()]
        )
        let probe = Probe(try #require(URL(string: "http://a.b")), "/", .post, headers: headers)
        let options = RequestOptions { $0.idempotency = idempotency }
        for _ in 1...2 { _ = try await provider.request(probe, options: options) }
        return seen.events
    }

    @Test func keyIsTheSameInEachAttemptOfACall() async throws {
        let keys = try await keys(.key)
        #expect(keys.count == 4)
        #expect(keys[0] != nil)
        #expect(keys[0] == keys[1])
        #expect(keys[2] == keys[3])
        #expect(keys[0] != keys[2])
    }

    @Test func keyCanBeMadeByTheApp() async throws {
        #expect(try await keys(.key { "order-7" }) == Array(repeating: "order-7", count: 4))
    }

    @Test func keyOfTheTargetIsKept() async throws {
        let headers = ["idempotency-key": "own"]
        #expect(try await keys(.key { "made" }, headers: headers) == Array(repeating: "own", count: 4))
    }

    @Test(arguments: [nil, "byMethod", "always", "never"])
    func othersHaveNoKey(name: String?) async throws {
        let idempotency: Idempotency? =
            switch name {
            case "byMethod": .byMethod
            case "always": .always
            case "never": .never
            default: nil
            }
        #expect(try await keys(idempotency) == [nil, nil, nil, nil])
    }
}
