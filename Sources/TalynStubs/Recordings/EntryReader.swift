import Foundation

/// Reads an entry from its JSON. Missing members are allowed, since browsers and proxies leave some out. Invalid ones aren't.
struct EntryReader {
    struct Problem: Error {
        let member: String
        let text: String
    }

    private let node: JSONNode

    init(_ node: JSONNode) {
        self.node = node
    }

    func entry(_ source: Data, _ pool: inout HeaderFieldPool) throws(Problem) -> Recording.Entry {
        guard case .object = node else { throw Problem(member: "the whole", text: "isn't an object") }
        guard let request = try object("request", of: node, "request") else { throw missing("request") }
        let response = try object("response", of: node, "response") ?? .object([])
        let own = try object("_talyn", of: node, "_talyn")
        let method = try text("method", of: request, "request.method") ?? ""
        guard HTTPRequest.Method(rawValue: method) != nil else {
            throw Problem(member: "request.method", text: method.isEmpty ? "is missing" : "isn't an HTTP method")
        }
        guard let url = try text("url", of: request, "request.url"), !url.isEmpty else { throw missing("request.url") }
        let requestFields = try fields(of: request, "request", &pool)
        let fields = try fields(of: response, "response", &pool)
        var status = try number("status", of: response, "response.status") ?? 0
        // Playwright writes -1 if there was no response.
        if status == -1 { status = 0 }
        guard (0...999).contains(status), status == status.rounded() else {
            throw Problem(member: "response.status", text: "isn't a status code")
        }
        let type = try text("type", of: own, "_talyn.target")
        let target = try text("target", of: own, "_talyn.target") ?? type
        let module = try text("module", of: own, "_talyn.module")
        let caseName = try text("case", of: own, "_talyn.case")
        let timings = try object("timings", of: node, "timings")
        return Recording.Entry(
            source: source,
            target: target.map { TargetLabel(type: $0, case: caseName, module: module) },
            method: method,
            url: url,
            requestHeaderFields: requestFields,
            requestBody: try requestBody(of: request, isOwn: own != nil),
            requestLength: Int64(min(max(try number("bodySize", of: request, "request.bodySize") ?? 0, 0), 1e15)),
            statusCode: Int(status),
            headerFields: fields,
            body: try body(of: response, Int(status), method, isOwn: own != nil),
            responseURL: try text("url", of: own, "_talyn.url"),
            failure: try failure(own, response, Int(status)),
            isTruncated: try flag("truncated", of: own, "_talyn.truncated"),
            duration: try duration("time", of: node, "time"),
            receiving: try duration("receive", of: timings, "timings.receive")
        )
    }

    private func missing(_ member: String) -> Problem { Problem(member: member, text: "is missing") }
}

extension EntryReader {
    /// A member that is an object; nil if it is missing or null.
    private func object(_ name: String, of node: JSONNode?, _ member: String) throws(Problem) -> JSONNode? {
        switch node?[name] {
        case nil, .null?: return nil
        case .object(let members)?: return .object(members)
        case let other?: throw Problem(member: member, text: "is of type \(other.kind) where an object is needed")
        }
    }

    private func text(_ name: String, of node: JSONNode?, _ member: String) throws(Problem) -> String? {
        switch node?[name] {
        case nil, .null?: return nil
        case .string(let text)?: return text
        case let other?: throw Problem(member: member, text: "is of type \(other.kind) where a string is needed")
        }
    }

    private func number(_ name: String, of node: JSONNode?, _ member: String) throws(Problem) -> Double? {
        switch node?[name] {
        case nil, .null?: return nil
        case .number(let digits)?: return Double(digits) ?? .infinity
        case let other?: throw Problem(member: member, text: "is of type \(other.kind) where a number is needed")
        }
    }

    private func flag(_ name: String, of node: JSONNode?, _ member: String) throws(Problem) -> Bool {
        switch node?[name] {
        case nil, .null?: return false
        case .bool(let value)?: return value
        case let other?: throw Problem(member: member, text: "is of type \(other.kind) where a boolean is needed")
        }
    }

    /// A duration in milliseconds: zero if it is unknown, and at most a day.
    private func duration(_ name: String, of node: JSONNode?, _ member: String) throws(Problem) -> Duration {
        let milliseconds = try number(name, of: node, member) ?? 0
        return .microseconds(Int64(min(max(milliseconds, 0), 86_400_000) * 1000))
    }

    private func list(_ name: String, of node: JSONNode?, _ member: String) throws(Problem) -> [JSONNode] {
        switch node?[name] {
        case nil, .null?: return []
        case .array(let elements)?: return elements
        case let other?: throw Problem(member: member, text: "is of type \(other.kind) where an array is needed")
        }
    }

    private func fields(
        of node: JSONNode,
        _ part: String,
        _ pool: inout HeaderFieldPool
    ) throws(Problem) -> HTTPFields {
        var list: [HTTPField] = []
        let headers = try self.list("headers", of: node, "\(part).headers")
        guard headers.count <= HTTPFields.maximumCount else {
            let text = "has \(headers.count) header fields, which is more than \(HTTPFields.maximumCount)"
            throw Problem(member: "\(part).headers", text: text)
        }
        for (index, header) in headers.enumerated() {
            guard case .string(let name)? = header["name"] else {
                throw Problem(member: "\(part).headers[\(index)]", text: "has no name")
            }
            // The pseudo-header fields of HTTP/2 (RFC 9113, section 8.3).
            if name.hasPrefix(":") { continue }
            let value = try text("value", of: header, "\(part).headers[\(index)].value") ?? ""
            let trimmed = value.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
            guard HTTPField.isValidValue(trimmed) else {
                throw Problem(member: "\(part).headers[\(index)].value", text: "has a line break or a NUL")
            }
            guard let field = pool.field(name, trimmed) else {
                throw Problem(member: "\(part).headers[\(index)].name", text: "isn't the name of a header field")
            }
            list.append(field)
        }
        return pool.fields(list)
    }

    private func requestBody(of request: JSONNode, isOwn: Bool) throws(Problem) -> Data? {
        guard let postData = try object("postData", of: request, "request.postData") else { return nil }
        let mimeType = try text("mimeType", of: postData, "request.postData.mimeType") ?? ""
        if let text = try text("text", of: postData, "request.postData.text") {
            let encoding = try self.text("_encoding", of: postData, "request.postData._encoding")
            return try bytes(text, encoding, mimeType, isOwn: isOwn, "request.postData.text")
        }
        let parameters = try list("params", of: postData, "request.postData.params")
        guard mimeType.hasPrefix("application/x-www-form-urlencoded"), !parameters.isEmpty else { return nil }
        var pairs: [String] = []
        for (index, parameter) in parameters.enumerated() {
            let name = try text("name", of: parameter, "request.postData.params[\(index)].name") ?? ""
            let value = try text("value", of: parameter, "request.postData.params[\(index)].value") ?? ""
            pairs.append("\(name.formEncoded)=\(value.formEncoded)")
        }
        return Data(pairs.joined(separator: "&").utf8)
    }

    /// The body; nil if the file lacks it.
    private func body(of response: JSONNode, _ status: Int, _ method: String, isOwn: Bool) throws(Problem) -> Data? {
        let content = try object("content", of: response, "response.content")
        let mimeType = try text("mimeType", of: content, "response.content.mimeType") ?? ""
        guard let text = try text("text", of: content, "response.content.text") else {
            // Browsers keep no bodies of redirects.
            let size = try number("size", of: content, "response.content.size") ?? 0
            let hasNone = size <= 0 || method == "HEAD" || (300..<400).contains(status) || status == 204
            return hasNone ? Data() : nil
        }
        let encoding = try self.text("encoding", of: content, "response.content.encoding")
        return try bytes(text, encoding, mimeType, isOwn: isOwn, "response.content.text")
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
        let mimeType = mimeType.lowercased()
        guard let name = mimeType.range(of: "charset=").map({ mimeType[$0.upperBound...] }) else { return nil }
        return switch name.trimmingCharacters(in: CharacterSet(charactersIn: " \"';")) {
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
        _ own: JSONNode?,
        _ response: JSONNode,
        _ status: Int
    ) throws(Problem) -> TransportError.Kind? {
        if let name = try text("failure", of: own, "_talyn.failure") {
            guard let kind = TransportError.Kind(recordedName: name) else {
                throw Problem(member: "_talyn.failure", text: "isn't a kind of failure")
            }
            return kind
        }
        guard status == 0, let name = response["_error"]?.text else { return nil }
        return TransportError.Kind(browserName: name)
    }
}

extension String {
    /// The text encoded for a form (`application/x-www-form-urlencoded`).
    var formEncoded: String {
        let allowed = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._*")
        return addingPercentEncoding(withAllowedCharacters: allowed.union(CharacterSet(charactersIn: " ")))?
            .replacingOccurrences(of: " ", with: "+") ?? self
    }
}
