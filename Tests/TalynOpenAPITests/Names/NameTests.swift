#if Tools
import Testing

@testable import TalynOpenAPI

struct NameTests {
    @Test(arguments: [
        ("html_url", "htmlURL"), ("listForRepo", "listForRepo"), ("issues/list-for-repo", "issuesListForRepo"),
        ("filter[id]", "filterID"), ("+1", "plus1"), ("-1", "minus1"), ("StartTime<", "startTimeLess"),
        ("StartTime>", "startTimeGreater"), ("userIDs", "userIDs"), ("HTMLPage", "htmlPage"),
        ("X-Request-Id", "xRequestID"),
        ("a.b.c", "aBC"), ("$top", "top"), ("@type", "type"), ("", "value"), ("2fa", "value2fa"), ("self", "selfValue"),
        ("init", "initValue"), ("größe", "größe"), ("👍", "value"), ("v1.2", "v1_2"), ("__typename", "typename"),
    ])
    func memberIsIdiomatic(_ name: String, _ expected: String) {
        #expect(SwiftName.member(name) == expected)
    }

    @Test(arguments: [
        ("simple-user", "SimpleUser"), ("html_url", "HTMLURL"), ("Type", "Kind"), ("Self", "SelfValue"),
        ("3d-model", "Value3dModel"),
        ("", "Value"), ("pet.owner", "PetOwner"), ("Page<User>", "PageUser"), ("a<b", "ALessB"), ("名前", "Value名前"),
        ("größe", "Größe"),
    ])
    func typeIsIdiomatic(_ name: String, _ expected: String) {
        #expect(SwiftName.type(name) == expected)
    }

    @Test func keywordsAreEscaped() {
        #expect(SwiftName.escaped("default") == "`default`")
        #expect(SwiftName.escaped("name") == "name")
    }

    @Test func collisionsGetNumbersInTheOrderOfTheDocument() {
        #expect(uniqueNames(["a_b", "a-b", "aB"]) { SwiftName.member($0) } == ["aB2", "aB3", "aB"])
    }

    @Test func caseOfAnEmptyTextAndOfOtherHaveNames() {
        #expect(SwiftName.enumCase("") == "empty")
        #expect(SwiftName.enumCase("other") == "otherValue")
    }

    /// `A(mode: .none)` would be nil.
    @Test(arguments: ["none", "None", "NONE", "some", "self", "init", "Type", "rawValue"])
    func caseIsNothingThatSwiftReadsAsSomethingElse(_ value: String) {
        #expect(!["none", "some", "self", "init", "Type", "rawValue"].contains(SwiftName.enumCase(value)))
    }

    @Test func caseThatIsNotNil() throws {
        let generated = try Generated(
            schemas: """
                A: {type: object, properties: {mode: {type: string, enum: [none, all]}}}
                B: {oneOf: [{type: object, title: none, properties: {a: {type: string}}}, {type: object, title: some}]}
                """
        )
        #expect(generated.has("case noneValue\n"))
        #expect(generated.has("case \"none\": self = .noneValue"))
        #expect(generated.has("case noneValue(None)"))
        #expect(!generated.has("case none("))
        #expect(!generated.has("case some("))
    }

    @Test(arguments: [
        ("issues", "issue"), ("categories", "category"), ("boxes", "box"), ("status", "status"),
        ("addresses", "address"),
    ])
    func wordInTheSingular(_ plural: String, _ singular: String) {
        #expect(plural.singular == singular)
    }

    @Test func typeOfSwiftOrTalynGetsTheNameOfTheClient() throws {
        let generated = try Generated(
            schemas: "Error: {type: object, properties: {a: {type: string}}}\nResponse: {enum: [a, b]}"
        )
        #expect(generated.has("struct ShopError:"))
        #expect(generated.has("enum ShopResponse:"))
    }

    @Test func nestedTypeHidesNoOther() throws {
        let generated = try Generated(
            schemas: """
                User: {type: object, properties: {name: {type: string}}}
                Issue:
                  type: object
                  properties:
                    user: {type: object, properties: {id: {type: integer}}}
                    owner: {$ref: '#/components/schemas/User'}
                    issue: {type: object, properties: {a: {type: string}}}
                """
        )
        #expect(generated.has("public var user: IssueUser?"))
        #expect(generated.has("public var owner: User?"))
        #expect(generated.has("public var issue: IssueIssue?"))
    }

    /// The type belongs to the base, whichever of the two comes first.
    @Test func typeOfABaseIsInsideTheBase() throws {
        let generated = try Generated(
            schemas: """
                Dog: {allOf: [{$ref: '#/components/schemas/Pet'}, {properties: {size: {type: string, enum: [s, m]}}}]}
                Pet: {properties: {kind: {type: string, enum: [a, b]}, tags: {type: array, items: {properties: {x: {enum: [c, d]}}}}}}
                """
        )
        #expect(generated.has("public var kind: Pet.Kind? public var tags: [Pet.Tag]? public var size: Size?"))
        #expect(generated.has("public var kind: Kind? public var tags: [Tag]? public init("))
        #expect(generated.output.typeCount == 6)
    }

    /// Names of Swift's grammar and library as names of everything.
    @Test func eachNameOfSwiftIsAName() throws {
        let words = """
            associatedtype actor any as async await borrowing break case catch class consume consuming continue convenience copy default \
            defer deinit didSet discard distributed do dynamic each else enum extension fallthrough false fileprivate final for func get \
            guard if import in indirect infix init inout internal is isolated lazy left let macro module mutating nil none nonisolated \
            nonmutating open operator optional override package postfix precedence precedencegroup prefix private protocol Protocol public \
            repeat required rethrows return right self Self sending set some static struct subscript super switch throw throws true try \
            Type typealias unowned unsafe var weak where while willSet yield Any rawValue hashValue hash encode description other empty \
            unionForms body options form multipart data text contentType provider credentials server plugins url parts decoder encoder value \
            Optional Client Server Credentials String Int Void Never Error Result Data Date URL Codable Hashable Swift Foundation Talyn Task \
            Array Dictionary Character Element RawValue Kind CodingKey Decoder Encoder _ $0 + - * == # ` '' \\ 1
            """.split(separator: " ").map { String($0) }
        let cases = Set(words.map { SwiftName.enumCase($0) })
        #expect(
            cases.isDisjoint(with: [
                "none", "some", "self", "Self", "init", "Type", "other", "rawValue", "hashValue", "_", "",
            ])
        )
        for word in words {
            for name in [SwiftName.member(word), SwiftName.enumCase(word), SwiftName.type(word)] {
                #expect(
                    name.first?.isLetter == true && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" },
                    "\(word)"
                )
            }
            #expect(!["self", "init", "deinit", "subscript", "super"].contains(SwiftName.member(word)))
        }
    }

    @Test func serverNamedAsAKeywordTwice() throws {
        let generated = try Generated(
            "openapi: 3.0.0\nservers: [{url: 'https://a', description: default}, {url: 'https://b', description: default}]\npaths: {}"
        )
        #expect(generated.has("public static let `default` ="))
        #expect(generated.has("public static let default2 ="))
    }

    @Test func credentialNamedAsAKeyword() throws {
        let generated = try Generated(
            "openapi: 3.0.0\npaths: {}\ncomponents: {securitySchemes: {inout: {type: http, scheme: bearer}, default: {type: http, scheme: basic}}}"
        )
        #expect(generated.has("Credentials(`inout`: { credential })"))
        #expect(generated.has("Credentials(default: { credential })"))
    }

    @Test func furtherPropertiesAndPartsHaveNamesOfTheirOwn() throws {
        let generated = try Generated(
            schemas:
                "A: {properties: {additionalProperties: {type: string}, furtherProperties: {type: string}}, additionalProperties: {type: string}}"
        )
        #expect(generated.has("public var furtherProperties2: [String: String]"))
        let form = try Generated(
            operation:
                "requestBody: {content: {multipart/form-data: {schema: {properties: {parts: {type: string}}}}}}\nresponses: {}",
            method: "post"
        )
        #expect(form.has("public var parts2: String?"))
    }

    @Test func literalIsEscaped() {
        #expect("a\"b\\c\n\u{1}\\(d)".swiftLiteral == #""a\"b\\c\n\u{1}\\(d)""#)
    }
}
#endif
