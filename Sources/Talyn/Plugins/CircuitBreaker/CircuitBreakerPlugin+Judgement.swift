extension CircuitBreakerPlugin {
    /// Whether the result of a call shows that the server fails; what the plugin counts by default.
    ///
    /// It does if the server answered with a status from 500 to 599, if it was silent for too long, and if no connection to
    /// it came about, or one that broke or didn't carry HTTP.
    public static func isServerFailure(_ result: Result<Response, TalynError>) -> Bool {
        if let response = result.response { return 500..<600 ~= response.statusCode }
        guard case .failure(let error) = result, let transportError = error.transportError else { return false }
        return switch transportError.kind {
        case .timedOut, .cannotConnect, .connectionLost, .secureConnectionFailed, .invalidResponse, .other: true
        case .cancelled, .deadlineExceeded, .notConnected, .responseTooLarge, .tooManyRedirects, .insecureRedirect,
            .unsupportedURL, .notCached:
            false
        }
    }

    /// Whether the result of a call says anything about the server at all.
    ///
    /// It doesn't if the call was cancelled, refused by another plugin, could not be made, or didn't leave the machine.
    static func isTelling(_ result: Result<Response, TalynError>) -> Bool {
        guard result.response == nil, case .failure(let error) = result else { return true }
        guard let kind = error.transportError?.kind else { return false }
        return ![.cancelled, .deadlineExceeded, .notConnected, .unsupportedURL, .notCached].contains(kind)
    }
}
