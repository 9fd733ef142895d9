import _TalynFoundation
import _TalynSupport

extension TalynError: DescribedError {
    /// The same as ``reason``.
    public var errorReason: Reason { reason }

    /// The call and its failure, without the cause.
    public var problem: String {
        guard let label = context?.label ?? targetName else { return text }
        return "\(label): \(text)"
    }

    private var text: String {
        let response = response?.summary ?? "The response"
        return switch reason {
        case .unacceptableStatus: "\(response) isn't accepted by the target's validation."
        case .decoding: "\(response) can't be decoded."
        case .envelope: (underlyingError as? EnvelopeError)?.problem(by: redaction) ?? causeText
        default: causeText
        }
    }

    private var causeText: String { underlyingError.map { ErrorText.headline(of: $0) } ?? Self.text(of: reason) }

    /// Masks the secrets in the texts of the server.
    private var redaction: Redaction { response?.redaction ?? .default }

    private static func text(of reason: Reason) -> String {
        switch reason {
        case .invalidRequest: "The request is invalid."
        case .transport: "No whole response arrived."
        case .unacceptableStatus: "The status isn't accepted."
        case .decoding: "The response can't be decoded."
        case .envelope: "The server answered with a failure code."
        case .rejected: "A plugin rejected the call."
        case .authentication: "There is no credential for the call."
        case .body: "A body can't be read or written."
        case .pagination: "The next page can't be fetched."
        default: "The call failed."
        }
    }

    public var cause: String? {
        switch reason {
        case .decoding: underlyingError.map { ErrorText.headline(of: $0) }
        case .unacceptableStatus:
            response?.problemText
                ?? envelopeError?.message.flatMap { ErrorText.sentence(ofServer: $0, redaction) }
                .map { "The server says: \($0)" }
        default: (underlyingError as? any LocalizedError)?.failureReason
        }
    }

    public var recovery: String? {
        if reason == .decoding, response?.length == 0, let context, context.isStubbed, context.target.sampleData.isEmpty
        {
            return "Set sampleData of the target if the stub answers with it: it is empty."
        }
        return switch underlyingError {
        case let error as DecodingError: ErrorText.recovery(of: error, in: response)
        case let error as any LocalizedError where !(error is EncodingError): error.recoverySuggestion
        default: reason == .unacceptableStatus ? statusRecovery : nil
        }
    }

    /// The wait that the server asks for.
    private var pause: String {
        guard let delay = response.flatMap({ RetryAfter.delay(in: $0.headerFields) { Date() } }) else {
            return "Try again later."
        }
        return "Try again in \(delay.inWords)."
    }

    /// A sentence about a body that the text doesn't show.
    private var bodyHint: String {
        response?.length != 0 && cause == nil ? " The body of the failure may say more." : ""
    }

    private var statusRecovery: String? {
        guard let statusCode else { return nil }
        return switch statusCode {
        case 401: response?.unansweredChallengeText ?? "Sign in, or check the credentials of the call."
        case 403: "Check the permissions of the credentials."
        case 404: "Check the path of the target. If the status is expected, set the target's validation to accept it."
        case 405: "Check the method of the target."
        case 407: TransportError.Detail.refusedProxyCredential.recovery
        case 429, 503: "\(pause) RetryPlugin repeats such calls, and RateLimitPlugin makes fewer."
        case 300..<400: "Check the redirects of the call, or set the target's validation to accept the status."
        case 409, 412: "The resource exists already, or has changed. Read it again before the next try." + bodyHint
        case 400..<500: "Compare the request with what the server expects." + bodyHint
        case 500...599: "The server failed. RetryPlugin repeats calls that may be repeated."
        default: "If the status is expected, set the target's validation to accept it."
        }
    }
}

extension CallContext {
    /// The target, the method and the URL of the call with the template of its path, since values in a path can be secret:
    /// `GitHub.user GET https://api.github.com/users/{name}`.
    var label: String {
        "\(target.targetName) \(endpoint.method.rawValue) \(Redaction.strict.url(endpoint.concealingPath(in: endpoint.url)))"
    }
}

extension TargetType {
    /// The name of the target without its values, which may be secret: its type and the name of its case, such as `GitHub.user`.
    public var targetName: String { TypeName.ofValue(self) }
}

extension Response {
    /// The title and the detail of a problem document (RFC 9457), as sentences; nil for another body.
    fileprivate var problemText: String? {
        guard let sentences = problemDetails?.sentences(by: redaction), !sentences.isEmpty else { return nil }
        return "The server says: " + sentences.joined(separator: " ")
    }
}
