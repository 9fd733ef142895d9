/// How far the body of a response may unpack, so that few bytes can't fill the memory.
public struct DecompressionLimit: Sendable, Hashable {
    enum Kind: Hashable, Sendable {
        case none
        case ratio(Int)
        case size(Int)
    }

    let kind: Kind

    /// A body may unpack to any size. For servers that one trusts.
    public static let none = DecompressionLimit(kind: .none)

    /// A body may unpack to so many times its compressed size.
    public static func ratio(_ ratio: Int) -> DecompressionLimit {
        DecompressionLimit(kind: .ratio(ratio))
    }

    /// A compressed body may unpack to so many bytes.
    public static func size(_ size: Int) -> DecompressionLimit {
        DecompressionLimit(kind: .size(size))
    }

    /// Whether the number is one that lets any body unpack.
    var isValid: Bool {
        switch kind {
        case .none: true
        case .ratio(let number), .size(let number): number > 0
        }
    }

    /// How many bytes a body may unpack to; nil if any number, or if the limit depends on a length that isn't known.
    func maximum(of compressedLength: Int64?) -> Int64? {
        switch kind {
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
