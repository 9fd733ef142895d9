import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The body of an upload before it is read: what decides whether two uploads are the same.
enum Upload: Hashable, Sendable {
    case file(URL)
    case parts([MultipartFormData])
    case stream(StreamedUpload)

    /// Whether the body can be sent more than once.
    var isReplayable: Bool {
        switch self {
        case .file: true
        case .parts(let parts): !parts.contains { if case .stream = $0.provider { true } else { false } }
        case .stream(let upload): upload.body.isReplayable
        }
    }

    /// Says in a request what the body will be; a request that says it already is left as it is.
    ///
    /// A boundary that the request has is used. A `Content-Type` without one, as apps tend to set for all of their
    /// requests, gives way, but for the subtype of a multipart type. What is no multipart body is not given a type that nobody asked for.
    func setContentType(of request: inout URLRequest) throws(BodyError) {
        guard case .parts = self else { return }
        let contentType = request.value(forHTTPHeaderField: "Content-Type") ?? ""
        guard try MultipartBoundary(contentType: contentType) == nil else { return }
        let given = MediaType(contentType)
        let subtype = given.type == "multipart" && !given.subtype.isEmpty ? given.subtype : "form-data"
        request.setValue(
            "multipart/\(subtype); boundary=\(MultipartBoundary().text)",
            forHTTPHeaderField: "Content-Type"
        )
    }

    /// The body, for a request whose content type has been set.
    ///
    /// Takes no time: files are looked at, but not yet read.
    func body(for request: URLRequest) throws(BodyError) -> HTTPBody {
        switch self {
        case .file(let url):
            return HTTPBody([try BodySegment(file: url)])
        case .parts(let parts):
            let contentType = request.value(forHTTPHeaderField: "Content-Type") ?? ""
            guard let boundary = try MultipartBoundary(contentType: contentType) else {
                throw .invalidBoundary("")
            }
            return try MultipartBody(parts, boundary: boundary).body
        case .stream(let upload):
            return upload.body
        }
    }
}
