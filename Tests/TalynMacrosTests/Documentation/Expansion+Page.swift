#if Macros
import Foundation
import SwiftDiagnostics
import SwiftSyntax

/// The parts of an expansion as the page on the attributes shows them.
extension Expansion {
    /// The code that the macros write: the extension of an enum, without the enum; the whole of a struct. It leaves out the places of errors.
    var writtenCode: String {
        let statements = expanded.statements.filter { !$0.item.is(EnumDeclSyntax.self) }
        let lines = statements.map { $0.description }.joined().components(separatedBy: "\n")
        return lines.filter { !$0.contains("#sourceLocation(") }.joined(separator: "\n")
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The identifiers of the diagnostics.
    var diagnosticIDs: Set<MessageID> { Set(diagnostics.map(\.diagMessage.diagnosticID)) }

    /// The lines of the source, with the diagnostics below each of them.
    var annotatedLines: [String] {
        let notes = diagnostics.map { (place: location(of: $0), diagnostic: $0) }
        return source.description.components(separatedBy: "\n").enumerated().flatMap { index, line in
            let own = notes.filter { $0.place.line == index + 1 }.sorted { $0.place.column < $1.place.column }
            return [line]
                + own.flatMap { note in
                    let characters: Int = String(decoding: line.utf8.prefix(note.place.column - 1), as: UTF8.self).count
                    let margin = String(repeating: " ", count: characters)
                    let remedies = note.diagnostic.fixIts.map { "\(margin)  fix: \($0.message.message)" }
                    return ["\(margin)^ \(note.diagnostic.message)"] + remedies
                }
        }
    }
}
#endif
