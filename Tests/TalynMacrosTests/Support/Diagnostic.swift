#if Macros
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import TalynMacroExpansion
import Testing

/// Expects one complaint about a declaration.
///
/// - Parameters:
///   - source: The declaration, with `👉` before the character at which the complaint points.
///   - message: The complaint.
///   - severity: How serious it is.
///   - fixIts: What it offers, and what each offer makes of the source. Whatever that is has to parse, and must not be
///     complained of in the same words.
func expectDiagnostic(
    _ source: String,
    _ message: String,
    severity: DiagnosticSeverity = .error,
    fixIts: KeyValuePairs<String, String> = [:],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
    let expansion = expectDiagnostics(source, [message], severity: severity, sourceLocation: sourceLocation)
    guard let diagnostic = expansion.diagnostics.first else { return }
    #expect(diagnostic.fixIts.map(\.message.message) == fixIts.map(\.key), sourceLocation: sourceLocation)
    for (fixIt, expected) in zip(diagnostic.fixIts, fixIts.map(\.value)) {
        guard let fixed = expansion.applying(fixIt) else {
            Issue.record("\(fixIt.message.message): changes what isn't in the source", sourceLocation: sourceLocation)
            continue
        }
        #expect(fixed == expected, sourceLocation: sourceLocation)
        let again = Expansion(fixed)
        #expect(!again.source.hasError, sourceLocation: sourceLocation)
        #expect(!again.diagnostics.map(\.message).contains(message), sourceLocation: sourceLocation)
    }
}

/// Expects complaints about a declaration, in the order of the marks in it.
@discardableResult
func expectDiagnostics(
    _ source: String,
    _ messages: [String],
    severity: DiagnosticSeverity = .error,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) -> Expansion {
    let pieces = source.split(separator: "👉", omittingEmptySubsequences: false).map(String.init)
    let expansion = Expansion(pieces.joined())
    let offsets = pieces.indices.dropLast().map { pieces[...$0].joined().utf8.count }
    let converter = SourceLocationConverter(fileName: "File.swift", tree: expansion.source)
    func place(_ offset: Int) -> String {
        let place = converter.location(for: AbsolutePosition(utf8Offset: offset))
        return "\(place.line):\(place.column)"
    }
    #expect(
        expansion.diagnostics.map { "\(place(expansion.offset(of: $0.position, in: $0.node))) \($0.message)" }
            == zip(offsets, messages).map { "\(place($0)) \($1)" },
        sourceLocation: sourceLocation
    )
    #expect(expansion.diagnostics.allSatisfy { $0.diagMessage.severity == severity }, sourceLocation: sourceLocation)
    #expect(offsets.count == messages.count, sourceLocation: sourceLocation)
    return expansion
}

extension Expansion {
    /// Where something of a declaration that was handed to a macro stands in the source.
    fileprivate func offset(of position: AbsolutePosition, in node: Syntax) -> Int {
        context.location(for: position, anchoredAt: node, fileName: "File.swift").offset
    }

    /// The source with what a fix-it changes; nil if it changes what the compiler can't find in the source.
    fileprivate func applying(_ fixIt: FixIt) -> String? {
        var bytes = Array(source.description.utf8)
        for change in fixIt.changes {
            guard case .replace(let old, let new) = change else { return nil }
            let start = offset(of: old.position, in: old)
            let range = start..<start + old.totalLength.utf8Length
            guard range.upperBound <= bytes.count, bytes[range].elementsEqual(old.description.utf8) else { return nil }
            bytes.replaceSubrange(range, with: new.description.utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
#endif
