#if Macros
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import TestSupport
import Testing

/// Declarations that nobody would write: each is complained of, or becomes one that can be parsed.
struct RandomDeclarationTests {
    @Test(.hammer) func everyDeclarationIsExpandedOrComplainedOf() {
        var pieces = Pieces(seed: 1)
        var expanded = 0
        for _ in 0..<100 {
            let source = pieces.declaration()
            let expansion = Expansion(source)
            #expect(!expansion.source.hasError, "The test writes what isn't Swift: \(source)")
            let head = "// A line before it.\n"
            let behind = Expansion(head + source)
            #expect(
                behind.diagnostics.map { behind.location(of: $0).offset - head.utf8.count }
                    == expansion.diagnostics.map { expansion.location(of: $0).offset },
                "The compiler shows a diagnostic without a place: \(source)"
            )
            guard !expansion.diagnostics.contains(where: { $0.diagMessage.severity == .error }) else { continue }
            if source.contains("case ") || source.contains("func ") { expanded += 1 }
            let text = expansion.text
            #expect(!Parser.parse(source: text).hasError, "\(source)\n\nbecomes\n\n\(text)")
        }
        #expect(expanded > 0)
    }
}

/// Composes declarations.
private struct Pieces {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func declaration() -> String {
        var lines: [String] = []
        let isClient = number(below: 3) == 0
        for index in 0..<number(below: 4) {
            let member = isClient ? function(index) : enumCase(index)
            lines += number(below: 6) == 0 ? ["#if DEBUG && !os(Linux)", member, "#endif"] : [member]
        }
        let base = one(of: [
            "", "", "()", "(\"https://a.example\")", "(#\"https://a.example/v1\"#)", "(Server.url)", "(\"a b\")",
        ])
        let settings = some(of: Self.settings, atMost: 2)
        let kind = isClient ? "@Client\(base) \(settings) public struct A" : "@API\(base) \(settings) enum A"
        return "\(kind) {\n\(lines.joined(separator: "\n"))\n}"
    }

    private mutating func enumCase(_ index: Int) -> String {
        let values = (0..<number(below: 4)).map { _ -> String in
            let label = one(of: Self.labels)
            return (label == "" ? "" : "\(label): ") + one(of: Self.types) + one(of: ["", "", " = .default"])
        }
        let clause = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
        return "\(attributes()) case \(one(of: Self.names))\(index)\(clause)"
    }

    private mutating func function(_ index: Int) -> String {
        let values = (0..<number(below: 4)).map { _ -> String in
            let role = one(of: ["", "", "@Query ", "@Header(name: \"X-A\") ", "@Body ", "@Part(fileName: nil) "])
            let label = one(of: Self.labels.filter { $0 != "" })
            return "\(role)\(label): \(one(of: Self.types + Self.typesOfParameters))"
        }
        let effects = one(of: ["async throws", "async throws", "async throws(TalynError)", ""])
        let result = one(of: [
            "", "-> User", "-> [String: Int]?", "-> EventStream<A>", "-> (Int, Int)", "-> PageStream<A>", "-> String?",
            "-> Result<A, TalynError>", "-> Swift.Result<A, any Error>",
        ])
        let name = "\(one(of: Self.names))\(index)"
        return "\(attributes()) func \(name)(\(values.joined(separator: ", "))) \(effects) \(result)"
    }

    private mutating func attributes() -> String {
        let method = one(of: ["GET", "POST", "DELETE", "TalynMacros.PUT", "HTTP"])
        let path = (0..<number(below: 4)).map { _ in one(of: Self.paths) }.joined()
        let literal = one(of: ["\"\(path)\"", "#\"\(path)\"#", "/* a */ \"\(path)\"", "\"\"\"\n\(path)\n\"\"\""])
        let verb = "@\(method)(\(method == "HTTP" ? "\"REPORT\", " : "")\(literal))"
        return
            "\(number(below: 8) == 0 ? "" : verb) \(some(of: Self.roles, atMost: 2)) \(some(of: Self.settings, atMost: 1))"
    }

    private mutating func some(of pieces: [String], atMost limit: Int) -> String {
        (0..<number(below: limit + 1)).map { _ in one(of: pieces) }.joined(separator: " ")
    }

    private mutating func one(of pieces: [String]) -> String { pieces[number(below: pieces.count)] }

    /// The next of a sequence that a seed decides (SplitMix64).
    private mutating func number(below limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
    }

    private static let names = ["a", "größe", "default_", "self_", "_", "A"]
    private static let labels = [
        "", "a", "b", "in", "self", "default", "`init`", "größe", "_", "body", "for x", "_ y", "value0",
    ]
    private static let types = [
        "Int", "String", "Int?", "Optional<[Int]>", "[String: Int]", "Data", "URL", "HTTPBody", "DownloadDestination",
        "RequestOptions",
        "(Int, (a: Int, String))", "@Sendable (Int) -> Void", "any Encodable & Sendable", "A.B<C>", "MultipartPart",
        "[MultipartPart]?", "Int /* b */", "Swift.Result<Int, any Error>", "Date?",
    ]
    private static let typesOfParameters = [
        "@escaping () -> Int", "@escaping @Sendable () -> Int", "@autoclosure @escaping () -> Int", "sending Data",
        "inout Int", "Int...", "some Encodable", "Self", "[Self.A]?",
    ]
    private static let paths = [
        "/", "/a", "/{a}", "{a}{b}", "/{in}.json", "{", "}", "{}", "{a", "?q={b}", "?q=1", "?q=1&q=2", "/..", "{+a}",
        "https://a.example/", "#f", "%", "%20", "é",
        "{größe}", ":a",
        "/:a/", "\\u{e9}", "\\\"", "\\(a)", " ", "/{self}", "https://b.example", "\\n", "{0}",
    ]
    private static let roles = [
        "@Query(\"a\")", "@Query(\"a\", \"b\")", "@Query", "@Query(a)", "@Field(\"b\", name: \"c\")", "@Body(\"a\")",
        "@Header(\"a\")", "@Header(\"größe\", name: \"X\")", "@Path(\"b\", name: \"a\")",
        "@Part(\"a\", contentType: \"a/b\")",
        "@Query(\"a\", name: #\"\"b\"\\\"#)", "@Query()", "@Field(\"a\", name: \"\\u{e9}\\n\")",
    ]
    private static let settings = [
        "@JSON", "@Form", "@Multipart", "@Headers([:])", "@Headers([\"A\": \"b\", \"C\": d])", "@Headers(a)",
        "@Options()",
        "@Options(timeout: .seconds(1))", "@Coding(keys: .snakeCase)", "@Validation(.any)", "@Authorization(nil)",
        "@Sample(\"\"\"\n{}\n\"\"\")", "@ResultType([Int].self)", "@ResultType((any A & B).self)",
        "@FailureBodyType(A.self)",
        "@available(*, deprecated)", "@MainActor", "@Headers()", "@Coding(a)", "@Coding(.init(), keys: .snakeCase)",
        "@Envelope(nil)", "@Paged(.links)",
    ]
}
#endif
