import Foundation
import TalynCore
import TestSupport
import Testing

@testable import TalynStreams

struct RequestIdentityTests {
    private func identity(
        url: String = "https://example.com/a",
        method: HTTPRequest.Method = .post,
        headers: [String: String] = [:],
        body: RequestBody = .none
    ) throws -> RequestIdentity {
        let target = Probe(try #require(URL(string: url)), "", method, headers: headers, body: body)
        return try #require(RequestIdentity(Endpoint(target)))
    }

    @Test func methodURLHeaderFieldsAndBodyCount() throws {
        let first = try identity()
        #expect(try first == identity())
        #expect(try first.hashValue == identity().hashValue)
        #expect(try first != identity(method: .put))
        #expect(try first != identity(url: "https://example.com/b"))
        #expect(try first != identity(headers: ["X-One": "1"]))
        #expect(try first != identity(body: .data(Data("1".utf8))))
        #expect(try identity(headers: ["x-one": "1"]) == identity(headers: ["X-One": "1"]))
    }

    @Test func sameParametersInAnotherOrderMakeTheSameRequest() throws {
        func expectSame(_ left: RequestBody, _ right: RequestBody) throws {
            #expect(try identity(body: left) == identity(body: right))
        }
        let names = (0..<50).map { "name\($0)" }
        let members = Dictionary(uniqueKeysWithValues: names.map { ($0, 1) })
        let reversed = Dictionary(uniqueKeysWithValues: names.reversed().map { ($0, 1) })
        try expectSame(.json(members), .json(reversed))
        try expectSame(.form(members), .form(reversed))
        try expectSame(.json(["a": 1, "b": "x"]), .json(["b": "x", "a": 1]))
        try expectSame(.form(["a": 1, "b": "x"]), .form(["b": "x", "a": 1]))
    }

    @Test func streamIsTheSameOnlyAsItself() throws {
        let body = HTTPBody(isReplayable: true) { { nil } }
        let stream = RequestBody.stream(body)
        #expect(try identity(body: stream) == identity(body: stream))
        #expect(try identity(body: stream) != identity(body: .stream(body)))
    }

    @Test func uploadsAreTheSameByWhatTheySend() throws {
        func field(_ text: String = "1") -> MultipartPart { MultipartPart(text, name: "a") }
        func stream() -> MultipartPart { MultipartPart(HTTPBody(isReplayable: false) { { nil } }, name: "a") }
        let (one, other) = (URL(fileURLWithPath: "/one"), URL(fileURLWithPath: "/other"))
        let bodies: [RequestBody] = [
            .file(one), .file(other), .multipart([field()]), .multipart([field("2")]), .multipart([field(), field()]),
            .multipart([MultipartPart(one, name: "a")]), .multipart([stream()]), .multipart([stream()]), .multipart([]),
            .none,
        ]
        for (left, leftBody) in bodies.enumerated() {
            for (right, rightBody) in bodies.enumerated() {
                #expect(
                    try (identity(body: leftBody) == identity(body: rightBody)) == (left == right),
                    "\(left) \(right)"
                )
            }
        }
    }
}
