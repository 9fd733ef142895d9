#if Tools
import Foundation
import TestSupport
import Testing

@testable import TalynOpenAPI

struct ReaderTests {
    private static func read(_ text: String, path: String = "/document.yaml") throws -> (Node, DocumentFiles) {
        let files = DocumentFiles(Diagnostics())
        let file = try files.read(text: text, path: path)
        return (try #require(file.root), files)
    }

    @Test(arguments: ["{\n \"a\": {\"b\": [1,\n 2]}}", "a:\n  b: [1,\n    2]\n"])
    func valueHasItsLineAndPointer(_ text: String) throws {
        let (root, _) = try Self.read(text)
        let second = try #require(root["a"]?["b"]?.elements?.last)
        #expect(second.integer == 2)
        #expect(second.pointer == "#/a/b/1")
        #expect(second.line == (text.hasPrefix("{") ? 3 : 3))
    }

    @Test func pointerEscapesSlashAndTilde() throws {
        let (root, _) = try Self.read(#"{"a/b": {"c~d": 1}}"#)
        #expect(root["a/b"]?["c~d"]?.pointer == "#/a~1b/c~0d")
    }

    @Test func scalarsOfYAMLFollowTheCoreSchema() throws {
        let (root, _) = try Self.read(
            "{a: yes, b: 2024-02-29, c: 1.0, d: ~, e: 'true', f: true, g: 0x1F, h: 1e3, i: 12:30, j: }"
        )
        #expect(root["a"]?.text == "yes")
        #expect(root["b"]?.text == "2024-02-29")
        #expect(root["c"]?.integer == 1)
        #expect(root["d"]?.isNull == true)
        #expect(root["e"]?.text == "true")
        #expect(root["f"]?.bool == true)
        #expect(root["g"]?.integer == 31)
        #expect(root["h"]?.integer == 1000)
        #expect(root["i"]?.text == "12:30")
        #expect(root["j"]?.isNull == true)
    }

    @Test func stringsOfJSONHaveTheirEscapes() throws {
        let (root, _) = try Self.read(#"{"a": "\u00e4\ud83d\udc4d\n\"\\\/"}"#)
        #expect(root["a"]?.text == "ä👍\n\"\\/")
    }

    @Test(arguments: [
        "{", "{\"a\"}", "{\"a\":}", "[1,]", "{\"a\": tru}", "{\"a\": \"\\u12\"}", "{\"a\": \"\\ud83d\"}", "{} {}",
        "{\"a\": \"", "{\"a\": +1}",
        String(repeating: "[", count: 1000),
    ])
    func textThatIsNoJSONIsRefused(_ text: String) {
        #expect(throws: GenerationError.self) { try Self.read(text, path: "/document.json") }
    }

    @Test(arguments: ["", "a: [", "a: *b", "a:\n\t- b", "- \"", "%YAML", "a: b: c"])
    func textThatIsNoYAMLIsRefused(_ text: String) {
        #expect(throws: GenerationError.self) { try Self.read(text) }
    }

    @Test(arguments: [
        "{\"a\": 1, \"a\": 2}", "a: 1\nb: 0\na: 2\n", "a: 1\r\nb: 0\r\na: 2\r\n", "{a: 1, b: {a: [3]}, a: 2}",
        "{a: 1, 'a': 2}",
        "{ a: 1, # a: 5\n \"a\" : 2 }", "{'ä': \"{ a: 1\", a: 1, a: 2}", "{a: 1, a: 2, a: 3}",
    ])
    func nameThatOccursTwiceIsReported(_ text: String) throws {
        let (root, files) = try Self.read(text)
        #expect(root["a"]?.integer == 1)
        #expect(files.diagnostics.all.first?.message == "The name 'a' occurs twice. The first counts.")
        #expect(files.diagnostics.all.first?.pointer == "#/a")
        #expect(root.members?.list.allSatisfy { $0.key == "a" || $0.key == "b" || $0.key == "ä" } == true)
    }

    @Test func aliasesAreBounded() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...9 {
            text += "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", "))]\n"
        }
        #expect(throws: GenerationError.self) { try Self.read(text) }
    }

    @Test func mergeKeysAreMerged() throws {
        let (root, _) = try Self.read("base: &base {a: 1, b: 2}\nother: {<<: *base, b: 3}\n")
        #expect(root["other"]?["a"]?.integer == 1)
        #expect(root["other"]?["b"]?.integer == 3)
    }

    @Test func mergedMembersOfMergedMembersAreMerged() throws {
        let (root, _) = try Self.read(
            """
            a: &a {x: 1, y: 1}
            b: &b {<<: *a, y: 2, z: 2}
            c: {z: 3, <<: [*b, {x: 4, w: 4}]}
            """
        )
        let merged = try #require(root["c"])
        #expect(["x", "y", "z", "w"].map { merged[$0]?.integer } == [1, 2, 3, 4])
    }

    @Test(arguments: ["{<<: 5}", "{<<: [5]}", "{[a]: 1}"])
    func membersThatCannotBeAreRefused(_ text: String) {
        #expect(throws: GenerationError.self) { try Self.read("a: \(text)\n") }
    }

    @Test func textInAnotherEncodingIsReadOrNamed() throws {
        let folder = try TemporaryDirectory()
        let text = "a: 1\nb: Grüße\n"
        for encoding in [String.Encoding.utf8, .utf16, .utf16LittleEndian, .utf16BigEndian] {
            let file = folder.url.appendingPathComponent("\(encoding.rawValue).yaml")
            try #require(text.data(using: encoding)).write(to: file)
            #expect(try DocumentFiles(Diagnostics()).read(file.path).root?["b"]?.text == "Grüße", "\(encoding)")
        }
        let file = folder.url.appendingPathComponent("latin.yaml")
        try #require(text.data(using: .isoLatin1)).write(to: file)
        let error = try #require(throws: GenerationError.self) { try DocumentFiles(Diagnostics()).read(file.path) }
        #expect(error.place.hasSuffix("latin.yaml:2"))
        #expect(error.problem == "The text isn't UTF-8, but has the byte 0xFC, as Latin-1 has. Save the file in UTF-8.")
    }

    // MARK: References

    @Test func referenceLeadsIntoPaths() throws {
        let (root, files) = try Self.read(#"{"paths": {"/a/{b}": {"c d": [{"x": 1}]}}}"#)
        #expect(files.target(of: "#/paths/~1a~1%7Bb%7D/c%20d/0", from: root)?["x"]?.integer == 1)
    }

    @Test func referenceLeadsThroughReferences() throws {
        let (root, files) = try Self.read("a: {$ref: '#/b'}\nb: {$ref: '#/c'}\nc: {d: {e: 1}}\n")
        #expect(files.target(of: "#/a", from: root)?["d"]?["e"]?.integer == 1)
        #expect(files.target(of: "#/a/d/e", from: root)?.integer == 1)
    }

    @Test func referenceToAnAnchorLeadsToIt() throws {
        let (root, files) = try Self.read("a: {$anchor: here, x: 1}\n")
        #expect(files.target(of: "#here", from: root)?["x"]?.integer == 1)
    }

    @Test(arguments: ["#/none", "none.yaml", "https://example.com/a.yaml", "#/a/0", "#none", "#/loop"])
    func referenceThatLeadsNowhereIsReported(_ reference: String) throws {
        let (root, files) = try Self.read("a: {}\nloop: {$ref: '#/loop2'}\nloop2: {$ref: '#/loop'}\n")
        #expect(files.target(of: reference, from: root) == nil)
        #expect(files.diagnostics.all.count == 1)
        #expect(files.diagnostics.all.first?.severity == .skipped)
    }

    @Test func referencesLeadToOtherFilesAndBack() throws {
        let folder = try TemporaryDirectory()
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("parts"),
            withIntermediateDirectories: true
        )
        let api = try folder.file("api.yaml", "x: {$ref: 'parts/pet.yaml#/Pet'}\ny: {z: 1}\n")
        _ = try folder.file("parts/pet.yaml", "Pet: {owner: {$ref: '../api.yaml#/y'}}\n")
        let files = DocumentFiles(Diagnostics())
        let root = try #require(try files.read(api.path).root)
        let pet = try #require(files.target(of: "parts/pet.yaml#/Pet", from: root))
        #expect(files.target(of: "../api.yaml#/y", from: try #require(pet["owner"]))?["z"]?.integer == 1)
    }
}
#endif
