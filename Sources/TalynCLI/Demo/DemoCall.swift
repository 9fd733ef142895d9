#if Tools
import Foundation
import Talyn

/// A call of the demo, with its expected result.
struct DemoCall: Sendable {
    let name: String
    let target: HTTPBinAPI
    /// The expected status.
    var status = 200
    /// Decodes the response to the value that the table shows. Throws if the response is wrong.
    let value: @Sendable (Response) throws -> String

    /// All calls, in the order of the table.
    static let all: [DemoCall] = [
        DemoCall("GET /get", .get(page: 2)) { response in
            try "args \(text(response.decode([String: String].self, atKeyPath: "args")))"
        },
        DemoCall("POST /post", .post(body: issue)) { response in
            let sentBack = try response.decode(Issue.self, atKeyPath: "json")
            try expect(sentBack == issue, "the server got another issue: \(sentBack)")
            return "Issue \"\(sentBack.title)\""
        },
        DemoCall("PUT /put", .put(name: "Ada", isAdmin: true)) { response in
            try "form \(text(response.decode([String: String].self, atKeyPath: "form")))"
        },
        DemoCall("DELETE /delete", .delete(id: 7)) { response in
            try "args \(text(response.decode([String: String].self, atKeyPath: "args")))"
        },
        DemoCall("PATCH /anything", .anything(text: "a note")) { response in
            let echo = try response.decode(Echo.self)
            try expect(echo.args == ["draft": "1"], "the query of the path is missing")
            return "\(echo.method) \"\(echo.data)\""
        },
        DemoCall("GET /status/204", .status(204), status: 204) { response in
            try expect(response.data.isEmpty, "204 has a body")
            return "no content"
        },
        DemoCall("GET /status/503", .status(503), status: 503) { _ in "refused by validation" },
        DemoCall("GET /headers", .headers) { response in
            try "X-Talyn: \(response.decode(String.self, atKeyPath: "headers.X-Talyn"))"
        },
        DemoCall("GET /bearer", .bearer) { response in
            let token = try response.decode(String.self, atKeyPath: "token")
            try expect(token == DemoToken.value, "the server got another token")
            return "authenticated"
        },
        DemoCall("GET /redirect/3", .redirect(times: 3)) { response in
            if let path = response.url?.path, path != "/redirect/3" {
                try expect(path == "/get", "the redirects led to \(path)")
            }
            return "args \(text(try response.decode([String: String].self, atKeyPath: "args")))"
        },
        DemoCall("GET /delay/1", .delay(seconds: 1)) { response in
            "args \(text(try response.decode([String: String].self, atKeyPath: "args")))"
        },
        DemoCall("GET /bytes/1024", .bytes(1024)) { response in
            try expect(response.data.count == 1024, "there are \(response.data.count) bytes")
            return "1024 bytes"
        },
        DemoCall("GET /stream/5", .stream(lines: 5)) { response in
            let ids = try response.decode(String.self).split(separator: "\n").map { line in
                try JSONDecoder().decode(Line.self, from: Data(line.utf8)).id
            }
            try expect(ids == [0, 1, 2, 3, 4], "the lines are \(ids)")
            return "lines \(ids)"
        },
        DemoCall("GET /json", .json) { response in
            try "\"\(response.decode(String.self, atKeyPath: "slideshow.title"))\""
        },
    ]

    private static let issue = Issue(title: "Stubs first", labels: ["idea"])

    private init(
        _ name: String,
        _ target: HTTPBinAPI,
        status: Int = 200,
        value: @escaping @Sendable (Response) throws -> String
    ) {
        self.name = name
        self.target = target
        self.status = status
        self.value = value
    }

    private struct Echo: Decodable {
        let args: [String: String]
        let data: String
        let method: String
    }

    private struct Line: Decodable {
        let id: Int
    }

    private static func text(_ members: [String: String]) -> String {
        "{" + members.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "}"
    }

    private static func expect(_ condition: Bool, _ problem: String) throws {
        if !condition { throw UnexpectedAnswer(description: problem) }
    }
}

/// A server sent a wrong response.
struct UnexpectedAnswer: Error, CustomStringConvertible {
    let description: String
}
#endif
