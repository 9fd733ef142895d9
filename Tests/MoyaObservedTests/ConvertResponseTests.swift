import Foundation
import Moya
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a result is made of.
struct ConvertResponseTests {
    private let request = URLRequest(url: URL(string: "https://example.com")!)
    private let http = HTTPURLResponse(
        url: URL(string: "https://example.com")!,
        statusCode: 404,
        httpVersion: nil,
        headerFields: nil
    )!

    @Test("a response is a success with everything in it, whatever its status")
    func success() throws {
        let result = convertResponseToResult(http, request: request, data: Data("x".utf8), error: nil)
        let response = try result.get()
        #expect(response.statusCode == 404)
        #expect(response.data.text == "x")
        #expect(response.request == request)
        #expect(response.response === http)
    }

    @Test("a response without data has empty data")
    func noData() throws {
        #expect(try convertResponseToResult(http, request: nil, data: nil, error: nil).get().data.isEmpty)
        #expect(try convertResponseToResult(http, request: nil, data: nil, error: nil).get().request == nil)
    }

    @Test("an error with a response is an underlying error with both")
    func errorWithResponse() {
        let result = convertResponseToResult(http, request: request, data: Data("x".utf8), error: Refusal())
        #expect(result.error?.caseName == "underlying")
        #expect(result.error?.wrapped is Refusal)
        #expect(result.error?.response?.statusCode == 404)
        #expect(result.error?.response?.data.text == "x")
    }

    @Test("an error alone is an underlying error without a response")
    func errorAlone() {
        let result = convertResponseToResult(nil, request: request, data: nil, error: Refusal())
        #expect(result.error?.wrapped is Refusal)
        #expect(result.error?.response == nil)
    }

    @Test("nothing at all is an unknown error")
    func nothing() {
        let error = convertResponseToResult(nil, request: nil, data: nil, error: nil).error
        #expect(error?.caseName == "underlying")
        #expect((error?.wrapped as? NSError)?.domain == NSURLErrorDomain)
        #expect((error?.wrapped as? NSError)?.code == NSURLErrorUnknown)
        #expect(error?.response == nil)
    }

    @Test("data without a response is an unknown error")
    func dataAlone() {
        let error = convertResponseToResult(nil, request: request, data: Data("x".utf8), error: nil).error
        #expect((error?.wrapped as? NSError)?.code == NSURLErrorUnknown)
    }
}
