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
        ("", "Value"), ("pet.owner", "PetOwner"), ("Page<User>", "PageUser"), ("a<b", "ALessB"),
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

    @Test func literalIsEscaped() {
        #expect("a\"b\\c\n\u{1}\\(d)".swiftLiteral == #""a\"b\\c\n\u{1}\\(d)""#)
    }
}
#endif
