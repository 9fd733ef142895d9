import Foundation
import Moya
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Responses themselves: their descriptions, equality and filters.
struct ResponseTests {
    private func response(_ status: Int, _ text: String = "") -> Response {
        Response(statusCode: status, data: Data(text.utf8))
    }

    private func http(_ status: Int) -> HTTPURLResponse {
        HTTPURLResponse(
            url: URL(string: "https://example.com")!,
            statusCode: status,
            httpVersion: nil,
            headerFields: nil
        )!
    }

    @Test("the descriptions have the status and the length")
    func descriptions() {
        #expect(response(200, "four").description == "Status Code: 200, Data Length: 4")
        #expect(response(404).debugDescription == "Status Code: 404, Data Length: 0")
    }

    @Test("request and response are missing unless given")
    func defaults() {
        #expect(response(200).request == nil)
        #expect(response(200).response == nil)
    }

    @Test("responses are equal by status, data and HTTP response")
    func equality() {
        #expect(response(200, "a") == response(200, "a"))
        #expect(response(200, "a") != response(200, "b"))
        #expect(response(200, "a") != response(201, "a"))
        let one = http(200)
        #expect(
            Response(statusCode: 200, data: Data(), response: one)
                == Response(statusCode: 200, data: Data(), response: one)
        )
        #expect(Response(statusCode: 200, data: Data(), response: one) != response(200))
    }

    @Test("responses are equal whatever their requests are")
    func equalityWithoutRequest() {
        let request = URLRequest(url: URL(string: "https://example.com")!)
        #expect(Response(statusCode: 200, data: Data(), request: request) == response(200))
    }

    @Test(
        "the filter for success lets 200 to 299 through",
        arguments: [(199, false), (200, true), (299, true), (300, false)]
    )
    func success(status: Int, passes: Bool) {
        let response = response(status)
        let error = moyaError { try response.filterSuccessfulStatusCodes() }
        #expect((error == nil) == passes)
        guard let error else { return }
        #expect(error.caseName == "statusCode")
        #expect(error.response === response)
    }

    @Test(
        "the filter for success and redirection lets 200 to 399 through",
        arguments: [(199, false), (200, true), (300, true), (399, true), (400, false)]
    )
    func successAndRedirect(status: Int, passes: Bool) {
        let error = moyaError { try response(status).filterSuccessfulStatusAndRedirectCodes() }
        #expect((error == nil) == passes)
    }

    @Test("the filter for one status lets that through", arguments: [(403, false), (404, true), (405, false)])
    func one(status: Int, passes: Bool) {
        #expect((moyaError { try response(status).filter(statusCode: 404) } == nil) == passes)
    }

    @Test("the filter takes ranges of any kind")
    func ranges() {
        #expect(moyaError { try response(201).filter(statusCodes: 200...201) } == nil)
        #expect(moyaError { try response(201).filter(statusCodes: 200..<201) }?.caseName == "statusCode")
        #expect(moyaError { try response(500).filter(statusCodes: 500...) } == nil)
        #expect(moyaError { try response(499).filter(statusCodes: 500...) }?.caseName == "statusCode")
        #expect(moyaError { try response(300).filter(statusCodes: ...300) } == nil)
        #expect(moyaError { try response(300).filter(statusCodes: ..<300) }?.caseName == "statusCode")
    }

    @Test("a filter that passes gives the same response")
    func same() throws {
        let response = response(200)
        #expect(try response.filterSuccessfulStatusCodes() === response)
        #expect(try response.filter(statusCode: 200) === response)
    }
}
