#if Tools
import Foundation
import HTTPTypes
import Testing

@testable import TalynOpenAPI

struct RequestCheckTests {
    /// The disagreements of a request with one operation.
    private func faults(_ operation: String, _ request: CheckedRequest, path: String = "/a") throws -> [String] {
        let methods = ["get", "post"].map { "\($0): {\(operation), responses: {}}" }
        let document = try CheckedDocument(paths: "'\(path)': {\(methods.joined(separator: ", "))}")
        guard case .operation(_, let found, _) = document.check(request, nil) else { return ["no operation"] }
        return found.map(\.description)
    }

    private func query(_ schema: String, _ query: String, _ rest: String = "") throws -> [String] {
        try faults("parameters: [{name: p, in: query, schema: \(schema)\(rest)}]", CheckedRequest("GET", "/a?\(query)"))
    }

    private static let numbers = "{type: array, items: {type: integer}}"
    private static let point = "{type: object, required: [x], properties: {x: {type: integer}, y: {type: integer}}}"

    @Test(arguments: [
        ("{type: integer}", "", "p=1", "p=a", "the query parameter 'p' must be an integer, and is a string"),
        ("{type: boolean}", "", "p=true", "p=1", "the query parameter 'p' must be a Boolean, and is a string"),
        ("{type: string}", "", "p=1", "", ""),
        (numbers, "", "p=1&p=2", "p=1&p=b", "the query parameter 'p' at /1 must be an integer, and is a string"),
        (
            numbers, ", explode: false", "p=1,2", "p=1,b",
            "the query parameter 'p' at /1 must be an integer, and is a string"
        ),
        (numbers, ", explode: false", "p=1%2C2", "", ""), (numbers, "", "p[]=1&p[]=2", "", ""),
        (
            numbers, ", style: spaceDelimited, explode: false", "p=1%202", "p=1%20b",
            "the query parameter 'p' at /1 must be an integer, and is a string"
        ),
        (
            numbers, ", style: pipeDelimited, explode: false", "p=1%7C2", "p=b",
            "the query parameter 'p' at /0 must be an integer, and is a string"
        ),
        (point, ", style: deepObject", "p[x]=1&p[y]=2", "p[y]=2", "the query parameter 'p' lacks the member 'x'"),
        (point, "", "x=1&y=2", "y=2", "the query parameter 'p' lacks the member 'x'"),
        (
            point, ", explode: false", "p=x,1,y,2", "p=x,b",
            "the query parameter 'p' at /x must be an integer, and is a string"
        ),
        ("{anyOf: [{type: integer}, \(point)]}", ", style: deepObject", "p=5", "p[x]=b", ""),
        (
            "{type: array, items: \(point)}", ", style: deepObject", "p[0][x]=1", "p[0][x]=b",
            "the query parameter 'p' at /0/x must be an integer, and is a string"
        ),
        (
            numbers, ", style: deepObject", "p[1]=2&p[0]=1", "p[10]=2&p[9]=b",
            "the query parameter 'p' at /0 must be an integer, and is a string"
        ),
        (
            "{type: object, additionalProperties: {type: integer}}", ", style: deepObject", "p[2024]=1", "p[2024]=b",
            "the query parameter 'p' at /2024 must be an integer, and is a string"
        ),
        (
            "{type: object, additionalProperties: \(numbers)}", ", style: deepObject", "p[2][]=1&p[2][]=2&p[3][0]=3",
            "p[2][0]=1&p[2][1]=b", "the query parameter 'p' at /2/1 must be an integer, and is a string"
        ),
        (
            "{anyOf: [\(numbers), {type: object, additionalProperties: {type: string}}]}", ", style: deepObject",
            "p[0]=1", "", ""
        ),
        (
            "{anyOf: [\(numbers), {type: object, required: [x]}]}", ", style: deepObject", "p[0]=1&p[1]=2",
            "p[0]=b", ""
        ),
    ])
    func styleOfAQueryIsRead(schema: String, rest: String, right: String, wrong: String, fault: String) throws {
        #expect(try query(schema, right, rest) == [])
        guard !wrong.isEmpty else { return }
        let found = try query(schema, wrong, rest)
        if fault.isEmpty { #expect(found.count == 1) } else { #expect(found == [fault]) }
    }

    @Test(arguments: [
        ("simple", "false", "1,2"), ("label", "false", ".1,2"), ("label", "true", ".1.2"),
        ("matrix", "false", ";p=1,2"),
        ("matrix", "true", ";p=1;p=2"),
    ])
    func styleOfAPathIsRead(style: String, explode: String, text: String) throws {
        let operation =
            "parameters: [{name: p, in: path, required: true, style: \(style), explode: \(explode), schema: \(Self.numbers)}]"
        #expect(try faults(operation, CheckedRequest("GET", "/a/\(text)"), path: "/a/{p}") == [])
        let wrong = text.replacing("2", with: "b")
        #expect(
            try faults(operation, CheckedRequest("GET", "/a/\(wrong)"), path: "/a/{p}")
                == ["the path parameter 'p' at /1 must be an integer, and is a string"]
        )
    }

    @Test func arrayOfItselfEnds() throws {
        let document = try CheckedDocument(
            paths:
                "/a: {get: {parameters: [{name: p, in: query, schema: {$ref: '#/components/schemas/list'}}], responses: {}}}",
            "components: {schemas: {list: {type: array, items: {$ref: '#/components/schemas/list'}}}}"
        )
        guard case .operation(_, let found, _) = document.check(CheckedRequest("GET", "/a?p=1"), nil) else {
            Issue.record("The document has the operation.")
            return
        }
        #expect(found == [])
    }

    @Test func fieldsAndCookiesAreRead() throws {
        let operation =
            "parameters: [{name: X-Numbers, in: header, required: true, schema: \(Self.numbers)}, {name: id, in: cookie, schema: {type: integer}}]"
        let name = try #require(HTTPField.Name("X-Numbers"))
        #expect(try faults(operation, CheckedRequest("GET", "/a", [name: "1, 2", .cookie: "a=b; id=5"])) == [])
        #expect(
            try faults(operation, CheckedRequest("GET", "/a", [.cookie: "id=x"])) == [
                "the header field 'X-Numbers' is missing", "the cookie 'id' must be an integer, and is a string",
            ]
        )
    }

    @Test func parameterWithAMediaTypeIsJSON() throws {
        let operation =
            "parameters: [{name: p, in: query, content: {application/json: {schema: \(Self.point)}}}]"
        #expect(try faults(operation, CheckedRequest("GET", "/a?p=%7B%22x%22:1%7D")) == [])
        #expect(
            try faults(operation, CheckedRequest("GET", "/a?p=%7B%7D")) == [
                "the query parameter 'p' lacks the member 'x'"
            ]
        )
    }

    @Test func parameterInAPathOrACookieCanBeJSON() throws {
        let content = "content: {application/json: {schema: \(Self.point)}}"
        let operation =
            "parameters: [{name: p, in: path, required: true, \(content)}, {name: c, in: cookie, \(content)}]"
        func faults(_ path: String, _ cookie: String) throws -> [String] {
            try self.faults(operation, CheckedRequest("GET", path, [.cookie: cookie]), path: "/a/{p}")
        }
        #expect(try faults("/a/%7B%22x%22:1%7D", "c=%7B%22x%22:1%7D") == [])
        #expect(
            try faults("/a/%7B%7D", "c=%7B%7D") == [
                "the path parameter 'p' lacks the member 'x'", "the cookie 'c' lacks the member 'x'",
            ]
        )
    }

    @Test func parameterOfAnotherMediaTypeIsNoJSON() throws {
        func parameter(_ name: String, _ type: String, _ schema: String) -> String {
            "{name: \(name), in: query, content: {\(type): {schema: \(schema)}}}"
        }
        let text = parameter("t", "text/plain", "{type: string, maxLength: 2}")
        let operation = "parameters: [\(text), \(parameter("x", "application/xml", Self.point))]"
        #expect(try faults(operation, CheckedRequest("GET", "/a?t=5&x=%3Cx%3E1%3C/x%3E")) == [])
        #expect(
            try faults(operation, CheckedRequest("GET", "/a?t=500")) == [
                "the query parameter 't' must have at most 2 characters"
            ]
        )
    }

    @Test func unknownQueryParameterIsNamed() throws {
        #expect(try query("{type: integer}", "p=1&q=2") == ["the query parameter 'q' isn't in the document"])
    }

    // MARK: Bodies

    private static let json = "requestBody: {required: true, content: {application/json: {schema: \(point)}}}"

    @Test(
        arguments: [
            (#"{"x": 1}"#, "application/json; charset=utf-8", [String]()),
            (#"{"y": 1}"#, "application/json", ["the body lacks the member 'x'"]),
            (#"{"x": 1"#, "application/json", ["the body isn't JSON: the text ends in the middle of a value"]),
            ("x=1", "text/plain", ["the body has another media type than application/json"]),
            (nil, nil, ["the body is missing"]),
        ] as [(String?, String?, [String])]
    )
    func bodyIsChecked(body: String?, type: String?, expected: [String]) throws {
        #expect(try faults(Self.json, CheckedRequest("POST", "/a", [:], body, type: type)) == expected)
    }

    @Test(arguments: [
        ("x=1&y=2", [String]()), ("y=2", ["the body lacks the member 'x'"]),
        ("x=1&tags=a&tags=b&address%5Bcity%5D=Bern", []),
        ("x=1&tags=a&address[city]=5&address[zip]=b", ["the body at /address/zip must be an integer, and is a string"]),
        ("x=1&codes=1%2C2", []), ("x=1&codes=1,b", ["the body at /codes/1 must be an integer, and is a string"]),
    ])
    func formIsChecked(body: String, expected: [String]) throws {
        let schema =
            "{type: object, required: [x], properties: {x: {type: integer}, tags: {type: array, items: {type: string}}, codes: \(Self.numbers), address: {type: object, properties: {city: {type: string}, zip: {type: integer}}}}}"
        let operation =
            "requestBody: {content: {application/x-www-form-urlencoded: {schema: \(schema), encoding: {codes: {explode: false}, address: {style: deepObject}}}}}"
        let request = CheckedRequest("POST", "/a", [:], body, type: "application/x-www-form-urlencoded")
        #expect(try faults(operation, request) == expected)
    }

    @Test func mapInAFormCanHaveNumbersAsKeys() throws {
        let schema =
            "{type: object, properties: {metadata: {type: object, additionalProperties: {type: string}}, list: {type: array, items: \(Self.point)}}}"
        let operation = "requestBody: {content: {application/x-www-form-urlencoded: {schema: \(schema)}}}"
        func faults(_ body: String) throws -> [String] {
            try self.faults(
                operation,
                CheckedRequest("POST", "/a", [:], body, type: "application/x-www-form-urlencoded")
            )
        }
        #expect(try faults("metadata[2024]=x&metadata[2025]=y&list[1][x]=2&list[0][x]=1") == [])
        #expect(
            try faults("list[1][x]=b&list[0][x]=1") == ["the body at /list/1/x must be an integer, and is a string"]
        )
    }

    @Test func patternGivesTheSchemaOfAField() throws {
        let map = "{type: object, patternProperties: {'^x': {type: integer}}, additionalProperties: {type: string}}"
        let schema = "{type: object, patternProperties: {'^n': \(Self.numbers)}, properties: {map: \(map)}}"
        let operation = "requestBody: {content: {application/x-www-form-urlencoded: {schema: \(schema)}}}"
        func faults(_ body: String) throws -> [String] {
            try self.faults(
                operation,
                CheckedRequest("POST", "/a", [:], body, type: "application/x-www-form-urlencoded")
            )
        }
        #expect(try faults("na=1&map[xa]=1&map[b]=1") == [])
        #expect(try faults("map[xa]=b") == ["the body at /map/xa must be an integer, and is a string"])
    }

    @Test(arguments: [
        ("p=%7B%22x%22%3A1%7D&n=5", [String]()),
        ("p=%7B%22y%22%3A1%7D", ["the body at /p lacks the member 'x'"]),
        ("t=a,b", []), ("t=%5B%22a%22%5D", ["the body at /t/0 must have at most 1 character"]),
    ])
    func propertyOfAFormIsReadAsJSONUnlessItHasAStyle(body: String, expected: [String]) throws {
        let schema =
            "{type: object, properties: {p: \(Self.point), n: {type: string}, t: {type: array, items: {type: string, maxLength: 1}}}}"
        let json = "{contentType: application/json}"
        let encoding = "{p: \(json), n: \(json), t: {contentType: application/json, explode: false}}"
        let operation =
            "requestBody: {content: {application/x-www-form-urlencoded: {schema: \(schema), encoding: \(encoding)}}}"
        let request = CheckedRequest("POST", "/a", [:], body, type: "application/x-www-form-urlencoded")
        #expect(try faults(operation, request) == expected)
    }

    @Test(arguments: [
        ("ids%5B%5D=1&ids%5B%5D=2&filter%5Bname%5D=a", [String]()), ("filter[name]=a&filter[name][x]=1", []),
        ("ids[]=1", ["the body lacks the member 'filter[name]'"]),
        ("ids[]=b&filter[name]=a", ["the body at /ids[]/0 must be an integer, and is a string"]),
        ("filter[name]=a&filter[size]=b", ["the body at /filter/size must be an integer, and is a string"]),
    ])
    func nameOfAFieldCanHaveBrackets(body: String, expected: [String]) throws {
        let schema =
            "{type: object, required: ['filter[name]'], properties: {'ids[]': \(Self.numbers), 'filter[name]': {}, filter: {type: object, properties: {size: {type: integer}}}}}"
        let operation = "requestBody: {content: {application/x-www-form-urlencoded: {schema: \(schema)}}}"
        let request = CheckedRequest("POST", "/a", [:], body, type: "application/x-www-form-urlencoded")
        #expect(try faults(operation, request) == expected)
    }

    @Test func pairBelongsToTheParameterOfItsName() throws {
        let operation =
            "parameters: [{name: p, in: query, style: deepObject, schema: {type: object, additionalProperties: {type: integer}}}, {name: 'p[name]', in: query, required: true, schema: {type: string}}, {name: ids, in: query, schema: \(Self.numbers)}, {name: 'ids[]', in: query, schema: {type: string}}]"
        #expect(try faults(operation, CheckedRequest("GET", "/a?p[x]=1&p[name]=a&ids=1&ids[]=b")) == [])
        #expect(
            try faults(operation, CheckedRequest("GET", "/a?p[x]=1")) == ["the query parameter 'p[name]' is missing"]
        )
    }

    @Test func partsAreChecked() throws {
        let schema =
            "{type: object, required: [file, tags], additionalProperties: {type: string}, properties: {file: {type: string, format: binary}, size: \(Self.point), tags: {type: array, items: {type: string}}}}"
        let operation = "requestBody: {content: {multipart/form-data: {schema: \(schema)}}}"
        func body(_ name: String, _ size: String) -> String {
            """
            --b\r\nContent-Disposition: form-data; name="\(name)"; filename="a.bin"\r\n\r\n\u{1}\u{2}\r\n--b\r\n\
            Content-Disposition: form-data; name="size"\r\nContent-Type: application/json\r\n\r\n\(size)\r\n--b\r\n\
            Content-Disposition: form-data; name="tags[]"\r\n\r\na\r\n--b--\r\n
            """
        }
        let type = "multipart/form-data; boundary=b"
        #expect(try faults(operation, CheckedRequest("POST", "/a", [:], body("file", #"{"x": 1}"#), type: type)) == [])
        #expect(
            try faults(operation, CheckedRequest("POST", "/a", [:], body("other", "{}"), type: type)) == [
                "the body lacks the member 'file'", "the body at /size lacks the member 'x'",
            ]
        )
    }

    @Test func responseIsChecked() throws {
        let document = try CheckedDocument(
            paths: """
                /a:
                  get:
                    responses:
                      '200':
                        description: ''
                        headers: {X-Count: {required: true, schema: {type: integer}}}
                        content: {application/json: {schema: \(Self.point)}}
                      4XX: {description: '', content: {application/problem+json: {schema: {required: [title]}}}}
                /events: {get: {responses: {'200': {content: {text/event-stream: {schema: \(Self.point)}}}}}}
                """
        )
        func faults(_ status: Int, _ fields: HTTPFields, _ body: String, _ path: String = "/a") -> [String] {
            let response = CheckedResponse(status: status, headerFields: fields, body: Data(body.utf8))
            guard case .operation(_, _, let found) = document.check(CheckedRequest("GET", path), response) else {
                return []
            }
            return found.map(\.description)
        }
        let count = try #require(HTTPField.Name("X-Count"))
        let right: HTTPFields = [count: "5", .contentType: "application/json"]
        #expect(faults(200, right, #"{"x": 1}"#) == [])
        #expect(faults(200, right, #"{"x": "1"}"#) == ["the body at /x must be an integer, and is a string"])
        #expect(
            faults(200, [.contentType: "application/json"], #"{"x": 1}"#) == ["the header field 'X-Count' is missing"]
        )
        #expect(
            faults(200, [count: "5", .contentType: "text/html"], "<p>") == [
                "the body has another media type than application/json"
            ]
        )
        #expect(faults(404, [.contentType: "application/problem+json"], "{}") == ["the body lacks the member 'title'"])
        #expect(faults(500, [:], "") == ["the status 500 isn't in the document, which has 200, 4XX"])
        let events = "data: {\"x\": 1}\n\ndata: {}\n\n"
        #expect(
            faults(200, [.contentType: "text/event-stream"], events, "/events") == [
                "the body at /1 lacks the member 'x'"
            ]
        )
    }
}
#endif
