import Foundation
import HTTPTypes
import TalynCore
import _TalynSupport

extension OutgoingRequest {
    init(_ method: String = "GET", _ url: String, body: String? = nil, fields: [String: String] = [:]) throws {
        struct NoURL: Error {}
        guard let url = URL(string: url) else { throw NoURL() }
        self.init(
            method: HTTPRequest.Method(method)!,
            url: url,
            headerFields: HTTPFields(fields),
            body: body.map { HTTPBody(Data($0.utf8)) }
        )
    }
}
