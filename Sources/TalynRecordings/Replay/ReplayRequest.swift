import TalynCore
import _TalynFoundation

/// The parts of a request that decide which entry answers it.
struct ReplayRequest {
    let target: TargetLabel?
    let method: String
    /// Whether it opens a WebSocket connection.
    let isWebSocket: Bool
    let url: String
    let body: Data?
    let contentType: String?
    /// The masks of the request, with the names that its call declares secret.
    let redaction: Redaction
    /// Finds the secrets of the request. It is slow.
    let secrets: (Redaction) -> Secrets

    init(_ request: OutgoingRequest, target: TargetLabel?, body: Data?, _ redaction: Redaction) {
        self.target = target
        method = request.method.rawValue
        isWebSocket = request.webSocket != nil
        url = request.recordedURL
        // A compressed body isn't recorded, since its secrets can't be masked.
        let isPacked = request.headerFields[.contentEncoding] != nil
        self.body = isPacked ? nil : body
        contentType = body == nil ? nil : request.headerFields[.contentType]
        self.redaction = redaction.masking(request.secretNames)
        secrets = { Secrets(request, body: body, $0) }
    }

    init(_ entry: Recording.Entry, _ redaction: Redaction) {
        target = entry.target
        method = entry.method
        isWebSocket = entry.isWebSocket
        url = entry.url
        body = entry.requestBody
        contentType = entry.requestHeaderFields[.contentType]
        self.redaction = redaction
        secrets = { Secrets(entry, $0) }
    }

    /// The request without its secrets, for comparisons.
    struct Form {
        let url: URLParts
        let body: BodyKey
        /// The body as a form, for a body whose type isn't known.
        let formBody: BodyKey?
    }

    func form(_ redaction: Redaction, _ secrets: Secrets = Secrets()) -> Form {
        let hasSecrets = !secrets.isEmpty || url.utf8.contains { "?#@;".utf8.contains($0) }
        let url = hasSecrets ? EntryRedaction(redaction, secrets).url(url) : url
        let key = BodyKey(body, contentType: contentType, redaction, secrets)
        let form = contentType == nil ? BodyKey(body, contentType: Self.formType, redaction, secrets) : key
        return Form(url: URLParts(url), body: key, formBody: form == key ? nil : form)
    }

    private static let formType = "application/x-www-form-urlencoded"

    /// The text for errors.
    var text: String {
        let name = target.map { "\($0), " } ?? ""
        return "\(name)\(method) \(EntryRedaction(redaction, secrets(redaction)).url(url))"
    }
}
