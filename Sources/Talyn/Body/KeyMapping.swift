public import Foundation

/// The mapping between the names of members and the keys of JSON.
public enum KeyMapping: Sendable {
    /// The keys are the names.
    case useDefaultKeys

    /// The keys are in snake case: `userName` is `user_name` in JSON.
    ///
    /// Decoding doesn't know acronyms: `image_url` becomes `imageUrl`, not `imageURL`. For the latter, declare a
    /// `CodingKey` with the raw value `imageUrl`.
    case snakeCase

    /// A new encoder. Its output is the same each time for the same value.
    public var encoder: JSONEncoder {
        let encoder = JSONEncoder.deterministic
        switch self {
        case .useDefaultKeys: break
        case .snakeCase: encoder.keyEncodingStrategy = .convertToSnakeCase
        }
        return encoder
    }

    /// A new decoder, for example for ``TargetType/decoder``.
    public var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        switch self {
        case .useDefaultKeys: break
        case .snakeCase: decoder.keyDecodingStrategy = .convertFromSnakeCase
        }
        return decoder
    }
}
