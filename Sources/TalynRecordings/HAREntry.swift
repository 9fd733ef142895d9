import _TalynFoundation

/// The members of an entry of a HAR file that Talyn uses. Missing and null members are nil.
struct HAREntry: Decodable {
    struct Request: Decodable {
        var method: String?
        var url: String?
        var headers: [Pair]?
        var queryString: Tolerant<[Tolerant<Pair>]>?
        var cookies: Tolerant<[Tolerant<Pair>]>?
        var postData: PostData?
        var bodySize: Number?

        private enum CodingKeys: String, CodingKey {
            case method, url, headers, queryString, cookies, postData, bodySize
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            method = try container.decodeIfPresent(String.self, forKey: .method)
            url = try container.decodeIfPresent(String.self, forKey: .url)
            headers = try container.decodeIfPresent([Pair].self, forKey: .headers)
            postData = try container.decodeIfPresent(PostData.self, forKey: .postData)
            bodySize = try container.decodeIfPresent(Number.self, forKey: .bodySize)
            if decoder.userInfo[.isOwn] != nil { return }
            queryString = try container.decodeIfPresent(Tolerant<[Tolerant<Pair>]>.self, forKey: .queryString)
            cookies = try container.decodeIfPresent(Tolerant<[Tolerant<Pair>]>.self, forKey: .cookies)
        }
    }

    struct PostData: Decodable {
        var mimeType: String?
        var text: String?
        var encoding: String?
        /// The name of the member before others used one without an underscore.
        var ownEncoding: String?
        var params: [Pair]?

        private enum CodingKeys: String, CodingKey {
            case mimeType
            case text
            case encoding
            case ownEncoding = "_encoding"
            case params
        }
    }

    struct Response: Decodable {
        var status: Number?
        var headers: [Pair]?
        var cookies: Tolerant<[Tolerant<Cookie>]>?
        var content: Content?
        var redirectURL: Tolerant<String>?
        var error: Tolerant<String>?

        private enum CodingKeys: String, CodingKey {
            case status, headers, cookies, content, redirectURL
            case error = "_error"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            status = try container.decodeIfPresent(Number.self, forKey: .status)
            headers = try container.decodeIfPresent([Pair].self, forKey: .headers)
            content = try container.decodeIfPresent(Content.self, forKey: .content)
            error = try container.decodeIfPresent(Tolerant<String>.self, forKey: .error)
            if decoder.userInfo[.isOwn] != nil { return }
            cookies = try container.decodeIfPresent(Tolerant<[Tolerant<Cookie>]>.self, forKey: .cookies)
            redirectURL = try container.decodeIfPresent(Tolerant<String>.self, forKey: .redirectURL)
        }
    }

    /// A cookie of a response, with its attributes.
    struct Cookie: Decodable {
        var name: String?
        var value: String?
        var path: String?
        var domain: String?
        var expires: Tolerant<String>?
        var httpOnly: Bool?
        var secure: Bool?
        var sameSite: Tolerant<String>?
    }

    struct Content: Decodable {
        var size: Number?
        var mimeType: String?
        var text: String?
        var encoding: String?
    }

    struct Timings: Decodable {
        var blocked: Number?
        var receive: Number?
    }

    /// The members that Talyn adds.
    struct Own: Decodable {
        var target: String?
        var type: String?
        var module: String?
        var `case`: String?
        var url: String?
        var failure: String?
        var truncated: Bool?
        var close: Close?
        var messages: Number?
    }

    /// The end of a WebSocket connection.
    struct Close: Decodable {
        var code: Number?
        var reason: String?
        var by: String?
        var error: String?
    }

    /// A message of a WebSocket.
    struct Message: Decodable {
        var type: String?
        var time: Number?
        var opcode: Number?
        var data: String?
        var length: Number?

        private enum CodingKeys: String, CodingKey {
            case type, time, opcode, data
            case length = "_length"
        }
    }

    /// A header field or a parameter.
    struct Pair: Decodable {
        var name: String?
        var value: String?
    }

    /// A value that is only needed if others are missing; nil for one of another type.
    struct Tolerant<Value: Decodable>: Decodable {
        let value: Value?

        init(from decoder: any Decoder) throws {
            value = try? Value(from: decoder)
        }
    }

    /// A number, which is infinite if it is too large for a `Double`.
    struct Number: Decodable {
        let value: Double

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            do {
                value = try container.decode(Double.self)
            } catch DecodingError.dataCorrupted {
                value = .infinity
            }
        }
    }

    var request: Request?
    var response: Response?
    var timings: Timings?
    var time: Number?
    var own: Own?
    var resourceType: Tolerant<String>?
    var messages: [Message]?

    private enum CodingKeys: String, CodingKey {
        case request
        case response
        case timings
        case time
        case own = "_talyn"
        case resourceType = "_resourceType"
        case messages = "_webSocketMessages"
    }
}

extension HAREntry {
    /// Decodes an entry.
    init(json: Data) throws {
        // Talyn sorts the members that it writes, so that its own one is the first.
        if json.drop(while: { $0 != UInt8(ascii: "\"") }).starts(with: "\"_talyn\"".utf8) {
            self = try Self.ownDecoder.decode(HAREntry.self, from: json)
            if own != nil { return }
        }
        self = try JSONDecoder().decode(HAREntry.self, from: json)
    }

    /// Leaves out what the URL and the header fields of Talyn's entries say already, which takes time.
    private static let ownDecoder = {
        let decoder = JSONDecoder()
        decoder.userInfo[.isOwn] = true
        return decoder
    }()
}

extension CodingUserInfoKey {
    /// Set for an entry that Talyn has written.
    fileprivate static let isOwn = CodingUserInfoKey(rawValue: "isOwn")!
}
