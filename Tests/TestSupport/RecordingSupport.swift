package import Foundation
package import HTTPTypes
package import TalynCore

/// Helpers for tests of recordings.
package enum RecordingSupport {
    package enum Shop: TargetType {
        case items(page: Int)
        case item(id: String)
        case order(Data)
        case login(password: String)
        case search(query: String, token: String)
        case stream

        package var baseURL: URL { URL(string: "https://shop.example.com/v1")! }

        package var path: RequestPath {
            switch self {
            case .items: "/items"
            case .item(let id): "/items/\(id)"
            case .order: "/orders"
            case .login: "/login"
            case .search: "/search"
            case .stream: "/stream"
            }
        }

        package var method: HTTPRequest.Method {
            switch self {
            case .order, .login: .post
            case .items, .item, .search, .stream: .get
            }
        }

        package var query: RequestParameters {
            switch self {
            case .items(let page): ["page": page]
            case .search(let query, let token): ["access_token": token, "q": query]
            case .item, .stream, .order, .login: [:]
            }
        }

        package var body: RequestBody {
            switch self {
            case .order(let body): .data(body)
            case .login(let password): .form(["password": password, "user": "ada"])
            case .items, .item, .search, .stream: .none
            }
        }

        package var headerFields: HTTPFields {
            if case .order = self { [.contentType: "application/json"] } else { [:] }
        }

        package var validation: StatusValidation { .any }
    }

    /// Answers everything with this.
    package static func answer(
        _ text: String,
        _ status: Int = 200,
        _ fields: HTTPFields = [.contentType: "application/json"]
    ) -> ClosureTransport {
        ClosureTransport { _ in
            TransportResponse(statusCode: status, headerFields: fields, body: HTTPBody(Data(text.utf8)))
        }
    }

    /// A HAR with these entries.
    package static func har(_ entries: String...) -> Data {
        Data(
            """
            {"log": {"version": "1.2", "creator": {"name": "test", "version": "1"}, "entries": [\(entries.joined(separator: ","))]}}
            """.utf8
        )
    }

    /// An entry as browsers write it.
    package static func entry(
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

    package static func temporaryFile(_ name: String = "test.har") throws -> URL {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        return directory.appendingPathComponent(name)
    }

    package static func remove(_ file: URL) {
        try? FileManager.default.removeItem(at: file.deletingLastPathComponent())
    }
}
