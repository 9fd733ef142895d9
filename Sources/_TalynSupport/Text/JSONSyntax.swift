#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Texts in JSON without a type to decode.
public enum JSONSyntax {
    /// Whether the bytes are JSON. The decoder reads the whole text before it asks the type.
    ///
    /// - Parameter decoder: The decoder whose rules count.
    public static func isValid(_ data: Data, using decoder: JSONDecoder = JSONDecoder()) -> Bool {
        (try? decoder.decode(Anything.self, from: data)) != nil
    }

    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// The content of a string with its quotation marks and escapes; nil for another text.
    public static func string(_ literal: Data) -> String? {
        try? JSONDecoder().decode(String.self, from: literal)
    }
}
