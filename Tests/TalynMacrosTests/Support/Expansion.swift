#if Macros
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import TalynMacroExpansion

private struct APIMacro: APIExpansion {}
private struct AttributeMacro: AttributeExpansion {}
private struct ClientCallMacro: ClientCallExpansion {}
private struct ClientMacro: ClientExpansion {}

/// All macros, as `TalynMacros` declares them.
private let macros: [String: MacroSpec] = {
    let names = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HTTP", "WebSocket",
        "Query", "Body", "Field", "Header", "Path", "Part",
        "JSON", "Form", "Multipart", "Headers", "Coding", "Options", "Validation", "Authorization", "Sample",
        "ResultType", "Paged", "FailureBodyType", "Envelope",
    ]
    var macros = Dictionary(uniqueKeysWithValues: names.map { ($0, MacroSpec(type: AttributeMacro.self)) })
    macros["API"] = MacroSpec(
        type: APIMacro.self,
        conformances: ["TargetType", "DecodableTargetType", "AccessTokenAuthorizable"]
    )
    macros["Client"] = MacroSpec(type: ClientMacro.self, conformances: ["Sendable"])
    macros["_ClientCall"] = MacroSpec(type: ClientCallMacro.self)
    return macros
}()

/// A source file, and the same file with all its macros expanded.
struct Expansion {
    static let fileName = "File.swift"

    let source: SourceFileSyntax
    let expanded: SourceFileSyntax
    let context: BasicMacroExpansionContext

    init(_ text: String) {
        source = Parser.parse(source: text)
        let context = BasicMacroExpansionContext(
            sourceFiles: [source: .init(moduleName: "Module", fullFilePath: Self.fileName)]
        )
        self.context = context
        let expanded = source.expand(
            macroSpecs: macros,
            contextGenerator: { node in
                BasicMacroExpansionContext(sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
            },
            indentationWidth: .spaces(4)
        )
        self.expanded = expanded.cast(SourceFileSyntax.self)
    }

    /// The text of the expanded source.
    var text: String { expanded.description }

    var diagnostics: [Diagnostic] { context.diagnostics }

    /// The location of a diagnostic in the source.
    func location(of diagnostic: Diagnostic) -> SourceLocation {
        location(of: diagnostic.position, in: diagnostic.node)
    }

    /// The source with the changes of a fix-it; nil if it changes text that is not in the source.
    func applying(_ fixIt: FixIt) -> String? {
        var bytes = Array(source.description.utf8)
        for change in fixIt.changes {
            guard case .replace(let old, let new) = change else { return nil }
            let start = location(of: old.position, in: old).offset
            let range = start..<start + old.totalLength.utf8Length
            guard range.upperBound <= bytes.count, bytes[range].elementsEqual(old.description.utf8) else { return nil }
            bytes.replaceSubrange(range, with: new.description.utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The location in the source of a position in a node. The macros get copies of nodes, with positions of their own.
    private func location(of position: AbsolutePosition, in node: Syntax) -> SourceLocation {
        context.location(for: position, anchoredAt: node, fileName: Self.fileName)
    }
}
#endif
