#if Tools
import Foundation

/// A header field's value with parameters, such as `text/plain; charset=utf-8`.
struct HeaderParameters {
    let value: String

    /// The parameters by lowercase name, without quotes.
    private(set) var parameters: [String: String] = [:]

    init(_ text: String) {
        var sections = Self.sections(of: text)[...]
        value = sections.popFirst() ?? ""
        for section in sections {
            guard let equals = section.firstIndex(of: "=") else { continue }
            parameters[section[..<equals].lowercased()] = Self.unquoted(section[section.index(after: equals)...])
        }
    }

    /// The parts between the semicolons outside of quotes.
    private static func sections(of text: String) -> [String] {
        var sections = [""]
        var isQuoted = false
        var isEscaped = false
        for character in text {
            if character == ";" && !isQuoted {
                sections.append("")
                continue
            }
            if character == "\"" && !isEscaped {
                isQuoted.toggle()
            }
            isEscaped = character == "\\" && !isEscaped
            sections[sections.count - 1].append(character)
        }
        return sections.map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private static func unquoted(_ text: Substring) -> String {
        guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return String(text) }
        return text.dropFirst().dropLast()
            .replacingOccurrences(of: "\\\"", with: "\"")
            .replacingOccurrences(of: "\\\\", with: "\\")
    }
}
#endif
