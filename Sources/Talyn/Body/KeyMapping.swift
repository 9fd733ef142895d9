public import Foundation

/// How the names of members become the keys of JSON, both ways.
public enum KeyMapping: Sendable {
    /// As they are.
    case useDefaultKeys

    /// `userName` is `user_name` in JSON.
    ///
    /// The way back knows no acronyms: `image_url` is read into `imageUrl`, and not into `imageURL`, for which a type
    /// needs a `CodingKey` with the raw value `imageUrl`.
    case snakeCase

    /// A new encoder, which writes the same bytes for the same value every time.
    public var encoder: JSONEncoder {
        let encoder = JSONEncoder.deterministic
        switch self {
        case .useDefaultKeys: break
        case .snakeCase: encoder.keyEncodingStrategy = .convertToSnakeCase
        }
        return encoder
    }

    /// A new decoder, such as for ``TargetType/decoder``.
    public var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        switch self {
        case .useDefaultKeys: break
        case .snakeCase: decoder.keyDecodingStrategy = .convertFromSnakeCase
        }
        return decoder
    }
}
