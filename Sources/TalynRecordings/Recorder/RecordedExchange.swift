import TalynCore
import _TalynFoundation
import _TalynSupport

/// A request and its response, as the recorder saw them.
struct RecordedExchange {
    let request: OutgoingRequest
    let target: TargetLabel?
    let startedAt: Date
    /// The names of secrets, with those of the call.
    let redaction: Redaction
    /// Nil for a request that no provider makes.
    var context: CallContext?
    /// The call of the exchange; nil for a request that no provider makes.
    var call: CallLabel?
    /// The `Cache-Status` of a response without an exchange (RFC 9211).
    var cacheStatus: String?
    var requestBody: Data?
    /// The length of the body that was sent. The recorded part may be shorter.
    var requestLength: Int64 = 0
    var response: TransportResponse?
    var body = Data()
    var isTruncated = false
    var failure: TransportError.Kind?
    /// The messages of a WebSocket connection; nil for another exchange.
    var conversation: ConversationLog.Content?
    /// The secrets of the request that redirected to this one.
    var carried = Secrets()
    /// The time that the call waited for plugins before the request.
    var blocked = Duration.zero
    /// The time from the request to the head or the failure.
    var waiting = Duration.zero
    var receiving = Duration.zero

    /// The entry, with its secrets masked. Secrets aren't even kept in memory.
    func entry(_ fields: inout HeaderFieldPool) -> Recording.Entry? {
        let masked = EntryRedaction(redaction, secrets).entry(node)
        return try? EntryReader(masked.json()).entry(&fields)
    }

    private var secrets: Secrets {
        var secrets = Secrets(request, body: requestBody, redaction)
        secrets.add(carried)
        return secrets
    }

    /// The secrets to mask after the redirect of the response, and its URL; nil if it isn't a redirect.
    var redirect: (secrets: Secrets, location: String)? {
        guard let response, 300..<400 ~= response.statusCode, let location = response.headerFields[.location],
            !redaction.isOff
        else { return nil }
        var secrets = secrets
        if redaction.masks("Set-Cookie") {
            for cookie in response.headerFields[values: .setCookie].flatMap({ SetCookie.cookies(in: $0) }) {
                secrets.add(cookie: cookie.value)
            }
        }
        return (secrets, location)
    }

    private var node: JSONNode {
        .object([
            "_talyn": own,
            "pageref": .string(Recording.pageID),
            "startedDateTime": .date(startedAt - blocked.seconds),
            "time": .milliseconds(blocked + waiting + receiving),
            "request": requestNode,
            "response": responseNode,
            "cache": .object([]),
            "timings": timings,
            "serverIPAddress": metrics?.remoteAddress.map { .string($0) },
            "connection": metrics?.localPort.map { .string("\($0)") },
            "_resourceType": request.webSocket.map { _ in .string("websocket") },
            "_webSocketMessages": conversation?.messages,
        ])
    }

    private var own: JSONNode {
        .object([
            "target": target.map { .string($0.type) },
            "module": target?.module.map { .string($0) },
            "case": target?.case.map { .string($0) },
            "call": call.map { .integer($0.number) },
            "attempt": call.map { .integer($0.attempt) },
            "reason": call?.reason.map { .string($0) },
            "resend": call?.resend.map { .string($0.rawValue) },
            "cache": cacheStatus.map { .string($0) },
            "reused": metrics?.isReusedConnection.map { .bool($0) },
            "url": redirectedURL.map { .string($0.absoluteString) },
            "failure": failure.map { .string($0.recordedName) },
            "truncated": isTruncated ? .bool(true) : nil,
            "close": conversation?.close,
            "messages": isTruncated ? conversation.map { .integer($0.count) } : nil,
        ])
    }

    /// The URL of a response that a transport gave after a redirect of its own.
    private var redirectedURL: URL? { response?.url.flatMap { $0 == request.url ? nil : $0 } }

    private var metrics: TransportMetrics? { response?.metrics }

    private var timings: JSONNode {
        let known = metrics
        let sending = known?.sending ?? .zero
        let securing = known?.securing ?? .zero
        let connecting = known?.connecting.map { $0 + securing }
        let others = sending + (connecting ?? .zero) + (known?.nameLookup ?? .zero)
        return .object([
            "blocked": blocked > .zero ? .milliseconds(blocked) : nil,
            "dns": known?.nameLookup.map { .milliseconds($0) },
            "connect": connecting.map { .milliseconds($0) },
            "ssl": known?.securing.map { .milliseconds($0) },
            "send": .milliseconds(sending),
            "wait": .milliseconds(known?.waiting ?? waiting - others),
            "receive": .milliseconds(receiving),
        ])
    }

    /// The version as HAR files have it.
    private var httpVersion: String {
        switch metrics?.networkProtocolName {
        case nil: "unknown"
        case "http/1.1": "HTTP/1.1"
        case "h2": "HTTP/2"
        case "h3": "HTTP/3"
        case let other?: other
        }
    }
}

extension RecordedExchange {
    private var requestNode: JSONNode {
        let url = request.recordedURL
        let cookies = request.headerFields[values: .cookie].flatMap { Self.cookies($0) }
        return .object([
            "method": .string(request.method.rawValue),
            "url": .string(url),
            "httpVersion": .string(httpVersion),
            "cookies": .array(cookies),
            "headers": .array(request.headerFields.map { Self.pair($0.name.rawName, $0.value) } + subprotocols),
            "queryString": .array(Self.query(of: url)),
            "postData": postData,
            "headersSize": .integer(-1),
            "bodySize": .integer(Int(clamping: requestLength)),
        ])
    }

    /// The field of the handshake with the subprotocols, which the transport adds.
    private var subprotocols: [JSONNode] {
        guard let names = request.webSocket?.subprotocols, !names.isEmpty else { return [] }
        return [Self.pair("Sec-WebSocket-Protocol", names.joined(separator: ", "))]
    }

    private static func pair(_ name: String, _ value: String) -> JSONNode {
        .object(["name": .string(name), "value": .string(value)])
    }

    private static func query(of url: String) -> [JSONNode] {
        guard let start = url.firstIndex(of: "?") else { return [] }
        return parameters(url[start...].dropFirst().prefix { $0 != "#" })
    }

    private static func parameters(_ text: Substring) -> [JSONNode] {
        FormParameter.parameters(in: text).map { pair($0.name, $0.value ?? "") }
    }

    private static func cookies(_ value: String) -> [JSONNode] {
        value.split(separator: ";").map { cookie in
            let parts = cookie.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let words = parts.map { $0.withoutOuterSpaces }
            return words.count == 2 ? pair(words[0], words[1]) : pair("", words.first ?? "")
        }
    }

    private var postData: JSONNode? {
        guard let requestBody, !requestBody.isEmpty else { return nil }
        let mimeType = request.headerFields[.contentType] ?? "application/octet-stream"
        let text = String(validatingUTF8Bytes: requestBody)
        // Clients without a Content-Type of their own call JSON a form, too.
        let isForm =
            mimeType.lowercased().hasPrefix("application/x-www-form-urlencoded")
            && !BodyRedaction.startsAsJSON(text ?? "")
        return .object([
            "mimeType": .string(mimeType),
            "params": isForm ? text.map { .array(Self.parameters($0[...])) } : nil,
            "text": .string(text ?? requestBody.base64EncodedString()),
            "_encoding": text == nil ? .string("base64") : nil,
        ])
    }

    private var responseNode: JSONNode {
        let fields = response?.headerFields ?? [:]
        let status = response?.statusCode ?? 0
        let isRedirect = (300..<400).contains(status)
        return .object([
            "status": .integer(status),
            "statusText": .string(Self.reason(of: status)),
            "httpVersion": .string(httpVersion),
            "cookies": .array(fields[values: .setCookie].flatMap { SetCookie.cookies(in: $0) }.map { Self.node($0) }),
            "headers": .array(fields.map { Self.pair($0.name.rawName, $0.value) }),
            "content": content,
            "redirectURL": .string(isRedirect ? fields[.location] ?? "" : ""),
            "headersSize": .integer(-1),
            "bodySize": .integer(isTruncated || response == nil ? -1 : body.count),
        ])
    }

    private static func reason(of status: Int) -> String {
        (100..<600).contains(status) ? HTTPResponse.Status(integerLiteral: status).reasonPhrase : ""
    }

    private static func node(_ cookie: SetCookie) -> JSONNode {
        .object([
            "name": .string(cookie.name),
            "value": .string(cookie.value),
            "path": cookie["path"].map { .string($0) },
            "domain": cookie["domain"].map { .string($0) },
            "httpOnly": cookie["httponly"].map { _ in .bool(true) },
            "secure": cookie["secure"].map { _ in .bool(true) },
        ])
    }

    private var content: JSONNode {
        let text = String(validatingUTF8Bytes: body)
        return .object([
            "size": .integer(body.count),
            "mimeType": .string(response?.headerFields[.contentType] ?? "application/octet-stream"),
            "text": body.isEmpty ? nil : .string(text ?? body.base64EncodedString()),
            "encoding": body.isEmpty || text != nil ? nil : .string("base64"),
        ])
    }
}
