extension Endpoint {
    /// Whether nothing of the call can have been sent when it failed so, and it can be made again.
    func isUnsent(after error: TalynError) -> Bool {
        guard error.response == nil, canBeSentAgain else { return false }
        switch error.underlyingError {
        case let error as any TransportFailure:
            let error = error.transportError
            guard [.notConnected, .cannotConnect].contains(error.kind) else { return false }
            if isIdempotent { return true }
            guard !error.isAfterRedirect else { return false }
            // A transport that follows redirects by itself doesn't say so; but if it is another server that can't be reached,
            // the first has redirected to it, and so has seen the request.
            guard let origin = error.origin else { return true }
            return URL(string: url).flatMap { Origin($0)?.description } == origin
        case let error as URLError:
            return [.notConnectedToInternet, .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed]
                .contains(error.code)
        default:
            return false
        }
    }
}
