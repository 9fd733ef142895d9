import Foundation

extension Response {
    /// The string or the number at a key path of the JSON; nil if there is none, or `null`.
    func cursor(at keyPath: String) throws(TalynError) -> String? {
        do throws(TalynError) {
            return try map(Cursor?.self, atKeyPath: keyPath)?.text
        } catch {
            if case .missingKeyPath? = error.underlyingError as? MappingError { return nil }
            throw error
        }
    }
}

/// What stands for a place in a list.
private struct Cursor: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Int64.self) {
            text = "\(number)"
        } else if let number = try? value.decode(Decimal.self) {
            text = number.description
        } else {
            text = try value.decode(String.self)
        }
    }
}
