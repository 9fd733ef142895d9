#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import TalynMacroExpansion
import Testing

private struct APIMacro: APIExpansion {}
private struct AttributeMacro: AttributeExpansion {}
private struct ClientCallMacro: ClientCallExpansion {}
private struct ClientMacro: ClientExpansion {}

/// All macros, as `TalynMacros` declares them.
let macros: [String: MacroSpec] = {
    let names = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HTTP",
        "Query", "Body", "Field", "Header", "Path", "Part",
        "JSON", "Form", "Multipart", "Headers", "KeyMapping", "Options", "Validation", "Authorization", "Sample",
        "ResultType", "FailureType", "Encoder", "FormEncoder", "Decoder", "Envelope",
    ]
    var macros = Dictionary(uniqueKeysWithValues: names.map { ($0, MacroSpec(type: AttributeMacro.self)) })
    macros["API"] = MacroSpec(
        type: APIMacro.self,
        conformances: ["TargetType", "DecodableTargetType", "AccessTokenAuthorizable"]
    )
    macros["Client"] = MacroSpec(type: ClientMacro.self)
    macros["_ClientCall"] = MacroSpec(type: ClientCallMacro.self)
    return macros
}()

/// What becomes of a source file when all macros in it are expanded.
struct Expansion {
    let source: SourceFileSyntax
    let expanded: Syntax
    let context: BasicMacroExpansionContext

    init(_ text: String) {
        source = Parser.parse(source: text)
        let context = BasicMacroExpansionContext(
            sourceFiles: [source: .init(moduleName: "Module", fullFilePath: "File.swift")]
        )
        self.context = context
        expanded = source.expand(
            macroSpecs: macros,
            contextGenerator: { node in
                BasicMacroExpansionContext(sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
            },
            indentationWidth: .spaces(4)
        )
    }

    var diagnostics: [Diagnostic] { context.diagnostics }
}

/// Expects that a declaration becomes another one, with nothing to complain of.
func expectExpansion(
    _ source: String,
    _ expanded: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) {
    assertMacroExpansion(
        source,
        expandedSource: expanded,
        macroSpecs: macros,
        failureHandler: report,
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
    )
}

private func report(_ failure: TestFailureSpec) {
    let place = failure.location
    Issue.record(
        "\(failure.message)",
        sourceLocation: SourceLocation(
            fileID: place.fileID,
            filePath: place.filePath,
            line: Int(place.line),
            column: Int(place.column)
        )
    )
}
#endif
