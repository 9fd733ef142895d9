import Foundation

extension Response {
    /// - Throws: ``TalynError/statusCode(_:)`` for a status outside 200 to 299 that the target didn't validate: an
    ///   error's body is not the value that was asked for.
    func checkStatus(for target: some TargetType) throws(TalynError) {
        if target.validationType == .none { _ = try filterSuccessfulStatusCodes() }
    }

    /// The value that the body holds, as the target says: inside its envelope, if it names one.
    ///
    /// An empty body holds a value of those types only that need none: an optional, or ``EmptyResult``, which any other
    /// body holds too.
    ///
    /// - Throws: As ``checkStatus(for:)`` does, and as the mapping does.
    func value<Value: Decodable>(
        _ type: Value.Type,
        for target: some TargetType,
        atKeyPath keyPath: String?,
        using decoder: JSONDecoder
    ) throws(TalynError) -> Value {
        try checkStatus(for: target)
        if data.isEmpty, let nothing = decoder.valueOfNothing(type) { return nothing }
        guard let envelope = target.envelope else {
            if let nothing = EmptyResult() as? Value { return nothing }
            return try map(type, atKeyPath: keyPath, using: decoder)
        }
        return try map(type, atKeyPath: keyPath, in: envelope, using: decoder)
    }
}
