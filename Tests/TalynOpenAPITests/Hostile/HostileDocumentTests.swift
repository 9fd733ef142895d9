#if Tools
import Foundation
import HTTPTypes
import TalynStubs
import Testing
import _TalynSupport

@testable import TalynOpenAPI

/// Documents of which each part is small, and all together take a way that has no end.
struct HostileDocumentTests {
    @Test(arguments: HostileDocument.chains + HostileDocument.types + HostileDocument.references)
    func isGenerated(document: HostileDocument) throws {
        #expect(try Generated(document.text).output.operationCount == 1)
    }

    @Test(arguments: HostileDocument.shortChains + HostileDocument.references)
    func isAnswered(document: HostileDocument) throws {
        let checked = try CheckedDocument(text: document.text)
        #expect(checked.trial(seed: 0).answerCount == 1)
        let operation = try #require(checked.document.operations.first)
        let first = checked.answer(to: CheckedRequest(operation.method, "/things"), seed: 1)
        #expect(200...204 ~= first.status)
        #expect(checked.answer(to: CheckedRequest(operation.method, "/things"), seed: 1).body == first.body)
    }

    @Test(arguments: HostileDocument.shortChains)
    func checksAreBounded(document: HostileDocument) throws {
        let checked = try CheckedDocument(text: document.text)
        let nested = String(repeating: #"{"a": ["#, count: 150) + "1" + String(repeating: "]}", count: 150)
        for body in ["1", "[[[[1]]]]", #"{"a": {"b": {"c": 1}}}"#, nested] {
            _ = checked.answer(to: CheckedRequest("POST", "/things", [:], body, type: "application/json"), seed: 0)
        }
    }

    /// Each of these had no end, or needed more of the call stack than a task has.
    @Test func waysInACircleEnd() throws {
        _ = try Generated(
            schemas: """
                A: {type: object, properties: {$ref: '#/components/schemas/A/properties'}}
                B: {type: object, properties: {x: {$ref: '#/components/schemas/A'}}}
                """
        )
        let links = (0..<40).map { "    m\($0): {$ref: '#/x-m/m\($0 + 1)/x/x/y', x: {$ref: '#/x-m/m\($0 + 1)/x/x/y'}}" }
        _ = try Generated(
            """
            openapi: 3.1.0
            info: {title: a, version: '1'}
            paths: {/a: {get: {parameters: [{$ref: '#/x-m/m0/x'}], responses: {}}}}
            x-m:
            \(links.joined(separator: "\n"))
                m40: {x: {x: {y: {name: a, in: query}}}}
            """
        )
        let variants = (0..<14).map {
            "{type: object, properties: {a: {type: object, properties: {v\($0): {type: string}}}}}"
        }
        let union = "{oneOf: [\(variants.joined(separator: ", "))]}"
        _ = try Generated(schemas: "A: {allOf: [\(union), \(union), \(union), \(union)]}")
        let marks = Data([UInt8](repeating: 0, count: 100_000).flatMap { _ in [0xEF, 0xBB, 0xBF] as [UInt8] })
        #expect(try FileText.utf8(marks, of: SourceFile(name: "a", path: "/a")).count == marks.count - 3)
        let location = String(repeating: "http://a/", count: 60_000) + "b.json"
        _ = try Generated(
            "openapi: 3.2.0\n$self: http://a/x\ninfo: {title: a, version: '1'}\npaths: {/a: {$ref: '\(location)'}}\n"
        )
    }

    @Test func arraysInArraysEndInAnyJSON() throws {
        let arrays = HostileDocument.chain("items", #"{"type": "array", "items": $}"#, count: 40)
        let sources = try Generated(arrays.text)
        let brackets = (String(repeating: "[", count: 32), String(repeating: "]", count: 32))
        #expect(sources.has("APIOperation<\(brackets.0)JSONValue\(brackets.1)>"))
        #expect(
            sources.messages.contains { $0.contains("note: More than 32 arrays and dictionaries contain each other.") }
        )
        let few = try Generated(HostileDocument.chain("items", #"{"type": "array", "items": $}"#, count: 5).text)
        #expect(few.has("APIOperation<[[[[[String]]]]]>"))
        #expect(few.messages.isEmpty)
    }

    @Test func partsThatArePartsTwiceHaveTheirFaultsOnce() throws {
        let links = (0..<40).map {
            "S\($0): {allOf: [{$ref: '#/components/schemas/S\($0 + 1)'}, {$ref: '#/components/schemas/S\($0 + 1)'}]}"
        }
        let checked = try CheckedDocument(
            text: """
                openapi: 3.1.0
                info: {title: Shop, version: '1'}
                paths: {}
                components:
                  schemas:
                    S40: {required: [name], properties: {name: {type: string, minLength: 2}}}
                \(links.map { "    \($0)" }.joined(separator: "\n"))
                """
        )
        let schema = try #require(checked.document.schemas.first { $0.name == "S0" }?.schema)
        func faults(_ json: String) throws -> [String] {
            checked.checker.faults(of: try .init(json: Data(json.utf8)), schema, .response).map(\.reason)
        }
        #expect(try faults(#"{"name": "Tea"}"#).isEmpty)
        #expect(try Set(faults("{}")) == ["lacks the member 'name'"])
        #expect(try Set(faults(#"{"name": "T"}"#)) == ["must have at least 2 characters"])
        #expect(checked.checker.count < 1_000)
        #expect(!checked.checker.wasCut)
    }

    @Test func namesAndElementsAreCheckedEach() throws {
        let thing = try CheckedThing(
            "{type: object, propertyNames: {$ref: '#/components/schemas/short'}, additionalProperties: {contains: {$ref: '#/components/schemas/short'}}}",
            "short: {type: string, maxLength: 2}"
        )
        #expect(try thing.faults(#"{"ab": ["abc", "ab"]}"#).isEmpty)
        #expect(try thing.faults(#"{"ab": ["ab"], "abc": ["abc", "ab"]}"#).count == 1)
        #expect(try thing.faults(#"{"ab": ["abc", "abcd"]}"#).count == 1)
    }

    /// A look at the whole name for each of its signs would take minutes.
    @Test func namesOfSignsAreRead() {
        #expect(Words(String(repeating: "<", count: 100_000)).list.count == 100_000)
    }

    @Test func typesOfOneSchemaAreSchemasOfTheirOwn() throws {
        let names = (0..<300).map { "p\($0): {type: [string, integer, 'null']}" }
        let sources = try Generated(schemas: "Thing: {type: object, properties: {\(names.joined(separator: ", "))}}")
        #expect(sources.text.ranges(of: "case string(String)").count == 300)
        #expect(sources.text.ranges(of: "case int(Int)").count == 300)
    }

    @Test func membersWithOneNameKeepTheFirst() throws {
        let members = (0..<1_000).map { #""a": \#($0), "b": \#($0)"# }.joined(separator: ",")
        let diagnostics = Diagnostics()
        let file = SourceFile(name: "a.json", path: "/a.json")
        let node = try JSONReader.read(Data("{\(members)}".utf8), in: file, diagnostics)
        #expect(node["a"]?.integer == 0)
        #expect(node["b"]?.integer == 0)
        #expect(node.members?.list.count == 2)
    }

    @Test func serversWithManyVariablesAreWritten() throws {
        let names = (0..<1_000).map { "v\($0)" }
        let sources = try Generated(
            """
            openapi: 3.1.0
            info: {title: Shop, version: '1'}
            servers:
            - url: 'https://\(names.map { "{\($0)}" }.joined(separator: "."))/{missing}'
              variables: {\(names.map { "\($0): {default: a, enum: [a, b]}" }.joined(separator: ", "))}
            - url: 'https://{host}.example/{v}'
              variables: {host: {default: shop}, v: {default: v1, enum: [v1, v2]}}
            paths:
              /things: {get: {responses: {'204': {description: ''}}}}
            """
        )
        #expect(sources.has(#"static let server = url("https://shop.example/v1")"#))
        #expect(sources.has(#"url("https://\(host).example/\(v)")"#))
    }
}
#endif
