import Foundation
import Testing

@testable import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct QueryTaskTests {
    private struct Search: Encodable {
        var text = "a b"
        var page: Int? = 2
        var limit: Int?
        var exact = true
        var tags = ["x", "y"]
        var perPage = 1.5
    }

    private func query(_ task: HTTPTask) throws -> String? {
        let endpoint = Endpoint(
            url: "https://example.com/search?key=1",
            sampleResponseClosure: { .networkResponse(200, Data()) },
            method: .post,
            task: task,
            httpHeaderFields: nil
        )
        return try endpoint.urlRequest().url?.query(percentEncoded: true)
    }

    @Test func membersBecomeQueryParameters() throws {
        #expect(
            try query(.query(Search()))
                == "key=1&exact=1&page=2&perPage=1.5&tags%5B%5D=x&tags%5B%5D=y&text=a%20b"
        )
    }

    @Test func dictionaryBecomesQueryParameters() throws {
        #expect(try query(.query(["page": 2])) == "key=1&page=2")
    }

    @Test func encoderDecidesOnFormats() throws {
        let encoder = URLEncodedFormEncoder(
            arrayEncoding: .noBrackets,
            boolEncoding: .literal,
            keyEncoding: .convertToSnakeCase
        )
        #expect(
            try query(.query(Search(), encoder: encoder))
                == "key=1&exact=true&page=2&per_page=1.5&tags=x&tags=y&text=a%20b"
        )
    }

    @Test func formIsTheBody() throws {
        let endpoint = Endpoint(
            url: "https://example.com/search",
            sampleResponseClosure: { .networkResponse(200, Data()) },
            method: .post,
            task: .form(Search(), encoder: URLEncodedFormEncoder(spaceEncoding: .plusReplaced)),
            httpHeaderFields: nil
        )
        let request = try endpoint.urlRequest()
        let contentType = request.value(forHTTPHeaderField: "Content-Type")
        #expect(contentType == "application/x-www-form-urlencoded; charset=utf-8")
        #expect(
            request.httpBody
                == Data("exact=1&page=2&perPage=1.5&tags%5B%5D=x&tags%5B%5D=y&text=a+b".utf8)
        )
    }

    @Test func valueWithoutMembersIsRefused() {
        let error = #expect(throws: TalynError.self) { try query(.query([1, 2])) }
        guard case .parameterEncoding? = error else {
            Issue.record("\(String(describing: error)) is no parameterEncoding")
            return
        }
    }
}
