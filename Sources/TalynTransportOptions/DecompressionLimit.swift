/// The maximum size of a decompressed body, as a protection against decompression bombs.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum DecompressionLimit: Sendable, Hashable {
    /// No limit. For trusted servers only.
    case none
    /// A maximum ratio of the decompressed to the compressed size.
    case ratio(Int)
    /// A maximum size of the decompressed body in bytes.
    case size(Int)

    /// Whether the number is positive.
    var isValid: Bool {
        switch self {
        case .none: true
        case .ratio(let number), .size(let number): number > 0
        }
    }
}
