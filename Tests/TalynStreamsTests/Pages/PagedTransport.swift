import Foundation
import TalynCore
import TestSupport

@testable import TalynStreams

/// A server whose answers a closure makes of the URLs that it is asked for. It remembers what it was asked.
final class PagedTransport: Transport {
    private let state = Watched((sent: [OutgoingRequest](), ended: 0, held: String?.none, cancelled: 0))
    private let answer: @Sendable (URL) throws -> TransportResponse

    init(_ answer: @escaping @Sendable (_ url: URL) throws -> TransportResponse) {
        self.answer = answer
    }

    /// A list of numbers, five to a page, whose pages are linked, and numbered by the parameter `page`.
    static func linked(pages: Int) -> PagedTransport {
        PagedTransport { url in
            let page = url.parameter("page").flatMap { Int($0) } ?? 1
            let numbers = page > pages ? [] : (0..<5).map { (page - 1) * 5 + $0 }
            return .json("\(numbers)", next: page < pages ? "?page=\(page + 1)" : nil)
        }
    }

    var requests: [OutgoingRequest] { state.value.sent }

    /// The URLs that it was asked for, without scheme and host.
    var paths: [String] {
        requests.compactMap { request in
            guard let url = request.url else { return nil }
            return url.path + (url.query.map { "?\($0)" } ?? "")
        }
    }

    /// How many calls were cancelled under way.
    var cancelled: Int { state.value.cancelled }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        state.update { $0.sent.append(request) }
        let query = request.url?.query ?? "first"
        await state.wait { $0.held != query }
        let isCancelled = Task.isCancelled
        state.update { state in
            state.ended += 1
            if isCancelled { state.cancelled += 1 }
        }
        try Task.checkCancellation()
        return try answer(request.url ?? URL(fileURLWithPath: "/"))
    }

    /// Lets calls wait that have this query.
    func hold(_ query: String) {
        state.update { $0.held = query }
    }

    func sent(atLeast count: Int) async {
        await state.wait { $0.sent.count >= count }
    }

    func ended(atLeast count: Int) async {
        await state.wait { $0.ended >= count }
    }
}

extension TransportResponse {
    /// An answer with a body of JSON, and a link to the next page.
    static func json(_ json: String, next: String? = nil) -> TransportResponse {
        var fields: HTTPFields = [.contentType: "application/json"]
        if let next, let name = HTTPField.Name("Link") { fields[name] = "<\(next)>; rel=\"next\"" }
        return TransportResponse(statusCode: 200, headerFields: fields, body: HTTPBody(Data(json.utf8)))
    }
}

extension URL {
    /// The value of a query parameter.
    func parameter(_ name: String) -> String? {
        URLComponents(url: self, resolvingAgainstBaseURL: true)?.queryItems?.first { $0.name == name }?.value
    }
}

/// A list with pages.
struct Listing: TargetType {
    var baseURL = URL(string: "https://api.example.com/v1")!
    var path: RequestPath = "items"
    var method: HTTPRequest.Method = .get
    var query: RequestParameters = [:]
    var headerFields: HTTPFields = [:]
    var body: RequestBody = .none
    var validation: StatusValidation = .successCodes
    var envelope: ResponseEnvelope?
}

extension TalynError {
    var pageError: PageError? { underlyingError as? PageError }
}
