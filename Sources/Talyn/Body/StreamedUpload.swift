import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The body of one upload: never the same as that of another, since nobody knows what they will say.
final class StreamedUpload: Hashable, Sendable {
    let body: HTTPBody

    init(_ body: HTTPBody) {
        self.body = body
    }

    static func == (left: StreamedUpload, right: StreamedUpload) -> Bool { left === right }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// Takes a body through a task: what ``HTTPTask/upload(_:urlParameters:)`` makes.
///
/// The body itself is none of the request's, and is added to it when it is sent.
struct StreamedUploadEncoding: ParameterEncoding {
    let upload: StreamedUpload

    func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        try urlRequest.asURLRequest()
    }
}
