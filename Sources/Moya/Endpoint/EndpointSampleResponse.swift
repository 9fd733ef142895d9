public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The answer of a stub.
public enum EndpointSampleResponse {
    /// A response with a status code and a body.
    case networkResponse(Int, Data)

    /// A response with header fields, too.
    case response(HTTPURLResponse, Data)

    /// A failure of the network.
    case networkError(NSError)
}
