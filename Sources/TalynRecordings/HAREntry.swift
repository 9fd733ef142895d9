/// The members of an entry of a HAR file that Talyn uses. Missing and null members are nil.
struct HAREntry: Decodable {
    struct Request: Decodable {
        var method: String?
        var url: String?
        var headers: [Pair]?
        var postData: PostData?
        var bodySize: Number?
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
        var content: Content?
        var error: Tolerant<String>?

        private enum CodingKeys: String, CodingKey {
            case status
            case headers
            case content
            case error = "_error"
        }
    }

    /// The members that say the same as the URL and the header fields. Only entries of other programs can have them alone.
    struct Others: Decodable {
        struct Request: Decodable {
            var queryString: Tolerant<[Tolerant<Pair>]>?
            var cookies: Tolerant<[Tolerant<Pair>]>?
        }

        struct Response: Decodable {
            var cookies: Tolerant<[Tolerant<Cookie>]>?
            var redirectURL: Tolerant<String>?
        }

        var request: Request?
        var response: Response?
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
    /// Nil for an entry of Talyn, whose URL and header fields are complete.
    var others: Others?

    private enum CodingKeys: String, CodingKey {
        case request
        case response
        case timings
        case time
        case own = "_talyn"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        request = try container.decodeIfPresent(Request.self, forKey: .request)
        response = try container.decodeIfPresent(Response.self, forKey: .response)
        timings = try container.decodeIfPresent(Timings.self, forKey: .timings)
        time = try container.decodeIfPresent(Number.self, forKey: .time)
        own = try container.decodeIfPresent(Own.self, forKey: .own)
        if own == nil { others = try Others(from: decoder) }
    }
}
