import _TalynSupport

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The object that a server sends, read as large providers write it. A member with another value counts as missing.
extension JSONNode {
    /// The object; nil for anything else.
    init?(document: Data) {
        guard let node = try? JSONNode(json: document), node.members != nil else { return nil }
        self = node
    }

    /// A text; nil for an empty one.
    func text(_ name: String) -> String? { self[name]?.text.flatMap { $0.isEmpty ? nil : $0 } }

    /// A URL.
    func url(_ name: String) -> URL? { text(name).flatMap { URL(string: $0) } }

    /// A number, also in a text.
    func number(_ name: String) -> Double? {
        switch self[name] {
        case .number(let digits), .string(let digits): Double(digits)
        default: nil
        }
    }

    /// A boolean, also in a text.
    func flag(_ name: String) -> Bool { self[name] == .bool(true) || text(name)?.lowercased() == "true" }

    /// The words of an array, or of a text with spaces.
    func words(_ name: String) -> [String]? {
        let value = self[name]
        let words =
            value?.elements?.compactMap(\.text) ?? value?.text?.split(whereSeparator: \.isWhitespace).map(String.init)
        return words?.filter { !$0.isEmpty }
    }
}
