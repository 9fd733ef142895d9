#if Tools
/// What a `Range` field asks for, as httpbin reads it: what it can't read is a wish for everything.
struct ByteRange {
    private let first: Int?
    private let last: Int?

    init(_ text: String?) {
        let parts = (text ?? "").trimmingWhitespace.split(separator: "=", omittingEmptySubsequences: false)
        let isUnderstood = parts.count == 2 && parts[0].hasPrefix("bytes")
        let positions = isUnderstood ? parts[1].split(separator: "-", omittingEmptySubsequences: false) : []
        first = positions.first.flatMap { Int($0.trimmingWhitespace) }
        last = positions.dropFirst().first.flatMap { Int($0.trimmingWhitespace) }
    }

    /// Which bytes of so many are meant; nil if there are none.
    func positions(in count: Int) -> Range<Int>? {
        let range: (first: Int, last: Int) =
            switch (first, last) {
            case (let first?, let last?): (first, last)
            case (let first?, nil): (first, count - 1)
            case (nil, let last?): (max(0, count - last), count - 1)
            case (nil, nil): (0, count - 1)
            }
        guard range.first <= range.last, (0..<count).contains(range.first), (0..<count).contains(range.last) else {
            return nil
        }
        return range.first..<(range.last + 1)
    }
}

extension StringProtocol {
    fileprivate var trimmingWhitespace: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
#endif
