import Foundation

/// How much has come of what is to have a certain length.
///
/// Whoever reads it hands out the last bytes only when nothing follows them, so that nobody takes a wrong body for a whole
/// one.
struct DeclaredLength: Sendable {
    let expected: Int64
    private(set) var received: Int64 = 0

    init(_ expected: Int64) {
        self.expected = expected
    }

    var missing: Int64 { expected - received }

    /// Counts the bytes that have come, or those that come behind the last.
    ///
    /// - Throws: ``BodyError/longerThanDeclared(expected:)`` if they are too many.
    mutating func add(_ count: Int) throws(BodyError) {
        received += Int64(count)
        if received > expected { throw .longerThanDeclared(expected: expected) }
    }

    /// Takes it that nothing follows.
    ///
    /// - Throws: ``BodyError/shorterThanDeclared(expected:actual:)`` if something is missing.
    func end() throws(BodyError) {
        if received < expected { throw .shorterThanDeclared(expected: expected, actual: received) }
    }

    /// The next bytes of something that is read without waiting, at most so many; none at the end.
    mutating func read(_ count: Int, from read: (Int) throws(BodyError) -> Data) throws(BodyError) -> Data {
        let chunk = try read(Int(min(missing, Int64(count))))
        try chunk.isEmpty ? end() : add(chunk.count)
        if missing == 0 { try add(read(1).count) }
        return chunk
    }
}
