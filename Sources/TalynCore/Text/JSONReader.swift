#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// JSON without a type to decode.
package enum JSONReader {
    /// Whether the bytes are JSON. The decoder reads the whole text before it asks the type.
    ///
    /// - Parameter decoder: The decoder whose rules count.
    package static func isValid(_ data: Data, using decoder: JSONDecoder = JSONDecoder()) -> Bool {
        (try? decoder.decode(EmptyResult.self, from: data)) != nil
    }

    /// The content of a string with its quotation marks and escapes; nil for another text.
    static func string(_ literal: Data) -> String? {
        try? JSONDecoder().decode(String.self, from: literal)
    }
}
