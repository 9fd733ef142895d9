import _TalynFoundation
import _TalynSupport

// The mirrors of calls, their errors and their metrics.

extension TalynError: CustomReflectable {
    /// The failure, its cause and its response, with secrets masked.
    public var customMirror: Mirror {
        Mirror(
            of: self,
            [
                "reason": reason,
                "problem": problem,
                // The problem has the text of an envelope, without the secrets of the request.
                "underlyingError": underlyingError is EnvelopeError ? nil : ErrorText.reflected(underlyingError),
                "response": response,
                "request": response == nil ? request : nil,
            ]
        )
    }
}

extension TransportError: CustomReflectable {
    /// The failure and its cause, with secrets masked.
    public var customMirror: Mirror {
        Mirror(
            of: self,
            [
                "kind": kind,
                "problem": Redaction.strict.urls(in: problem),
                "underlyingError": ErrorText.reflected(underlyingError),
            ]
        )
    }
}

extension ProblemDetails: CustomReflectable {
    /// The members of the RFC with secrets masked, and the names of the others.
    public var customMirror: Mirror {
        Mirror(
            of: self,
            [
                "type": ErrorText.shown(ofServer: type),
                "title": title.flatMap { ErrorText.shown(ofServer: $0) },
                "status": status,
                "detail": detail.flatMap { ErrorText.shown(ofServer: $0) },
                "extensionNames": extensionNames.sorted(),
            ]
        )
    }
}

extension CallContext: CustomReflectable {
    /// The name of the target, and the endpoint. The values of a target can be secret.
    public var customMirror: Mirror { Mirror(of: self, ["target": target.targetName, "endpoint": endpoint]) }
}

extension CallMetrics.Attempt: CustomReflectable {
    /// The attempt, with the secrets of its request masked.
    public var customMirror: Mirror {
        Mirror(
            of: self,
            [
                "startedAt": startedAt,
                "duration": duration,
                "preparing": preparing,
                "receiving": receiving,
                "transport": transport,
                "reason": reason,
                "request": request,
                "changes": changes,
                "statusCode": statusCode,
                "cacheStatus": shownCacheStatus,
                "failure": failure,
                "redirectedURL": redirectedURL,
                "sentBytes": sentBytes,
                "receivedBytes": receivedBytes,
            ]
        )
    }

    /// The `Cache-Status` with secrets masked.
    var shownCacheStatus: String? {
        cacheStatus.map { (request?.redaction ?? .default).value($0, ofHeaderField: "Cache-Status") }
    }
}

extension ProviderConfiguration: CustomReflectable {
    /// The base URL with secrets masked, the options, and the types of the transport and the plugins.
    var customMirror: Mirror {
        Mirror(
            of: self,
            [
                "baseURL": baseURL.map { Redaction.default.url($0.absoluteString) },
                "transport": "\(type(of: transport))",
                "plugins": plugins.all.map { "\(type(of: $0))" },
                "requestOptions": requestOptions,
            ]
        )
    }
}

extension CookiePolicy: CustomReflectable {
    /// The policy, with the type of its store.
    public var customMirror: Mirror {
        switch self {
        case .ignore: Mirror(of: self, ["ignore": true])
        case .store(let store, _): Mirror(of: self, ["store": "\(type(of: store))"])
        }
    }
}
