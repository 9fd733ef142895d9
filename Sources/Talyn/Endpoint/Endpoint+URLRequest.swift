extension Endpoint {
    /// The request, with its body encoded.
    ///
    /// A JSON or form body sets `Content-Type` where ``httpHeaderFields`` doesn't. User information in the URL, which
    /// is never sent as such (RFC 9110, section 4.2.4), becomes an `Authorization` field unless there is one.
    ///
    /// - Throws: ``TalynError/requestMapping(_:)`` when ``url`` is invalid, ``TalynError/encodableMapping(_:)`` or
    ///   ``TalynError/parameterEncoding(_:)`` when the body or the parameters can't be encoded, and
    ///   ``TalynError/underlying(_:_:)`` with a ``RequestError`` for an invalid header field.
    public func urlRequest() throws(TalynError) -> URLRequest {
        var request = try plainRequest()
        switch task {
        case .requestPlain, .uploadFile, .uploadMultipart, .downloadDestination:
            break
        case .requestData(let data):
            request.httpBody = data
        case .requestJSONEncodable(let value):
            try request.setJSONBody(value, encoder: .deterministic)
        case .requestCustomJSONEncodable(let value, let encoder):
            try request.setJSONBody(value, encoder: encoder)
        case .requestParameters(let parameters, let encoding), .downloadParameters(let parameters, let encoding, _):
            request = try encoding.encoded(request, with: parameters)
        case .requestCompositeData(let bodyData, let urlParameters):
            request.httpBody = bodyData
            request = try URLEncoding.queryString.encoded(request, with: urlParameters)
        case .uploadCompositeMultipart(_, let urlParameters):
            request = try URLEncoding.queryString.encoded(request, with: urlParameters)
        case .requestCompositeParameters(let bodyParameters, let bodyEncoding, let urlParameters):
            if let bodyEncoding = bodyEncoding as? any DestinedEncoding, !bodyEncoding.isForBody {
                throw .parameterEncoding(RequestError.bodyParametersInQuery)
            }
            request = try bodyEncoding.encoded(request, with: bodyParameters)
            request = try URLEncoding.queryString.encoded(request, with: urlParameters)
        }
        return request
    }

    private func plainRequest() throws(TalynError) -> URLRequest {
        let isPlain = ASCIISet.plainURL.containsAll(url.utf8)
        guard isPlain || URLJoining.isWellFormed(url),
            let parsed = isPlain ? ParsedURLs.url(url) : URL(string: url)
        else { throw .requestMapping(url) }
        var request = URLRequest(url: parsed)
        // GET is what a new URLRequest has, and setting it costs as much as making the request.
        if method != .get { request.httpMethod = method.rawValue }
        if let httpHeaderFields, !httpHeaderFields.isEmpty {
            try RequestError.check(httpHeaderFields)
            request.allHTTPHeaderFields = httpHeaderFields
        }
        if !isPlain { request.moveUserInformationToHeader() }
        return request
    }
}

extension ASCIISet {
    /// What a URL holds if it has neither escapes nor user information.
    fileprivate static let plainURL = unreserved.union(ASCIISet("!$&'()*+,;=:/?"))
}

extension ParameterEncoding {
    fileprivate func encoded(_ request: URLRequest, with parameters: Parameters) throws(TalynError) -> URLRequest {
        let encoded: URLRequest
        do {
            encoded = try encode(request, with: parameters)
        } catch {
            throw .parameterEncoding(error)
        }
        // An encoding of the app's own may have set any method and any field.
        if !(self is URLEncoding) { try RequestError.check(encoded) }
        return encoded
    }
}

extension URLRequest {
    fileprivate mutating func setJSONBody(
        _ value: any Encodable & Sendable,
        encoder: JSONEncoder
    ) throws(TalynError) {
        do {
            httpBody = try encoder.encode(value)
        } catch {
            throw .encodableMapping(error)
        }
        setContentTypeIfMissing("application/json")
    }

    fileprivate mutating func moveUserInformationToHeader() {
        guard let url, var components = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let user = components.user
        else { return }
        let credentials = Data("\(user):\(components.password ?? "")".utf8).base64EncodedString()
        components.user = nil
        components.password = nil
        self.url = components.url
        if value(forHTTPHeaderField: "Authorization") == nil {
            setValue("Basic \(credentials)", forHTTPHeaderField: "Authorization")
        }
    }
}

extension JSONEncoder {
    /// Writes the same bytes for the same value every time, so that requests can be compared, shared and recorded.
    static var deterministic: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return encoder
    }
}
