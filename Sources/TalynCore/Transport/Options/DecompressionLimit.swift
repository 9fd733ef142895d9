/// The maximum size of a decompressed body, as a protection against decompression bombs.
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

    /// The maximum size in bytes; nil if there is no limit, or a ratio has no compressed size.
    func maximum(of compressedLength: Int64?) -> Int64? {
        switch self {
        case .none:
            return nil
        case .size(let size):
            return Int64(size)
        case .ratio(let ratio):
            guard let compressedLength, compressedLength >= 0 else { return nil }
            let (maximum, overflow) = compressedLength.multipliedReportingOverflow(by: Int64(ratio))
            return overflow ? nil : maximum
        }
    }
}
