import HTTPTypes
import TalynCore
import _TalynFoundation

/// The parts by which the requests of two pages are the same.
struct RequestIdentity: Hashable, Sendable {
    let url: String
    private let method: HTTPRequest.Method
    private let headerFields: HTTPFields
    private let body: Data?
    /// The description of an upload, since a multipart body differs each time that it is made.
    private let upload: RequestBody.Upload?

    /// Creates the identity of an endpoint's request; nil if the endpoint makes none.
    init?(_ endpoint: Endpoint) {
        guard let request = try? endpoint.request() else { return nil }
        url = request.urlText
        method = request.method
        headerFields = request.headerFields
        body = request.body?.data
        upload = endpoint.body.upload
    }
}
