import Foundation
import TalynTransfers
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynStreams

struct TargetTypeTests {
    private struct Minimal: TargetType {
        var baseURL: URL { URL(string: "https://example.com")! }
        var path: RequestPath { "/minimal" }
    }

    private struct Full: TargetType {
        var baseURL: URL { URL(string: "https://example.com")! }
        var path: RequestPath { "/full" }
        var method: HTTPRequest.Method { .patch }
        var body: RequestBody { .data(Data("body".utf8)) }
        var query: RequestParameters { ["a": 1] }
        var headerFields: HTTPFields { HTTPFields(["X-One": "1"]) }
        var sampleData: Data { Data("sample".utf8) }
        var validation: StatusValidation { .codes([418]) }
        var coding: CodingOptions { CodingOptions { $0.keys = .snakeCase } }
        var envelope: ResponseEnvelope? { ResponseEnvelope(code: "status") }
        var failureBodyType: (any (Decodable & Sendable).Type)? { Problem.self }
        func checkBeforeSending() throws { throw InvalidPhoneNumber("1") }
    }

    @Test func targetNeedsOnlyBaseURLAndPath() throws {
        let endpoint = try Endpoint(Minimal())
        let request = try endpoint.request()
        #expect(request.method == .get)
        #expect(request.body == nil)
        #expect(endpoint.headerFields.isEmpty)
        #expect(endpoint.url == "https://example.com/minimal")
        #expect(endpoint.options.isEmpty)
        #expect(Minimal().sampleData.isEmpty)
        #expect(Minimal().validation == .successCodes)
        #expect(Minimal().envelope == nil)
        #expect(Minimal().failureBodyType == nil)
        #expect(throws: Never.self) { try Minimal().checkBeforeSending() }
    }

    @Test func endpointHasEveryPropertyOfTheTarget() throws {
        let target = Full()
        let request = try Endpoint(target).request()
        #expect(request.url?.absoluteString == "https://example.com/full?a=1")
        #expect(request.method == .patch)
        #expect(request.body?.data == Data("body".utf8))
        #expect(request.headerFields["X-One"] == "1")
    }

    @Test(arguments: [
        (StatusValidation.any, [0, 200, 302, 404, 599], [Int]()),
        (.successCodes, [200, 299], [199, 300, 404]),
        (.successAndRedirectCodes, [200, 399], [199, 400]),
        (.codes([404, 418]), [404, 418], [200]),
        (.codes([]), [], [200, 500]),
    ])
    func validationAcceptsWhatItNames(validation: StatusValidation, accepted: [Int], refused: [Int]) {
        for code in accepted { #expect(validation.accepts(code)) }
        for code in refused { #expect(!validation.accepts(code)) }
    }

    @Test(arguments: [100, 199, 300, 302, 404, 500])
    func everyKindOfCallFailsForOtherStatusesByDefault(status: Int) async throws {
        let provider = Provider<Minimal>(answering: { .networkResponse(status, Data("why".utf8)) })
        let directory = try TemporaryDirectory()
        let file = directory.url.appendingPathComponent("a")
        let calls: [@Sendable () async throws -> Void] = [
            { _ = try await provider.request(Minimal()) }, { _ = try await provider.request(Minimal(), as: Int.self) },
            { _ = try await provider.stream(Minimal()).open() },
            { _ = try await provider.transfer(Minimal()).response() },
            { _ = try await provider.download(Minimal(), to: file).response() },
            { for try await _ in provider.pages(of: Minimal()) {} },
            { for try await _ in provider.events(Minimal()) {} },
        ]
        for call in calls {
            let error = await #expect(throws: TalynError.self) { try await call() }
            #expect(error?.reason == .unacceptableStatus)
            #expect(error?.statusCode == status)
            #expect(error?.response?.data == Data("why".utf8))
        }
    }
}
