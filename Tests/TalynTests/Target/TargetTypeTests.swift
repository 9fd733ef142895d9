import Foundation
import Testing

@testable import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct TargetTypeTests {
    private struct Minimal: TargetType {
        var baseURL: URL { URL(string: "https://example.com")! }
        var path: String { "/minimal" }
    }

    private struct Full: TargetType {
        var baseURL: URL { URL(string: "https://example.com")! }
        var path: String { "/full" }
        var method: HTTPRequest.Method { .patch }
        var task: HTTPTask { .requestData(Data("body".utf8)) }
        var headers: [String: String]? { ["X-One": "1"] }
        var sampleData: Data { Data("sample".utf8) }
        var validationType: ValidationType { .customCodes([418]) }
        let decoder = JSONDecoder()
        var envelope: ResponseEnvelope? { ResponseEnvelope(code: "status") }
        var failureType: (any DecodableFailure.Type)? { Problem.self }
        func checkBeforeSending() throws { throw InvalidPhoneNumber("1") }
    }

    @Test func onlyBaseURLAndPathHaveToBeWritten() throws {
        let endpoint = Endpoint(Minimal())
        let request = try endpoint.urlRequest()
        #expect(request.httpMethod == "GET")
        #expect(request.httpBody == nil)
        #expect(endpoint.httpHeaderFields == nil)
        #expect(Minimal().sampleData.isEmpty)
        #expect(Minimal().validationType == .none)
        #expect(Minimal().envelope == nil)
        #expect(Minimal().failureType == nil)
        #expect(throws: Never.self) { try Minimal().checkBeforeSending() }
    }

    @Test func multiTargetForwardsEveryProperty() throws {
        let full = Full()
        let target = MultiTarget(full)
        let request = try Endpoint(target).urlRequest()
        #expect(request.url?.absoluteString == "https://example.com/full")
        #expect(request.httpMethod == "PATCH")
        #expect(request.httpBody == Data("body".utf8))
        #expect(request.value(forHTTPHeaderField: "X-One") == "1")
        #expect(target.sampleData == Data("sample".utf8))
        #expect(target.validationType == .customCodes([418]))
        #expect(target.decoder === full.decoder)
        #expect(target.envelope == ResponseEnvelope(code: "status"))
        #expect(target.failureType == Problem.self)
        #expect(throws: InvalidPhoneNumber("1")) { try target.checkBeforeSending() }
        #expect(target.target is Full)
    }

    @Test(arguments: [
        (ValidationType.none, [200, 302, 404, 599], [Int]()),
        (.successCodes, [200, 299], [199, 300, 404]),
        (.successAndRedirectCodes, [200, 399], [199, 400]),
        (.customCodes([404, 418]), [404, 418], [200]),
        (.customCodes([]), [200, 500], []),
    ])
    func validationAcceptsWhatItNames(type: ValidationType, accepted: [Int], refused: [Int]) {
        for code in accepted { #expect(type.accepts(code)) }
        for code in refused { #expect(!type.accepts(code)) }
        #expect(type.statusCodes.allSatisfy { type.accepts($0) })
    }
}
