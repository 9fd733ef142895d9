#if Tools
import Testing
import _TalynSupport

@testable import TalynOpenAPI

struct DocumentationTests {
    @Test func documentationIsWhole() throws {
        let text = (1...100).map { "Line \($0)." }.joined(separator: "\\n")
        let generated = try Generated(
            """
            openapi: 3.1.0
            info: {title: T, version: '1', description: "\(text)"}
            servers: [{url: 'https://{r}.a', description: "\(text)", variables: {r: {default: a, enum: [a, b], description: "R\\n\(text)"}}}]
            tags: [{name: x, description: "\(text)"}]
            paths:
              /a:
                post:
                  tags: [x]
                  description: "\(text)"
                  requestBody: {content: {multipart/form-data: {schema: {properties: {f: {type: string, description: "\(text)"}}}}}}
                  responses: {}
            components:
              schemas:
                A: {description: "\(text)", properties: {b: {type: string, description: "\(text)"}}}
                C: {type: string, enum: [d, e], x-enum-descriptions: ["\(text)"]}
                U: {oneOf: [{type: string, description: "\(text)"}, {type: integer}]}
              securitySchemes:
                s: {type: http, scheme: bearer, description: "\(text)"}
                o: {type: oauth2, flows: {password: {tokenUrl: 'https://a/b', scopes: {z: "Z\\n\(text)"}}}}
            """
        )
        let ends = generated.text.split(separator: "\n").filter {
            $0.hasSuffix("/// Line 100.") || $0.hasSuffix("///   Line 100.")
        }
        #expect(ends.count == 11)
        #expect(generated.has("///   - r: R"))
        #expect(generated.text.contains("Line 100. One of `a`, `b`."))
    }

    @Test func titleIsReadBesideADescription() throws {
        let generated = try Generated(
            schemas: """
                A:
                  title: A thing with parts
                  description: It is there.
                  properties: {per_page: {title: Per Page, description: The size., type: integer}, c: {title: CThing, type: string}}
                """
        )
        #expect(generated.text.contains("/// A thing with parts\n///\n/// It is there.\n"))
        #expect(!generated.text.contains("Per Page"))
        #expect(generated.text.contains("/// CThing\n"))
    }

    @Test(arguments: [
        "\n", "\r", "\r\n", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}", "\0", "\u{202E}", "\u{2066}", "\u{7F}",
    ])
    func commentEndsWithItsLine(_ sign: String) {
        var writer = SourceWriter()
        writer.comment(["a\(sign)struct Evil {}"])
        #expect(
            writer.lines.allSatisfy {
                $0.hasPrefix("/// a") && !$0.unicodeScalars.contains { $0.isControl }
            }
        )
        #expect(
            Documentation.lines("a\(sign)b").allSatisfy { !$0.unicodeScalars.contains { $0.isControl } }
        )
        #expect(!"a\(sign)b".swiftLiteral.unicodeScalars.contains { $0.isControl })
    }
}

struct DeprecationTests {
    @Test func propertyAndFieldAreMarkedAndUsedWithoutAWarning() throws {
        let generated = try Generated(
            schemas:
                "A: {required: [a], properties: {a: {type: string, deprecated: true}, b: {$ref: '#/components/schemas/A', deprecated: true}}}"
        )
        #expect(
            generated.has(
                "@available(*, deprecated) public var a: String { get { _a } set { _a = newValue } } private var _a: String"
            )
        )
        #expect(generated.has("self._a = a"))
        #expect(generated.has("try c.set(\"a\", self._a)"))
        #expect(generated.has("private var _b: Indirect<A?>"))
        #expect(generated.has("ifPresent: self._b.value"))
        let form = try Generated(
            operation:
                "requestBody: {content: {multipart/form-data: {schema: {properties: {f: {type: string, deprecated: true}}}}}}\nresponses: {}",
            method: "post"
        )
        #expect(form.has("@available(*, deprecated) public var f: String? { get { _f }"))
        #expect(form.has("form.add(\"f\", value: self._f)"))
    }

    @Test func typeIsMarkedUnlessOtherCodeUsesIt() throws {
        let generated = try Generated(
            """
            openapi: 3.1.0
            info: {title: T, version: '1'}
            paths:
              /a: {get: {responses: {'200': {description: '', content: {application/json: {schema: {$ref: '#/components/schemas/Used'}}}}}}}
              /b: {get: {deprecated: true, responses: {'200': {description: '', content: {application/json: {schema: {$ref: '#/components/schemas/Old'}}}}}}}
            components:
              schemas:
                Used: {deprecated: true, properties: {a: {$ref: '#/components/schemas/Part'}}}
                Part: {deprecated: true, properties: {a: {type: string}}}
                Old: {deprecated: true, properties: {a: {$ref: '#/components/schemas/OldPart'}}}
                OldPart: {deprecated: true, type: string, enum: [a, b]}
            """
        )
        #expect(generated.has("/// - Warning: Deprecated. public nonisolated struct Used:"))
        #expect(generated.has("/// - Warning: Deprecated. public nonisolated struct Part:"))
        #expect(generated.has("@available(*, deprecated) public nonisolated struct Old:"))
        #expect(generated.has("@available(*, deprecated) public nonisolated enum OldPart:"))
        #expect(generated.has("@available(*, deprecated) public static func getB("))
    }

    @Test func otherPartsSayThatTheyAreDeprecated() throws {
        let generated = try Generated(
            """
            openapi: 3.2.0
            info: {title: T, version: '1'}
            paths: {/a: {get: {parameters: [{name: p, in: query, deprecated: true, description: Old., schema: {type: string}}], responses: {}}}}
            components:
              schemas:
                E: {type: string, enum: [a, b], x-enum-deprecated: [b]}
                U: {oneOf: [{type: string, deprecated: true}, {type: integer}]}
              securitySchemes: {s: {type: http, scheme: bearer, deprecated: true}}
            """
        )
        #expect(generated.has("- p: Deprecated. Old."))
        #expect(generated.has("/// - Warning: Deprecated. case b\n"))
        #expect(generated.has("/// - Warning: Deprecated. case string(String)"))
        #expect(generated.has("/// - Warning: Deprecated. public var s: SecurityCredentials.Credential?"))
        #expect(generated.has("@available(*, deprecated) public static func s("))
    }
}
#endif
