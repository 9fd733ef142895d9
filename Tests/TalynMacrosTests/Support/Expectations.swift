#if Macros
import Foundation
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import Testing

/// Expects that a source becomes the one in the snapshot of the test, without a diagnostic.
///
/// - Parameters:
///   - source: The source before the macros are expanded.
///   - argument: The argument of a test that has several.
func expectExpansion(
    of source: String,
    for argument: String? = nil,
    fileID: String = #fileID,
    function: String = #function,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
    expectNoDiagnostics(in: source, sourceLocation: sourceLocation)
    let expanded = Expansion(source).text.trimmingCharacters(in: .newlines)
    #expect(
        !Parser.parse(source: expanded).hasError,
        "The expansion is no Swift:\n\(expanded)",
        sourceLocation: sourceLocation
    )
    Snapshot(fileID: fileID, function: function, argument: argument)
        .expect(.snapshot([("Source", source), ("Expansion", expanded)]), sourceLocation: sourceLocation)
}

/// Expects the diagnostics in the snapshot of the test: their messages, and their fix-its with the results.
///
/// - Parameters:
///   - source: The source, with `👉` before each character at which a diagnostic points, in their order.
///   - argument: The argument of a test that has several.
func expectDiagnostics(
    in source: String,
    for argument: String? = nil,
    fileID: String = #fileID,
    function: String = #function,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
    let pieces = source.split(separator: "👉", omittingEmptySubsequences: false).map(String.init)
    let marks = pieces.indices.dropLast().map { pieces[...$0].joined().utf8.count }
    let expansion = Expansion(pieces.joined())
    #expect(!marks.isEmpty, "The source has no 👉", sourceLocation: sourceLocation)
    #expect(
        expansion.diagnostics.map { expansion.location(of: $0).offset } == marks,
        "\(expansion.diagnostics.map(expansion.summary))",
        sourceLocation: sourceLocation
    )
    // A copy of a node has no place in the source, but its offset is the right one at the start of a file.
    let head = "import TalynMacros\n"
    let behind = Expansion(head + pieces.joined())
    #expect(
        behind.diagnostics.map { behind.location(of: $0).offset - head.utf8.count } == marks,
        "The compiler shows these without a place: \(behind.diagnostics.map(behind.summary))",
        sourceLocation: sourceLocation
    )
    var sections = [("Source", pieces.joined())]
    for diagnostic in expansion.diagnostics {
        sections.append((expansion.summary(of: diagnostic), ""))
        for fixIt in diagnostic.fixIts {
            guard let fixed = expansion.applying(fixIt) else {
                Issue.record("\(fixIt.message.message): changes other text", sourceLocation: sourceLocation)
                continue
            }
            sections.append(("Fix-it: \(fixIt.message.message)", fixed))
            let again = Expansion(fixed)
            #expect(!again.source.hasError, sourceLocation: sourceLocation)
            #expect(!again.diagnostics.map(\.message).contains(diagnostic.message), sourceLocation: sourceLocation)
        }
    }
    Snapshot(fileID: fileID, function: function, argument: argument)
        .expect(.snapshot(sections), sourceLocation: sourceLocation)
}

/// Expects that the macros have no errors and no warnings for a source.
func expectNoDiagnostics(in source: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    #expect(Expansion(source).diagnostics.map(\.message) == [], sourceLocation: sourceLocation)
}

extension Expansion {
    /// The place of a diagnostic, its severity and its message, in one line.
    fileprivate func summary(of diagnostic: Diagnostic) -> String {
        let place = location(of: diagnostic)
        return "\(place.line):\(place.column): \(diagnostic.diagMessage.severity): \(diagnostic.message)"
    }
}

extension String {
    /// An enum with cases as endpoints.
    static func api(_ cases: String...) -> String {
        declaration("@API enum Users", of: cases)
    }

    /// A struct with functions as endpoints.
    static func client(_ functions: String...) -> String {
        declaration("@Client(\"https://a.example\") struct Users", of: functions)
    }

    /// A type with members, a line for each.
    static func type(_ head: String, _ members: String...) -> String {
        declaration(head, of: members)
    }

    private static func declaration(_ head: String, of members: [String]) -> String {
        "\(head) {\n\(members.map { "    \($0)\n" }.joined())}"
    }

    /// The text of a snapshot. It is Swift, so that editors and reviews show it in colours.
    fileprivate static func snapshot(_ sections: [(title: String, text: String)]) -> String {
        "// swift-format-ignore-file\n"
            + sections.map { "\n// MARK: \($0.title)\n\($0.text.isEmpty ? "" : "\n\($0.text)\n")" }.joined()
    }
}
#endif
