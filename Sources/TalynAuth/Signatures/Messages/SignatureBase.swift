#if canImport(CryptoKit) || Crypto
import _TalynFoundation
import HTTPTypes
import TalynCore
import _TalynSupport

/// The text of a message that is signed (RFC 9421, section 2.5).
struct SignatureBase {
    /// A message to sign or to verify.
    enum Message {
        case request(HTTPRequest)
        case response(HTTPResponse, to: HTTPRequest?)

        var headerFields: HTTPFields {
            switch self {
            case .request(let request): request.headerFields
            case .response(let response, _): response.headerFields
            }
        }
    }

    /// The text.
    let bytes: Data

    /// - Parameter list: The components, and the parameters of the signature.
    /// - Throws: ``SignatureError`` with the reason ``SignatureError/Reason/invalidMessage`` for a component that the message doesn't have.
    init(
        of components: [HTTPMessageComponent],
        _ list: StructuredField.InnerList,
        _ message: Message
    ) throws(SignatureError) {
        var text = ""
        var seen: Set<HTTPMessageComponent> = []
        for component in components {
            let name = component.description
            guard seen.insert(component).inserted, component.name != "@signature-params" else {
                throw Self.failure(component, "is there twice, or can't be covered")
            }
            let value = try ComponentReader(component, message).value()
            guard value.utf8.allSatisfy({ 0x20...0x7E ~= $0 || $0 == 0x09 }) else {
                throw Self.failure(component, "has characters outside of ASCII")
            }
            text += "\(name): \(value)\n"
        }
        guard let parameters = list.text else {
            throw .invalidMessage(
                "A parameter or a component of the signature has a character that a field can't carry.",
                "Use visible ASCII characters in the key's identifier, the nonce, the tag and the names of components."
            )
        }
        bytes = Data("\(text)\"@signature-params\": \(parameters)".utf8)
    }

    /// - Parameter problem: The end of a sentence that starts with the component.
    static func failure(_ component: HTTPMessageComponent, _ problem: String) -> SignatureError {
        .invalidMessage(
            "The component \(component) \(problem).",
            "Cover other components, or add this one to the message."
        )
    }
}

/// The value of a component in a message.
private struct ComponentReader {
    let component: HTTPMessageComponent
    /// The request that the component belongs to; nil for a response.
    let request: HTTPRequest?
    let response: HTTPResponse?

    init(_ component: HTTPMessageComponent, _ message: SignatureBase.Message) throws(SignatureError) {
        self.component = component
        switch message {
        case .request(let request):
            guard !component.isOfRequest else { throw SignatureBase.failure(component, "is one of responses") }
            (self.request, response) = (request, nil)
        case .response(let response, let request):
            if component.isOfRequest, request == nil { throw SignatureBase.failure(component, "needs the request") }
            (self.request, self.response) = component.isOfRequest ? (request, nil) : (nil, response)
        }
    }

    func value() throws(SignatureError) -> String {
        component.name.hasPrefix("@") ? try derivedValue() : try fieldValue()
    }

    private func failure(_ problem: String) -> SignatureError { SignatureBase.failure(component, problem) }

    // MARK: - Derived components

    private func derivedValue() throws(SignatureError) -> String {
        let allowed: Set<String> = component.name == "@query-param" ? ["name", "req"] : ["req"]
        guard component.parameterNames.isSubset(of: allowed) else { throw failure("has an unknown parameter") }
        if component.name == "@status" {
            guard let response else { throw failure("is one of responses") }
            return "\(response.status.code)"
        }
        guard let request else { throw failure("is one of requests") }
        let target = request.path ?? "/"
        let path = target.prefix { $0 != "?" }
        switch component.name {
        case "@method": return request.method.rawValue
        case "@authority": return try authority(of: request)
        case "@scheme":
            guard let scheme = request.scheme else { throw failure("isn't in the request") }
            return scheme.lowercased()
        case "@target-uri":
            guard let scheme = request.scheme else { throw failure("needs the scheme of the request") }
            return "\(scheme.lowercased())://\(try authority(of: request))\(path.isEmpty ? "/" : "")\(target)"
        case "@request-target": return target
        case "@path": return path.isEmpty ? "/" : String(path)
        case "@query": return path.endIndex == target.endIndex ? "?" : String(target[path.endIndex...])
        case "@query-param": return try queryParameter(of: target)
        default: throw failure("is unknown")
        }
    }

    private func authority(of request: HTTPRequest) throws(SignatureError) -> String {
        guard let authority = request.authority ?? request.headerFields["Host"], !authority.isEmpty
        else { throw failure("isn't in the request") }
        return authority.normalizedAuthority(of: request.scheme)
    }

    private func queryParameter(of target: String) throws(SignatureError) -> String {
        guard case .string(let name)? = component["name"] else { throw failure("has no name") }
        // `FormParameter` keeps the escapes of invalid UTF-8, so that two different values could have the same signature.
        var values: [String] = []
        for parameter in target.queryParameters.map(\.text) {
            let written = parameter.prefix { $0 != "=" }
            guard written.formDecoded.formEncoded == name else { continue }
            values.append(parameter[written.endIndex...].dropFirst().formDecoded.formEncoded)
        }
        guard values.count == 1, let value = values.first else {
            throw failure(values.isEmpty ? "isn't in the query" : "is in the query more than once")
        }
        return value
    }

    // MARK: - Header fields

    private func fieldValue() throws(SignatureError) -> String {
        guard component.parameterNames.isSubset(of: ["sf", "key", "bs", "req"]) else {
            throw failure("has an unknown parameter")
        }
        let fields = request?.headerFields ?? response?.headerFields ?? [:]
        guard component.name == component.name.lowercased(), let name = HTTPField.Name(component.name) else {
            throw failure("isn't the name of a field in lower case")
        }
        var values = fields[values: name].map { $0.withoutOuterSpaces }
        guard !values.isEmpty else { throw failure("isn't in the message") }
        // A request has one such field, and an HTTP/2 connection may split it (RFC 6265, section 5.4; RFC 9113, section 8.2.3).
        if name == .cookie { values = [values.joined(separator: "; ")] }
        let joined = values.joined(separator: ", ")
        switch (component["sf"], component["key"], component["bs"]) {
        case (nil, nil, nil): return joined
        case (nil, nil, .boolean(true)):
            return values.map { ":\(Data($0.utf8).base64EncodedString()):" }.joined(separator: ", ")
        case (nil, .string(let key), nil), (.boolean(true), .string(let key), nil): return try member(key, of: joined)
        case (.boolean(true), nil, nil): return try strict(joined)
        default: throw failure("has parameters that exclude one another")
        }
    }

    private func member(_ key: String, of value: String) throws(SignatureError) -> String {
        guard let members = SignatureField.dictionary(value) else { throw failure("isn't a dictionary") }
        guard let text = members[key]?.text else { throw failure("isn't in the dictionary") }
        return text
    }

    private func strict(_ value: String) throws(SignatureError) -> String {
        let text: String?
        switch SignatureField.kind(of: component.name) {
        case .dictionary: text = SignatureField.dictionary(value).flatMap { StructuredField.text(of: $0) }
        case .list: text = SignatureField.list(value).flatMap { StructuredField.text(of: $0) }
        case .item: text = SignatureField.item(value)?.text
        case nil: throw failure("has an unknown structure")
        }
        guard let text else { throw failure("isn't a valid structured field") }
        return text
    }
}
#endif
