#if Macros
import Foundation
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

/// What the macros make of a source, as the page on the attributes shows it.
struct Expanded {
    private let source: String
    private let file: SourceFileSyntax
    private let context: BasicMacroExpansionContext

    init(_ source: String) {
        self.source = source
        let original = Parser.parse(source: source)
        let context = BasicMacroExpansionContext(
            sourceFiles: [original: .init(moduleName: "Pages", fullFilePath: "page.swift")]
        )
        self.context = context
        let expanded = original.expand(
            macroSpecs: macros,
            contextGenerator: { node in
                BasicMacroExpansionContext(sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
            },
            indentationWidth: .spaces(4)
        )
        file = expanded.cast(SourceFileSyntax.self)
    }

    /// What the macros write: the extension of an enum, without the enum; the whole of a struct.
    var text: String {
        let statements = file.statements.filter { !$0.item.is(EnumDeclSyntax.self) }
        return statements.map { $0.description }.joined().trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The kinds of what is wrong.
    var kinds: Set<MessageID> { Set(context.diagnostics.map(\.diagMessage.diagnosticID)) }

    /// The lines of the source, with what is wrong below each of them.
    var annotatedLines: [String] {
        let notes = context.diagnostics.map { diagnostic in
            let place = context.location(
                for: diagnostic.position,
                anchoredAt: diagnostic.node,
                fileName: "page.swift"
            )
            return (line: place.line, column: place.column, diagnostic: diagnostic)
        }
        return source.components(separatedBy: "\n").enumerated().flatMap { index, line in
            let own = notes.filter { $0.line == index + 1 }.sorted { $0.column < $1.column }
            return [line]
                + own.flatMap { note in
                    let characters = String(decoding: line.utf8.prefix(note.column - 1), as: UTF8.self).count
                    let margin = String(repeating: " ", count: characters)
                    let remedies = note.diagnostic.fixIts.map { "\(margin)  fix: \($0.message.message)" }
                    return ["\(margin)^ \(note.diagnostic.message)"] + remedies
                }
        }
    }
}
#endif
