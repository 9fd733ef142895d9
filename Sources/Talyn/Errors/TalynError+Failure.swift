public import Foundation

extension TalynError {
    /// The body with which the server explained the failure, decoded to the target's ``TargetType/failureType``.
    ///
    /// Decoded each time it is asked for, by the target's decoder. `nil` when the target names no type, when no
    /// response arrived, and when its body is something else; the error itself stays what it is.
    public var decodedFailure: (any DecodableFailure)? {
        guard let type = response?.target?.failureType else { return nil }
        return failure(as: type)
    }

    /// The body with which the server explained the failure, decoded to a type.
    ///
    /// ```swift
    /// do {
    ///     _ = try await accounts.request(.create(name: "ada")).filterSuccessfulStatusCodes()
    /// } catch {
    ///     print(error.failure(as: Problem.self)?.title ?? error.localizedDescription)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to decode; whether the target names it doesn't matter.
    ///   - decoder: What decodes it, the target's ``TargetType/decoder`` by default.
    /// - Returns: `nil` when no response arrived, and when its body is something else.
    public func failure<Failure: Decodable>(as type: Failure.Type, using decoder: JSONDecoder? = nil) -> Failure? {
        guard let response, !response.data.isEmpty else { return nil }
        return try? (decoder ?? response.target?.decoder ?? JSONDecoder()).decode(type, from: response.data)
    }

    /// What the server's own code and message say of the failure.
    ///
    /// Besides calls that failed for the code, those that failed for their status have it too, if the target names an
    /// ``TargetType/envelope`` and the body is one.
    public var envelopeError: EnvelopeError? {
        if let error = underlyingError as? EnvelopeError { return error }
        guard let response, let target = response.target, let envelope = target.envelope else { return nil }
        do throws(TalynError) {
            _ = try response.map(EmptyResult.self, in: envelope, using: target.decoder)
            return nil
        } catch {
            return error.underlyingError as? EnvelopeError
        }
    }
}
