import TalynCore
import _TalynFoundation
import _TalynSupport

/// The parts of a message that a HAR file can have twice: in the URL and the header fields, and in members of their own.
///
/// Programs that remove secrets, and files that are written by hand, often have only the members. Files of Talyn have both.
extension HAREntry {
    /// The URL of the request. It gets the parameters of `queryString` if it has no query; nil for a missing one.
    var requestURL: String? {
        guard let url = request?.url, !url.isEmpty else { return nil }
        guard own == nil, !url.utf8.contains(UInt8(ascii: "?")) else { return url }
        let parameters = (request?.queryString?.value ?? []).compactMap(\.value)
        guard !parameters.isEmpty else { return url }
        let query = parameters.map { pair in
            let name = (pair.name ?? "").queryEncoded
            return pair.value.map { "\(name)=\($0.queryEncoded)" } ?? name
        }
        let end = url.firstIndex(of: "#") ?? url.endIndex
        return "\(url[..<end])?\(query.joined(separator: "&"))\(url[end...])"
    }

    /// Whether the request opens a WebSocket connection. Proxies write its URL with `http`, and only the response tells.
    var isWebSocket: Bool {
        if messages != nil || resourceType?.value == "websocket" { return true }
        if (request?.url?.prefix { $0 != ":" }).flatMap({ String($0).httpScheme }) != nil { return true }
        guard response?.status?.value == 101 else { return false }
        return response?.headers?.contains { $0.name?.lowercased() == "sec-websocket-accept" } ?? false
    }

    /// Whether messages passed. Chrome notes the failure of a handshake in the list of messages, too.
    var hasMessages: Bool { messages?.contains { $0.type == "send" || $0.type == "receive" } ?? false }

    /// The failure of a handshake without a response, as Chrome notes it; nil without one.
    var failureOfHandshake: TransportError.Kind? {
        guard !hasMessages, let error = messages?.first(where: { $0.type == "error" }) else { return nil }
        let words = (error.data ?? "").split(separator: " ")
        return words.compactMap { TransportError.Kind(browserName: String($0)) }.first ?? .connectionLost
    }

    /// The header fields of the request by its other members.
    var requestFields: [(name: String, value: String)] {
        guard own == nil, let request else { return [] }
        var fields: [(name: String, value: String)] = []
        if let postData = request.postData, postData.text != nil || postData.params != nil,
            let type = Self.mediaType(postData.mimeType)
        {
            fields.append(("Content-Type", type))
        }
        let cookies = (request.cookies?.value ?? []).compactMap { cookie in
            cookie.value.flatMap { Self.pair($0.name, $0.value) }
        }
        if !cookies.isEmpty { fields.append(("Cookie", cookies.joined(separator: "; "))) }
        return fields
    }

    /// The header fields of the response by its other members.
    var responseFields: [(name: String, value: String)] {
        guard own == nil, let response else { return [] }
        var fields: [(name: String, value: String)] = []
        if response.content?.text?.isEmpty == false, let type = Self.mediaType(response.content?.mimeType) {
            fields.append(("Content-Type", type))
        }
        if let status = response.status?.value, 300..<400 ~= status, let url = response.redirectURL?.value,
            !url.isEmpty
        {
            fields.append(("Location", url))
        }
        for cookie in (response.cookies?.value ?? []).compactMap(\.value) {
            cookie.fieldValue.map { fields.append(("Set-Cookie", $0)) }
        }
        return fields
    }

    /// The media type; nil for a placeholder, such as Chrome's `x-unknown`.
    private static func mediaType(_ text: String?) -> String? {
        guard let text = text?.withoutOuterSpaces, text.utf8.contains(UInt8(ascii: "/")) else { return nil }
        return text
    }

    /// A cookie's name and value; nil for a part that would end it.
    fileprivate static func pair(_ name: String?, _ value: String?) -> String? {
        guard let name, !name.isEmpty, ![name, value ?? ""].contains(where: { $0.utf8.contains(UInt8(ascii: ";")) })
        else { return nil }
        return "\(name)=\(value ?? "")"
    }
}

extension HAREntry.Cookie {
    /// The value of a `Set-Cookie` field (RFC 6265, section 4.1.1); nil for parts that would end one.
    fileprivate var fieldValue: String? {
        guard var text = HAREntry.pair(name, value) else { return nil }
        let attributes = [
            ("Path", path), ("Domain", domain), ("Expires", expires?.value.flatMap { Date(rfc3339: $0)?.cookieDate }),
            ("SameSite", sameSite?.value),
        ]
        for (name, value) in attributes {
            guard let value, !value.isEmpty, let pair = HAREntry.pair(name, value) else { continue }
            text += "; \(pair)"
        }
        if secure == true { text += "; Secure" }
        if httpOnly == true { text += "; HttpOnly" }
        return text
    }
}

extension Date {
    /// The date as cookies have it, without the day of the week (RFC 6265, section 5.1.1).
    fileprivate var cookieDate: String? {
        let parts = rfc3339Milliseconds.split { "-T.:".contains($0) }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard parts.count > 5, let month = Int(parts[1]), months.indices.contains(month - 1) else { return nil }
        return "\(parts[2]) \(months[month - 1]) \(parts[0]) \(parts[3]):\(parts[4]):\(parts[5]) GMT"
    }
}

extension String {
    /// The text encoded for a query.
    fileprivate var queryEncoded: String { formEncoded.replacing("+", with: "%20") }
}
