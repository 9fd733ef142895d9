public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The response to a call.
public final class Response: CustomDebugStringConvertible, Equatable, Sendable {
    /// The status code.
    public let statusCode: Int

    /// The body. For a download, the content of the file.
    public let data: Data

    /// The request as it was sent, before redirects.
    public let request: URLRequest?

    /// The head of the response; nil for the `.networkResponse` of a stub.
    public let response: HTTPURLResponse?

    /// Creates a response.
    public init(statusCode: Int, data: Data, request: URLRequest? = nil, response: HTTPURLResponse? = nil) {
        self.statusCode = statusCode
        self.data = data
        self.request = request
        self.response = response
    }

    /// The status code and the length of the body.
    public var description: String { "Status Code: \(statusCode), Data Length: \(data.count)" }

    public var debugDescription: String { description }

    public static func == (lhs: Response, rhs: Response) -> Bool {
        lhs.statusCode == rhs.statusCode && lhs.data == rhs.data && lhs.response == rhs.response
    }
}
