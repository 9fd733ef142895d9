import TalynCore
import _TalynFoundation
import _TalynSupport

/// Reads an entry from its JSON. Missing members are allowed, since browsers and proxies leave some out. Invalid ones aren't.
struct EntryReader {
    struct Problem: Error {
        let member: String
        let text: String
    }

    private let source: Data
    private let entry: HAREntry

    /// - Parameter source: The JSON text of the entry.
    /// - Throws: ``Problem`` for a member of another type, and `DecodingError.dataCorrupted` for text that isn't JSON.
    init(_ source: Data) throws {
        self.source = source
        do {
            entry = try HAREntry(json: source)
        } catch let error as DecodingError {
            throw Problem(error, in: source) ?? error
        }
    }

    func entry(_ pool: inout HeaderFieldPool) throws(Problem) -> Recording.Entry {
        guard let request = entry.request else { throw missing("request") }
        let (response, own) = (entry.response, entry.own)
        let method = request.method ?? ""
        guard HTTPRequest.Method(rawValue: method) != nil else {
            throw Problem(member: "request.method", text: method.isEmpty ? "is missing" : "isn't an HTTP method")
        }
        guard let url = entry.requestURL else { throw missing("request.url") }
        let requestFields = try fields(request.headers, "request", &pool, completedBy: entry.requestFields)
        let fields = try fields(response?.headers, "response", &pool, completedBy: entry.responseFields)
        var status = response?.status?.value ?? 0
        // Playwright and WebPageTest write negative numbers if there was no response.
        if status < 0, status == status.rounded() { status = 0 }
        guard (0...999).contains(status), status == status.rounded() else {
            throw Problem(member: "response.status", text: "isn't a status code")
        }
        let target = own?.target ?? own?.type
        let failure = try failure(own, response, Int(status))
        return Recording.Entry(
            source: source,
            target: target.map { TargetLabel(type: $0, case: own?.case, module: own?.module) },
            method: method,
            url: url,
            requestHeaderFields: requestFields,
            requestBody: try requestBody(of: request, requestFields[.contentType], isOwn: own != nil),
            requestLength: Int64(min(max(request.bodySize?.value ?? 0, 0), 1e15)),
            statusCode: Int(status),
            headerFields: fields,
            body: try body(of: response, fields[.contentType], Int(status), method, isOwn: own != nil),
            responseURL: own?.url,
            failure: failure,
            isTruncated: own?.truncated ?? false,
            // Replays don't repeat the waits for plugins.
            duration: max(.zero, duration(entry.time) - (own == nil ? .zero : duration(entry.timings?.blocked))),
            receiving: duration(entry.timings?.receive),
            isWebSocket: entry.isWebSocket,
            conversation: try conversation(Int(status), failure)
        )
    }

    /// The messages of a WebSocket; nil for another exchange, and for a refused handshake.
    private func conversation(
        _ status: Int,
        _ failure: TransportError.Kind?
    ) throws(Problem) -> Recording.Conversation? {
        guard entry.isWebSocket, status == 101 || entry.hasMessages else { return nil }
        return try ConversationReader.conversation(entry.messages, entry.own, failure)
    }

    private func missing(_ member: String) -> Problem { Problem(member: member, text: "is missing") }

    /// A duration in milliseconds: zero if it is unknown, and at most a day.
    private func duration(_ milliseconds: HAREntry.Number?) -> Duration {
        .microseconds(Int64(min(max(milliseconds?.value ?? 0, 0), 86_400_000) * 1000))
    }
}

extension EntryReader {
    /// - Parameter others: The fields by other members. Those whose names `headers` lacks are added.
    private func fields(
        _ headers: [HAREntry.Pair]?,
        _ part: String,
        _ pool: inout HeaderFieldPool,
        completedBy others: [(name: String, value: String)]
    ) throws(Problem) -> HTTPFields {
        let headers = headers ?? []
        guard headers.count <= HTTPFields.maximumCount else {
            let text = "has \(headers.count) header fields, which is more than \(HTTPFields.maximumCount)"
            throw Problem(member: "\(part).headers", text: text)
        }
        var list: [HTTPField] = []
        list.reserveCapacity(headers.count)
        for (index, header) in headers.enumerated() {
            guard let name = header.name else {
                throw Problem(member: "\(part).headers[\(index)]", text: "has no name")
            }
            // The pseudo-header fields of HTTP/2 (RFC 9113, section 8.3).
            if name.utf8.first == UInt8(ascii: ":") { continue }
            for value in Self.values(of: header.value ?? "", named: name) {
                guard HTTPField.isValidValue(value) else {
                    throw Problem(member: "\(part).headers[\(index)].value", text: "has a line break or a NUL")
                }
                guard let field = pool.field(name, value) else {
                    throw Problem(member: "\(part).headers[\(index)].name", text: "isn't the name of a header field")
                }
                list.append(field)
            }
        }
        let count = list.count
        for (name, value) in others where HTTPField.isValidValue(value) && list.count < HTTPFields.maximumCount {
            guard let field = pool.field(name, value), !list[..<count].contains(where: { $0.name == field.name }) else {
                continue
            }
            list.append(field)
        }
        return pool.fields(list)
    }

    /// The values in a text. Programs that control Chrome join cookies by line feeds.
    private static func values(of text: String, named name: String) -> [String] {
        let isJoined = text.utf8.contains(UInt8(ascii: "\n")) && name.lowercased() == "set-cookie"
        let values = isJoined ? text.split(whereSeparator: \.isNewline).map(String.init) : [text]
        return values.map { value in value.trimming { $0 == " " || $0 == "\t" } }
    }

    private func requestBody(
        of request: HAREntry.Request,
        _ contentType: String?,
        isOwn: Bool
    ) throws(Problem) -> Data? {
        guard let postData = request.postData else { return nil }
        let mimeType = postData.mimeType.flatMap { $0.isEmpty ? nil : $0 } ?? contentType ?? ""
        // Some programs write an empty text beside the parameters.
        if let text = postData.text, !text.isEmpty || postData.params?.isEmpty ?? true {
            return try bytes(
                text,
                postData.encoding ?? postData.ownEncoding,
                mimeType,
                isOwn: isOwn,
                "request.postData.text"
            )
        }
        guard mimeType.lowercased().hasPrefix("application/x-www-form-urlencoded"), let params = postData.params,
            !params.isEmpty
        else { return nil }
        let pairs = params.map { "\(($0.name ?? "").formEncoded)=\(($0.value ?? "").formEncoded)" }
        return Data(pairs.joined(separator: "&").utf8)
    }

    /// The body; nil if the file lacks it.
    private func body(
        of response: HAREntry.Response?,
        _ contentType: String?,
        _ status: Int,
        _ method: String,
        isOwn: Bool
    ) throws(Problem) -> Data? {
        let content = response?.content
        guard let text = content?.text else {
            // Browsers keep no bodies of redirects.
            let size = content?.size?.value ?? 0
            // Playwright writes -1 for a body in a file of its own.
            let hasNone = size == 0 || method == "HEAD" || (300..<400).contains(status) || status == 204
            return hasNone ? Data() : nil
        }
        // Browsers write the type without its charset.
        let mimeType = [content?.mimeType, contentType].compactMap(\.self).joined(separator: "; ")
        return try bytes(text, content?.encoding, mimeType, isOwn: isOwn, "response.content.text")
    }

    private func bytes(
        _ text: String,
        _ encoding: String?,
        _ mimeType: String,
        isOwn: Bool,
        _ member: String
    ) throws(Problem) -> Data {
        if encoding?.lowercased() == "base64" {
            let digits = text.utf8.contains { $0 == 0x0A || $0 == 0x0D } ? text.filter { !$0.isNewline } : text
            guard let data = Data(base64Encoded: digits) else { throw Problem(member: member, text: "isn't base64") }
            return data
        }
        // Browsers decode a body by its charset. Talyn writes text only for UTF-8.
        if !isOwn, let encoding = Self.encoding(mimeType), let data = text.data(using: encoding) { return data }
        return Data(text.utf8)
    }

    /// The encoding of a text that isn't UTF-8.
    private static func encoding(_ mimeType: String) -> String.Encoding? {
        guard mimeType.utf8.contains(UInt8(ascii: "=")) else { return nil }
        let mimeType = mimeType.lowercased()
        guard let name = mimeType.firstRange(of: "charset=").map({ mimeType[$0.upperBound...] }) else { return nil }
        let charset = name.prefix { $0 != ";" }
        return switch charset.trimming({ " \"';".unicodeScalars.contains($0) }) {
        case "iso-8859-1", "latin1": .isoLatin1
        case "windows-1252": .windowsCP1252
        case "iso-8859-2": .isoLatin2
        case "shift_jis": .shiftJIS
        case "euc-jp": .japaneseEUC
        default: nil
        }
    }

    /// The failure, by Talyn's own name or by that of Chrome.
    private func failure(
        _ own: HAREntry.Own?,
        _ response: HAREntry.Response?,
        _ status: Int
    ) throws(Problem) -> TransportError.Kind? {
        if let name = own?.failure {
            guard let kind = TransportError.Kind(recordedName: name) else {
                throw Problem(member: "_talyn.failure", text: "isn't a kind of failure")
            }
            return kind
        }
        guard status == 0 else { return nil }
        if let name = response?.error?.value, let kind = TransportError.Kind(browserName: name) { return kind }
        return entry.failureOfHandshake
    }
}

extension EntryReader.Problem {
    /// The problem of a member whose type is another one; nil for text that isn't JSON.
    fileprivate init?(_ error: DecodingError, in source: Data) {
        switch error {
        case .typeMismatch(let type, let context):
            guard !context.codingPath.isEmpty else {
                self.init(member: "the whole", text: "isn't an object")
                return
            }
            let node = try? JSONNode(json: source)
            let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
            let kind = node?.value(atKeyPath: path.joined(separator: "."))?.kind ?? "another type"
            self.init(
                member: Self.member(context.codingPath),
                text: "is of type \(kind) where \(Self.needed(type)) is needed"
            )
        case .keyNotFound(_, let context), .valueNotFound(_, let context):
            self.init(member: Self.member(context.codingPath), text: "is missing")
        case .dataCorrupted:
            // Browsers write such escapes for texts that they cut off. They are JSON (RFC 8259, section 8.2).
            guard source.replacingLoneSurrogates != nil else { return nil }
            self.init(member: "the whole", text: "has an escape of half a character")
        @unknown default:
            return nil
        }
    }

    private static func member(_ path: [any CodingKey]) -> String {
        path.reduce("") { member, key in
            if let index = key.intValue { return member + "[\(index)]" }
            return member.isEmpty ? key.stringValue : "\(member).\(key.stringValue)"
        }
    }

    private static func needed(_ type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Double.Type: "a number"
        case is Bool.Type: "a boolean"
        case is [String: Any].Type: "an object"
        default: "an array"
        }
    }
}

extension String {
    /// The text encoded for a form (`application/x-www-form-urlencoded`).
    var formEncoded: String { percentEncoded(allowed: .formText).replacing("%20", with: "+") }
}
