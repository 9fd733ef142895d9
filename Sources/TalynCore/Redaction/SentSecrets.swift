import HTTPTypes
import _TalynFoundation
import _TalynSupport

/// The secret values of a request, to be masked wherever a server repeats them.
///
/// Names tell which values are secret: those of header fields, of query parameters, and of fields of a body in memory.
struct SentSecrets {
    /// The shortest secret, in characters. Shorter values occur by chance, and as names.
    private static let minimumLength = 8

    /// The largest number of secrets. Those of header fields and of the URL come first.
    private static let maximumCount = 64

    /// The largest body that is searched, in bytes.
    private static let maximumBodySize = 65_536

    private var values: Set<String> = []

    /// - Parameter redaction: The names of secrets.
    init(_ request: OutgoingRequest, _ context: CallContext?, _ redaction: Redaction) {
        let transport = (request.context ?? context)?.transport.defaultHeaderFields ?? .empty
        for fields in [request.headerFields, transport] {
            for field in fields where field.name.holdsCredential(redaction) { add(field) }
        }
        if let credential = request.credential { add(credential.password) }
        add(request.head.path?.queryParameters ?? [], redaction)
        if let body = request.body?.data, !body.isEmpty, body.count <= Self.maximumBodySize {
            add(body, MediaType(request.headerFields[.contentType] ?? "").essence, redaction)
        }
    }

    /// The secrets in the forms in which they can stand in a text, the longest first, since one may be a part of another.
    var forms: [[UInt8]] {
        let forms = values.flatMap { value in
            let encoded = value.percentEncoded(allowed: .unreserved)
            let escapes = [encoded, encoded.lowercasingEscapes]
            let quoted = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            return [value, value.replacing("/", with: "\\/"), quoted, quoted.replacing("/", with: "\\/")] + escapes
                + escapes.map { $0.replacing("%20", with: "+") }
        }
        return Set(forms).map { Array($0.utf8) }.sorted {
            $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count > $1.count
        }
    }

    private mutating func add(_ value: some StringProtocol) {
        let value = String(value).withoutOuterSpaces
        guard value.count >= Self.minimumLength, values.count < Self.maximumCount, !value.contains(Redaction.mask)
        else { return }
        values.insert(value)
    }

    private mutating func add(_ field: HTTPField) {
        if field.name == .cookie {
            for pair in field.value.split(separator: ";") {
                guard let equals = pair.firstIndex(of: "=") else { continue }
                let value = pair[pair.index(after: equals)...]
                // A word, such as `english`, is no secret.
                guard value.count >= 16 || !value.allSatisfy(\.isLetter) else { continue }
                add(value)
                // Many servers decode cookies.
                if let decoded = value.percentDecoded { add(decoded) }
            }
            return
        }
        add(field.value)
        // A server may repeat a credential without its scheme (RFC 9110, section 11.4).
        let words = field.value.split(separator: " ", maxSplits: 1)
        guard words.count == 2 else { return }
        add(words[1])
        guard words[0].lowercased() == "basic", let data = Data(base64Encoded: String(words[1])) else { return }
        let user = String(decoding: data, as: UTF8.self)
        add(user)
        if let colon = user.firstIndex(of: ":") { add(user[user.index(after: colon)...]) }
    }

    private mutating func add(_ parameters: [FormParameter], _ redaction: Redaction) {
        for parameter in parameters where redaction.masksParameter(parameter.name) {
            if let value = parameter.value { add(value) }
            if let equals = parameter.text.firstIndex(of: "=") { add(parameter.text[equals...].dropFirst()) }
        }
    }

    private mutating func add(_ body: Data, _ mediaType: String, _ redaction: Redaction) {
        if mediaType == "application/json" || mediaType.hasSuffix("+json") {
            let values = redaction.jsonMask.values(in: String(decoding: body, as: UTF8.self))
            for value in values where value.isSecret { add(value.text) }
        } else if mediaType == "application/x-www-form-urlencoded" {
            add(FormParameter.parameters(in: String(decoding: body, as: UTF8.self)), redaction)
        }
    }
}

extension Redaction {
    /// The redaction that also masks the secrets of a request wherever they stand, such as in a response that repeats them.
    ///
    /// - Parameters:
    ///   - request: The request. Its own names of secrets count, too.
    ///   - context: The call, for a request without one.
    public func masking(secretsOf request: OutgoingRequest?, in context: CallContext? = nil) -> Redaction {
        guard !isOff, let request else { return self }
        var redaction = masking(request.secretNames)
        redaction.secrets = SentSecrets(request, context, redaction).forms
        return redaction
    }

    /// The text without the secrets of the request. Call it before names are looked for, since a mask could leave a part of one.
    func hidingSecrets(in text: String) -> String {
        guard !secrets.isEmpty, !text.isEmpty else { return text }
        var text = text
        return text.withUTF8 { bytes in
            secrets.contains { bytes.count >= $0.count } ? hidden(bytes) : nil
        } ?? text
    }

    /// The text without the secrets; nil if it has no secret.
    private func hidden(_ text: UnsafeBufferPointer<UInt8>) -> String? {
        var output: [UInt8] = []
        var copied = 0
        var index = 0
        let starts = Set(secrets.compactMap(\.first))
        while index < text.count {
            guard starts.contains(text[index]), let length = secretLength(at: text[index...]) else {
                index += 1
                continue
            }
            output.append(contentsOf: text[copied..<index])
            output.append(contentsOf: Self.mask.utf8)
            index += length
            copied = index
        }
        guard copied > 0 else { return nil }
        output.append(contentsOf: text[copied...])
        return String(decoding: output, as: UTF8.self)
    }

    /// The bytes of a secret that must match. A server that chooses a long secret and a long text must not cost their product.
    private static let matchedPrefix = 64

    /// The length of the longest secret at the start of a text, or of the part of one that it has; nil for no secret.
    private func secretLength(at text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        secrets.lazy
            .filter { text.starts(with: $0.prefix(Self.matchedPrefix)) }
            .map { secret in zip(text, secret).prefix { $0 == $1 }.count }
            .max()
    }
}
