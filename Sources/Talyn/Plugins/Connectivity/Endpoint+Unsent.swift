import Foundation

extension Endpoint {
    /// Whether the error proves that nothing of the call was sent, and the call can be made again.
    func isUnsent(after error: TalynError) -> Bool {
        guard error.response == nil, canBeSentAgain else { return false }
        switch error.underlyingError {
        case let error as any TransportFailure:
            let error = error.transportError
            guard [.notConnected, .cannotConnect].contains(error.kind) else { return false }
            if isIdempotent { return true }
            guard !error.mayHaveBeenSent else { return false }
            // A transport that follows redirects by itself doesn't say so. But if another server can't be reached, the first
            // has redirected to it, and so has seen the request.
            guard let origin = error.origin else { return true }
            return URL(string: url).flatMap { Origin($0)?.description } == origin
        case let error as URLError:
            return [.notConnected, .cannotConnect].contains(TransportError(urlSession: error, url: nil).kind)
        default:
            return false
        }
    }
}
