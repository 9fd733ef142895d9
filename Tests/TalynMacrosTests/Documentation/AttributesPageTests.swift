#if Macros
import Foundation
import SwiftDiagnostics
import TestSupport
import Testing

/// Compares the page `Attributes` with the macros. It shows every attribute with its expansion, and every diagnostic.
///
/// The Swift blocks come in pairs: a declaration and its expansion. Blocks without a language hold wrong declarations, with
/// the diagnostics below their lines. A run that records snapshots also writes the expansions and diagnostics of the page.
struct AttributesPageTests {
    private static let path = "Sources/TalynMacros/TalynMacros.docc/Attributes.md"

    private let page: Page

    init() throws {
        page = try Page(Self.path)
    }

    @Test(.hammer) func pageShowsTheExpansionsOfTheMacros() throws {
        let expected = expansions + complaints
        if Snapshot.isRecording { return try page.replacing(expected).save() }
        #expect(expected.count > 50)
        for (block, lines) in expected where page.text(of: block) != lines {
            let right = lines.joined(separator: "\n")
            Issue.record("\(Self.path):\(block.range.lowerBound): TALYN_RECORD_SNAPSHOTS=1 makes it\n\(right)")
        }
    }

    @Test func declarationsAreCompiled() throws {
        let examples = try Page("Tests/TalynMacrosTests/Documentation/AttributeExamples.swift")
        let compiled = Set(examples.lines.map { $0.trimmed.replacing(#/^private /#, with: "") })
        let lines = pairs.flatMap { page.text(of: $0.declaration) }
        #expect(lines.filter { !$0.isEmpty && !compiled.contains($0.trimmed) } == [])
    }

    @Test func everyAttributeIsThere() throws {
        let sources = try sources(in: "Sources/TalynMacros")
        let names = sources.matches(of: /public macro ([A-Za-z]+)[(<]/).map(\.1)
        let declarations = pairs.flatMap { page.text(of: $0.declaration) }.joined()
        let shown = Set(declarations.matches(of: /@([A-Za-z]+)/).map(\.1))
        #expect(Set(names).subtracting(shown) == [])
        #expect(names.count > 20)
    }

    @Test(.hammer) func everyComplaintIsThere() throws {
        let sources = try sources(in: "Sources/TalynMacroExpansion")
        let kinds = Set(sources.matches(of: /diagnose\(\s*"([A-Za-z]+)"/).map { String($0.1) })
        let shown = wrongBlocks.reduce(into: Set<MessageID>()) {
            $0.formUnion(expanded(page.text(of: $1)).diagnosticIDs)
        }
        #expect(kinds.filter { !shown.contains(MessageID(domain: "Talyn", id: $0)) } == [])
        #expect(kinds.count > 20)
    }

    private func sources(in folder: String) throws -> String {
        let files = FileManager.default.enumerator(at: RepositoryFiles.url(folder), includingPropertiesForKeys: nil)
        let sources = (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
        return try sources.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    }
}

extension AttributesPageTests {
    private var pairs: [(declaration: Page.Block, expansion: Page.Block)] {
        let blocks = page.blocks.filter { $0.language == "swift" }
        return stride(from: 0, to: blocks.count - 1, by: 2).map { (blocks[$0], blocks[$0 + 1]) }
    }

    private var wrongBlocks: [Page.Block] { page.blocks.filter { $0.language.isEmpty } }

    private var expansions: [(Page.Block, with: [String])] {
        pairs.map { declaration, expansion in
            let expanded = Expansion(page.text(of: declaration).joined(separator: "\n"))
            // A declaration that is wrong says so in the place of what it would become.
            let text =
                expanded.diagnosticIDs.isEmpty ? expanded.writtenCode : expanded.annotatedLines.joined(separator: "\n")
            return (expansion, with: text.components(separatedBy: "\n"))
        }
    }

    private var complaints: [(Page.Block, with: [String])] {
        wrongBlocks.map { block in
            let lines = page.text(of: block)
            let annotated = expanded(lines).annotatedLines
            return (block, with: isWhole(lines) ? annotated : Array(annotated.dropFirst(2).dropLast()))
        }
    }

    private func expanded(_ lines: [String]) -> Expansion {
        let source = lines.filter { !$0.trimmed.hasPrefix("^ ") && !$0.trimmed.hasPrefix("fix: ") }
        if isWhole(lines) { return Expansion(source.joined(separator: "\n")) }
        let isClient = source.contains { $0.contains("func ") }
        let head =
            isClient
            ? ["@Client(\"https://api.example.com\")", "struct Example {"]
            : ["@API(\"https://api.example.com\")", "enum Example {"]
        return Expansion((head + source + ["}"]).joined(separator: "\n"))
    }

    /// Whether a block has a type of its own, and not only members of one.
    private func isWhole(_ lines: [String]) -> Bool {
        lines.contains { $0.contains(#/^(enum|struct|class|extension) /#) }
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
#endif
