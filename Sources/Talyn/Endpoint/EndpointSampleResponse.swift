public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What a stubbed endpoint answers.
public enum EndpointSampleResponse: Sendable {
    /// A status and a body.
    case networkResponse(Int, Data)

    /// A response head, with header fields, and a body.
    case response(HTTPURLResponse, Data)

    /// A failure, as though the transport had reported it.
    case networkError(NSError)
}
