import Foundation
import TestSupport

@testable import TalynCore
@testable import TalynURLSession

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Answer {
    /// The same response for stubs, whose fields Foundation has joined.
    var sample: Sample {
        get throws {
            let head = HTTPURLResponse(
                url: URL(string: "http://127.0.0.1/answer")!,
                statusCode: status,
                httpVersion: "HTTP/1.1",
                headerFields: Dictionary(fields) { "\($0), \($1)" }
            )
            guard let head else { return .networkResponse(status, body) }
            return .response(
                TransportResponse(
                    statusCode: status,
                    headerFields: try HTTPFields(head),
                    url: head.url,
                    body: HTTPBody(body)
                )
            )
        }
    }
}
