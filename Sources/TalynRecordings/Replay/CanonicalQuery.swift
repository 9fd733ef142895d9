import TalynCore
import TalynStubs
import _TalynSupport

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The same text for queries and forms with the same parameters, whatever escapes their clients wrote.
enum CanonicalQuery {
    /// The parameters, decoded and sorted by their names. Those with the same name keep their order.
    static func text(_ query: Substring) -> String {
        let parameters = query.split(separator: "&").map { parameter in
            let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (name: decoded(parts[0]), value: parts.count > 1 ? decoded(parts[1]) : nil)
        }
        return parameters.enumerated()
            .sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
            .map { encoded($0.element.name) + ($0.element.value.map { "=" + encoded($0) } ?? "") }
            .joined(separator: "&")
    }

    /// The text of a parameter without escapes; the parameter itself if they aren't UTF-8. A plus sign is a space.
    private static func decoded(_ text: Substring) -> String {
        let text = String(text).replacing("+", with: " ")
        return text.percentDecoded ?? text
    }

    private static func encoded(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing("&", with: "%26").replacing("=", with: "%3D")
    }
}
