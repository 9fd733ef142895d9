import Foundation
import Talyn
import TalynStubs

/// Helpers for tests of recordings.
enum RecordingSupport {
    enum Shop: TargetType {
        case items(page: Int)
        case item(id: String)
        case order(Data)
        case login(password: String)
        case search(query: String, token: String)
        case stream

        var baseURL: URL { URL(string: "https://shop.example.com/v1")! }

        var path: RequestPath {
            switch self {
            case .items: "/items"
            case .item(let id): "/items/\(id)"
            case .order: "/orders"
            case .login: "/login"
            case .search: "/search"
            case .stream: "/stream"
            }
        }

        var method: HTTPRequest.Method {
            switch self {
            case .order, .login: .post
            case .items, .item, .search, .stream: .get
            }
        }

        var query: RequestParameters {
            switch self {
            case .items(let page): ["page": page]
            case .search(let query, let token): ["access_token": token, "q": query]
            case .item, .stream, .order, .login: [:]
            }
        }

        var body: RequestBody {
            switch self {
            case .order(let body): .data(body)
            case .login(let password): .form(["password": password, "user": "ada"])
            case .items, .item, .search, .stream: .none
            }
        }

        var headerFields: HTTPFields {
            if case .order = self { [.contentType: "application/json"] } else { [:] }
        }

        var validation: StatusValidation { .any }
    }

    /// A transport that answers with what a closure makes of the request.
    struct Closure: Transport {
        let answer: @Sendable (OutgoingRequest) async throws -> TransportResponse

        func send(_ request: OutgoingRequest) async throws -> TransportResponse { try await answer(request) }
    }

    /// Answers everything with this.
    static func answer(
        _ text: String,
        _ status: Int = 200,
        _ fields: HTTPFields = [.contentType: "application/json"]
    ) -> Closure {
        Closure { _ in TransportResponse(statusCode: status, headerFields: fields, body: HTTPBody(Data(text.utf8))) }
    }

    /// A HAR with these entries.
    static func har(_ entries: String...) -> Data {
        Data(
            """
            {"log": {"version": "1.2", "creator": {"name": "test", "version": "1"}, "entries": [\(entries.joined(separator: ","))]}}
            """.utf8
        )
    }

    /// An entry as browsers write it.
    static func entry(
        _ method: String = "GET",
        _ url: String = "https://shop.example.com/v1/items?page=1",
        status: Int = 200,
        text: String = "[]",
        request: String = "",
        response: String = ""
    ) -> String {
        let text = String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
        return """
            {"startedDateTime": "2026-01-02T03:04:05.678Z", "time": 12.5, "request": {"method": "\(method)", "url": "\(url)",
            "httpVersion": "http/2.0", "headers": [{"name": ":authority", "value": "shop.example.com"}],
            "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0\(request)},
            "response": {"status": \(status), "statusText": "", "httpVersion": "http/2.0", "cookies": [], "headers":
            [{"name": "content-type", "value": "application/json"}], "content": {"size": 2, "mimeType": "application/json",
            "text": \(text)}, "redirectURL": "", "headersSize": -1, "bodySize": -1\(response)}, "cache": {},
            "timings": {"blocked": -1, "send": 0, "wait": 10, "receive": 2.5}}
            """
    }

    static func temporaryFile(_ name: String = "test.har") throws -> URL {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        return directory.appendingPathComponent(name)
    }

    static func remove(_ file: URL) {
        try? FileManager.default.removeItem(at: file.deletingLastPathComponent())
    }
}

extension TransportResponse {
    /// Status and body.
    func read() async throws -> (status: Int, body: Data) {
        var data = Data()
        for try await chunk in body { data.append(chunk) }
        return (statusCode, data)
    }
}

extension OutgoingRequest {
    init(_ method: String = "GET", _ url: String, body: String? = nil, fields: [String: String] = [:]) throws {
        struct NoURL: Error {}
        guard let url = URL(string: url) else { throw NoURL() }
        self.init(
            method: HTTPRequest.Method(method)!,
            url: url,
            headerFields: HTTPFields(fields),
            body: body.map { HTTPBody(Data($0.utf8)) }
        )
    }
}
